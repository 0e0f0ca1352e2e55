import CStargazer

@MainActor extension Handle {
    /// Opens this popover next to a widget.
    /// - Parameter parent: the popover's own parent, an ancestor of the widget.
    public func popUp(at widget: Handle, in parent: Handle) {
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(widget.widget, parent.widget, &bounds)
        var place = GdkRectangle(
            x: gint(bounds.origin.x), y: gint(bounds.origin.y), width: gint(bounds.size.width),
            height: gint(bounds.size.height))
        gtk_popover_set_pointing_to(cast(), &place)
        gtk_popover_popup(cast())
    }
}
