import CStargazer
import GtkBridge
import StargazerCore

/// Saves and restores the state of the window.
extension MainWindow {
    /// Restores the window's size and saves later changes. Call it before the window is shown.
    func restoreWindowState() {
        let (root, stateSaver) = (root, model.stateSaver)
        // GTK shrinks a window that is larger than the screen.
        gtk_window_set_default_size(root.cast(), Int32(stateSaver.state.width), Int32(stateSaver.state.height))
        if stateSaver.state.isMaximized { gtk_window_maximize(root.cast()) }
        let saveWindowState: @MainActor () -> Void = {
            stateSaver.update { state in
                var (width, height): (Int32, Int32) = (0, 0)
                // While the window is maximized or tiled, the default size is the size that it returns to.
                gtk_window_get_default_size(root.cast(), &width, &height)
                if width > 0, height > 0 { (state.width, state.height) = (Int(width), Int(height)) }
                state.isMaximized = gtk_window_is_maximized(root.cast()) != 0
            }
        }
        for property in ["default-width", "default-height", "maximized"] {
            Signals.connect(root, "notify::\(property)", saveWindowState)
        }
        Signals.connect(root, "destroy") { stateSaver.saveNow() }
    }

    /// Adds words to the search and shows the results.
    func search(adding words: String) {
        model.search(adding: words)
        show(model.source)
        page.focusRows()
    }

    /// Handles a request of a second start of the program, of the desktop or of another program.
    func handle(_ request: OpenRequest) {
        switch request {
        case .search(let query, let kind):
            show(.search(kind ?? model.catalog))
            model.search.searchAgain(recent: query)
        case .newSearch:
            show(.search(model.catalog))
            model.search.clear()
        case .source(let source): show(source)
        case .item(let item): open(item)
        case .reference(let reference): open(reference)
        case .invalidLink(let text): showToast(AppText.invalidLink(text))
        }
    }
}
