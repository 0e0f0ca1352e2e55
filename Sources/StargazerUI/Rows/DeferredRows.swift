import CStargazer
import GtkBridge

/// The rows that a list gets after its first ones have been painted: GTK creates widgets for two hundred rows, however
/// few are visible.
@MainActor final class DeferredRows {
    /// The size of the first part of a list.
    static let firstCount = 32

    /// Called with all IDs.
    var shown: ([ListEntry.ID]) -> Void = { _ in }
    private let list: Handle
    /// All IDs, while GTK has only the first part of them.
    private var ids: [ListEntry.ID]?
    private var call: IdleCall?

    init(of list: Handle) { self.list = list }

    var isPending: Bool { ids != nil }

    /// Keeps the IDs until `show`.
    /// - Returns: the first part; nil for a list that is shown at once, because it is short.
    func deferRows(of ids: [ListEntry.ID]) -> [ListEntry.ID]? {
        guard ids.count > 2 * Self.firstCount else { return nil }
        self.ids = ids
        return Array(ids.prefix(Self.firstCount))
    }

    func showLater() {
        // Wait for idle time after the frame: otherwise the painted frame would reach the display only after this.
        AfterPaint.run(on: list) { [weak self] in self?.call = IdleCall { self?.show() } }
        // Request a frame, in case nothing else changes.
        gtk_widget_queue_draw(list.widget)
    }

    func show() {
        guard let all = ids else { return }
        (ids, call) = (nil, nil)
        shown(all)
    }

    /// Shows the rows after another frame, if they are about to be shown.
    func postpone() {
        guard call != nil else { return }
        call = nil
        showLater()
    }

    func drop() { ids = nil }
}
