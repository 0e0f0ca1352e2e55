import CStargazer

/// Moves the keyboard focus where GTK's own order would not.
@MainActor public enum Focus {
    /// Moves the focus to the first thing after (or the last before) a widget and all in it, around the window's end.
    public static func leave(_ widget: Handle, forward: Bool) {
        let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
        var inner = widget
        while let outer = inner.parent {
            var next = sibling(of: inner, forward: forward)
            while let candidate = next {
                if gtk_widget_get_mapped(candidate.widget) != 0,
                    gtk_widget_child_focus(candidate.widget, direction) != 0
                {
                    return
                }
                next = sibling(of: candidate, forward: forward)
            }
            inner = outer
        }
        gtk_root_set_focus(inner.opaque, nil)
        _ = gtk_widget_child_focus(inner.widget, direction)
    }

    private static func sibling(of widget: Handle, forward: Bool) -> Handle? {
        let next = forward ? gtk_widget_get_next_sibling(widget.widget) : gtk_widget_get_prev_sibling(widget.widget)
        return next.map { Handle($0) }
    }
}
