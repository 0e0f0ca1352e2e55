import CStargazer
import GtkBridge
import StargazerCore

/// The footer below a grid. GtkGridView has no item that spans a line, and the text is too long for a cell. The footer
/// is visible while the end of the grid is, and follows it for keys and screen readers.
@MainActor final class GridFooter {
    let root: Handle
    private let part: ListFooterView
    private var kind = ListFooter.none
    private var pendingUpdate: IdleCall?

    init(_ origin: ListFooterContext) {
        part = ListFooterView(origin)
        root = part.root
        root.setClass("foot", true)
        root.setVisible(false)
    }

    /// The widget for the keyboard focus.
    var control: Handle? { gtk_widget_get_visible(root.widget) != 0 ? part.control : nil }

    func show(_ kind: ListFooter) {
        guard kind != self.kind else { return }
        self.kind = kind
        part.show(kind)
        root.setAccessibleName(part.name)
        if kind == .none { root.setVisible(false) }
    }

    /// - Parameter below: the remaining distance to scroll down.
    func scrolled(remaining below: Double) {
        // Change the visibility between two layouts.
        pendingUpdate = IdleCall { [weak self] in self?.updateVisibility(below) }
    }

    private func updateVisibility(_ below: Double) {
        pendingUpdate = nil
        // The footer takes its height from the grid, so the remaining distance grows by it.
        let isShown = gtk_widget_get_visible(root.widget) != 0
        let room = isShown ? Double(gtk_widget_get_height(root.widget)) : 0
        root.setVisible(kind != .none && (below <= room + Self.slack || isShown && root.hasFocusInside))
    }

    private static let slack = 24.0
}
