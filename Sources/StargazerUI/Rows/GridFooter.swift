import CStargazer
import GtkBridge
import StargazerCore

/// What stands after the last cell. GtkGridView has no item that is as wide as its lines, and a sentence is too long for a
/// cell; so this stands below the grid, as the next thing after it for keys and screen readers, while its end shows.
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

    /// What keys reach in it.
    var control: Handle? { gtk_widget_get_visible(root.widget) != 0 ? part.control : nil }

    func show(_ kind: ListFooter) {
        guard kind != self.kind else { return }
        self.kind = kind
        part.show(kind)
        root.setAccessibleName(part.name)
        if kind == .none { root.setVisible(false) }
    }

    /// - Parameter below: how far there is to scroll.
    func scrolled(remaining below: Double) {
        // It comes between two layouts.
        pendingUpdate = IdleCall { [weak self] in self?.updateVisibility(below) }
    }

    private func updateVisibility(_ below: Double) {
        pendingUpdate = nil
        // It takes the room that it needs from the grid, whose end is out of sight then by as much.
        let isShown = gtk_widget_get_visible(root.widget) != 0
        let room = isShown ? Double(gtk_widget_get_height(root.widget)) : 0
        root.setVisible(kind != .none && (below <= room + Self.slack || isShown && root.hasFocusInside))
    }

    private static let slack = 24.0
}
