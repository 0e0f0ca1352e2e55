import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The progress of a file operation at the foot of the window, with a button that cancels it. Quick ones show none.
@MainActor final class FileProgressBar {
    /// The text, and the completed fraction; nil while that is unknown.
    typealias Progress = (text: String, fraction: Double?)

    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    /// Called when the bar disappears while it has the focus.
    var lostFocus: () -> Void = {}
    private let currentProgress: @MainActor () -> Progress?
    private let label = Handle(gtk_label_new(nil))
    private let progress = Handle(gtk_progress_bar_new())
    private let cancel = Handle(gtk_button_new_with_label(TransferText.cancelTransfer))
    private var waiting: Task<Void, Never>?
    private var observation: Observe?

    /// Operations that end earlier show no bar.
    private static let appearanceDelay = Duration.milliseconds(500)

    convenience init(_ model: TransferViewModel) {
        self.init(cancelled: { model.cancel() }) {
            guard case .working(let kind, let done, let fraction) = model.phase else { return nil }
            return (TransferText.working(kind, done: done), fraction)
        }
    }

    convenience init(_ model: PictureSaver) {
        self.init(cancelled: { model.cancel() }) {
            guard case .working(let name, let arrived, let fraction) = model.phase else { return nil }
            return (PictureSaveText.saving(name, arrived: arrived), fraction)
        }
    }

    convenience init(_ model: PictureBatchSaver) {
        self.init(cancelled: { model.cancel() }) {
            guard case .working(let done, let count) = model.phase else { return nil }
            return (
                PictureSaveText.savingAll(done, of: count), Double(done.number) / Double(max(1, count.number))
            )
        }
    }

    convenience init(_ model: PictureExport) {
        self.init(cancelled: { model.cancel() }) {
            guard case .loading(let name, let arrived, let fraction) = model.phase else { return nil }
            return (PictureSaveText.loading(name, arrived: arrived), fraction)
        }
    }

    /// - Parameter currentProgress: returns nil while no operation is running.
    private init(
        cancelled: @escaping @MainActor () -> Void, progress currentProgress: @escaping @MainActor () -> Progress?
    ) {
        self.currentProgress = currentProgress
        Banner.wrap(label)
        label.setClass("numeric", true)
        let texts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        gtk_widget_set_hexpand(texts.widget, 1)
        [label, progress].forEach { texts.append($0) }
        root.setClass("banner", true)
        [texts, cancel].forEach { root.append($0) }
        gtk_widget_set_valign(cancel.widget, GTK_ALIGN_CENTER)
        progress.setAccessibleName(TransferText.progress)
        cancel.setAccessibleName(TransferText.cancelTransfer)
        Signals.connect(cancel, "clicked") { cancelled() }
        root.setVisible(false)
        observation = Observe { [weak self] in self?.paint() }
    }

    isolated deinit { waiting?.cancel() }

    private func paint() {
        guard let now = currentProgress() else { return hide() }
        label.setLabel(now.text)
        if let fraction = now.fraction {
            gtk_progress_bar_set_fraction(progress.opaque, fraction)
        } else {
            gtk_progress_bar_pulse(progress.opaque)
        }
        guard waiting == nil else { return }
        waiting = Task { [weak self] in
            do { try await Task.sleep(for: Self.appearanceDelay) } catch { return }
            self?.root.setVisible(true)
        }
    }

    private func hide() {
        waiting?.cancel()
        waiting = nil
        guard gtk_widget_get_visible(root.widget) != 0 else { return }
        let hadFocus = gtk_widget_get_focus_child(root.widget) != nil
        root.setVisible(false)
        if hadFocus { lostFocus() }
    }
}
