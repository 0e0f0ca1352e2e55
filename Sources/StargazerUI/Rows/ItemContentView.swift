import CStargazer
import GtkBridge
import StargazerCore

/// The widgets of a row or cell, which show different items over time.
@MainActor protocol ItemContentView: AnyObject {
    var root: Handle { get }
    var star: StarButton { get }
    var content: ItemContent? { get }
    /// The widgets that Tab reaches in it, in order.
    var controls: [Handle] { get }
    func show(_ item: ItemContent)
    /// Releases resources and cancels loading when the row leaves the screen.
    func reset()
}

extension ItemContentView {
    var controls: [Handle] { [star.button] }

    /// Adds a tooltip that is computed when it opens. Few rows are ever pointed at, and each change of a set tooltip is
    /// sent to screen readers.
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
