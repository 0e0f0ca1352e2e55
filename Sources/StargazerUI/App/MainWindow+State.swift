import CStargazer
import GtkBridge
import StargazerCore

/// The window comes back as it was left.
extension MainWindow {
    /// Takes the size the window had, and remembers from now on what becomes of it. For before it is shown.
    func restoreWindowState() {
        let (root, stateSaver) = (root, model.stateSaver)
        // GTK makes a window that is larger than the screen fit it.
        gtk_window_set_default_size(root.cast(), Int32(stateSaver.state.width), Int32(stateSaver.state.height))
        if stateSaver.state.isMaximized { gtk_window_maximize(root.cast()) }
        let saveWindowState: @MainActor () -> Void = {
            stateSaver.update { state in
                var (width, height): (Int32, Int32) = (0, 0)
                // While the window is maximized or tiled, GTK keeps here what it returns to.
                gtk_window_get_default_size(root.cast(), &width, &height)
                if width > 0, height > 0 { (state.width, state.height) = (Int(width), Int(height)) }
                state.isMaximized = gtk_window_is_maximized(root.cast()) != 0
            }
        }
        for property in ["default-width", "default-height", "maximized"] {
            Signals.connect(root, "notify::\(property)", saveWindowState)
        }
        Signals.connect(views, "notify::visible-child") { [weak self] in
            guard let self else { return }
            stateSaver.update { $0.view = self.shownView }
            if !self.showsFavorites { self.model.search.resume() }
        }
        Signals.connect(root, "destroy") { stateSaver.saveNow() }
    }

    /// Searches for something in addition, and goes to the results.
    func search(adding words: String) {
        model.search(adding: words)
        if searchPages.show(model.search) { connectSearch() }
        show(view: .search)
        search.focusResults()
    }

    /// Does what another start of the program, the desktop or another program asks for.
    func handle(_ request: OpenRequest) {
        switch request {
        case .search(let query, let kind):
            if let kind { show(catalog: kind) }
            show(view: .search)
            model.search.searchAgain(recent: query)
            search.entry.focus()
        case .newSearch:
            show(view: .search)
            model.search.clear()
        case .favorites: show(view: .favorites)
        case .item(let item): open(item)
        case .reference(let reference): open(reference)
        case .invalidLink(let text): showToast(AppText.invalidLink(text))
        }
    }
}
