import CAdwaita
import CStargazer

/// Moves the keyboard focus where GTK's own order would not.
@MainActor public enum Focus {
    /// Moves the focus out of a widget, to the next (or previous) focusable widget outside it. Wraps around the
    /// window's end.
    public static func leave(_ widget: Handle, forward: Bool) {
        let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
        var inner = widget
        while let outer = inner.parent {
            for candidate in neighbors(of: inner, in: outer, forward: forward)
            where gtk_widget_child_focus(candidate.widget, direction) != 0 {
                return
            }
            inner = outer
        }
        gtk_root_set_focus(inner.opaque, nil)
        _ = gtk_widget_child_focus(inner.widget, direction)
    }

    /// Returns the siblings after (or before) a widget in reading order, nearest first. GTK's list of children may be
    /// in a different order.
    private static func neighbors(of inner: Handle, in outer: Handle, forward: Bool) -> [Handle] {
        let places = outer.children.filter { gtk_widget_get_mapped($0.widget) != 0 }.map { child in
            var bounds = graphene_rect_t()
            _ = gtk_widget_compute_bounds(child.widget, outer.widget, &bounds)
            return (child: child, x: bounds.origin.x, y: bounds.origin.y)
        }
        let read = places.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map(\.child)
        guard let index = read.firstIndex(of: inner) else { return [] }
        return forward ? Array(read[(index + 1)...]) : read[..<index].reversed()
    }
}
