import CStargazer
import GtkBridge
import StargazerCore

/// What a line at the foot of the sidebar shows of work in the background.
struct ProgressLineContent {
    struct Button {
        let icon: String
        let name: String
        let press: @MainActor () -> Void
    }

    var title: String
    var status = ""
    var tooltip = ""
    /// From 0 to 1; nil shows no progress bar.
    var fraction: Double?
    var button: Button?
    /// Whether the line appears at once. Otherwise work that ends quickly shows none.
    var isInstant = false
}

/// Work in the background that has a line at the foot of the sidebar.
@MainActor protocol ProgressLineModel: AnyObject {
    /// The accessible name of the progress bar.
    var progressName: String { get }
    /// What the line shows; nil hides it. Observable.
    /// - Parameter window: the parent of dialogs.
    func progressLine(over window: Handle) -> ProgressLineContent?
}

/// The comparison of the star list that is kept in step.
extension StarListUpdater: ProgressLineModel {
    var progressName: String { UpdatesText.progress }

    func progressLine(over window: Handle) -> ProgressLineContent? {
        guard isRunning, let login else { return nil }
        var content = ProgressLineContent(title: UpdatesText.comparing(login), fraction: fraction)
        if case .waiting(let reason) = phase { content.status = StarImportText.wait(reason) }
        content.button = .init(icon: "window-close-symbolic", name: StarImportText.cancel) { [weak self] in
            self?.cancel()
        }
        return content
    }
}

/// Adding favorites from imported files. At the end the line leads to what was skipped, until that was seen.
extension ImportLookupViewModel: ProgressLineModel {
    var progressName: String { ImportLookupText.progress }

    func progressLine(over window: Handle) -> ProgressLineContent? {
        if let leftOutCount {
            var content = ProgressLineContent(title: ImportLookupText.skipped(leftOutCount), isInstant: true)
            content.button = .init(icon: "dialog-information-symbolic", name: ImportLookupText.show) { [weak self] in
                self?.showSkipped(over: window)
            }
            return content
        }
        guard let progress = phase.progress else { return nil }
        var content = ProgressLineContent(
            title: ImportLookupText.title, status: ImportLookupText.status(phase), fraction: progress.fraction,
            isInstant: true)
        content.button = .init(icon: "window-close-symbolic", name: ImportLookupText.cancel) { [weak self] in
            self?.cancel()
        }
        return content
    }

    private func showSkipped(over window: Handle) {
        let life = WeakGObject(window)
        Task { [weak self] in
            guard let skipped = await self?.leftOut(), life.isAlive else { return }
            let list = Handle(
                gtk_label_new(skipped.map(ImportLookupText.line).joined(separator: "\n")))
            gtk_label_set_xalign(list.opaque, 0)
            gtk_label_set_wrap(list.opaque, 1)
            gtk_label_set_wrap_mode(list.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_selectable(list.opaque, 1)
            let scroller = Handle(gtk_scrolled_window_new())
            gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
            gtk_scrolled_window_set_max_content_height(scroller.opaque, 300)
            gtk_scrolled_window_set_child(scroller.opaque, list.widget)
            MessageDialog.present(
                over: window, ImportLookupText.skippedHeading, content: scroller, close: ImportLookupText.close
            ) {
                self?.forget(skipped)
            }
        }
    }
}

extension DocumentDownloadViewModel: ProgressLineModel {
    var progressName: String { DocumentDownloadText.progress }

    func progressLine(over window: Handle) -> ProgressLineContent? {
        guard let progress = phase.progress else { return nil }
        var content = ProgressLineContent(
            title: DocumentDownloadText.title(phase), status: DocumentDownloadText.status(phase),
            tooltip: DocumentDownloadText.sentence(phase), fraction: progress.fraction)
        switch phase.action {
        case .pause:
            content.button = .init(icon: "media-playback-pause-symbolic", name: DocumentDownloadText.pause) {
                [weak self] in self?.pause()
            }
        case .resume:
            content.button = .init(icon: "media-playback-start-symbolic", name: DocumentDownloadText.resume) {
                [weak self] in self?.resume()
            }
        case nil: break
        }
        return content
    }
}

/// Building the index of the READMEs again.
extension AppModel: ProgressLineModel {
    var progressName: String { DocumentDownloadText.progress }

    func progressLine(over window: Handle) -> ProgressLineContent? {
        indexProgress.map {
            let (title, status) = DocumentDownloadText.indexing($0)
            return ProgressLineContent(title: title, status: status, fraction: $0.fraction)
        }
    }
}
