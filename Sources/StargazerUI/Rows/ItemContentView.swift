import CStargazer
import GtkBridge
import StargazerCore

/// The widgets of one row or cell, shown for many items.
@MainActor protocol ItemContentView: AnyObject {
    var root: Handle { get }
    var star: StarButton { get }
    var content: ItemContent? { get }
    /// What Tab reaches in it, in this order.
    var controls: [Handle] { get }
    func show(_ item: ItemContent)
    /// Nobody sees it any more: what it waits for is no longer wanted.
    func reset()
}

extension ItemContentView {
    var controls: [Handle] { [star.button] }

    /// Few rows are ever pointed at; a tooltip that is set is told to screen readers each time.
    func addLazyTooltip(_ part: Handle, _ text: @escaping @MainActor (ItemContent) -> String?) {
        gtk_widget_set_has_tooltip(part.widget, 1)
        Signals.connect(part, "query-tooltip") {
            [weak self] (_: Int32, _: Int32, _: Bool, tooltip: Handle?) -> Bool in
            guard let row = self?.content, let text = text(row), let tooltip else { return false }
            gtk_tooltip_set_text(tooltip.opaque, text)
            return true
        }
    }
}
