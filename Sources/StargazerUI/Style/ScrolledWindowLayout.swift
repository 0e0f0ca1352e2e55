import CAdwaita
import GtkBridge

/// Allocates a GtkScrolledWindow, and the widgets around it, again after its length changed during a layout.
///
/// A scroll bar that comes or goes then makes GTK 4.8 queue a resize in the middle of the allocation. If a widget around
/// it only allocates some of its children in that pass, GTK forgets the request half way up: the widget stays without an
/// allocation, and nothing in it is painted until the window has another size.
@MainActor final class ScrolledWindowLayout {
    private let scrolled: Handle
    private var isOutdated = false
    private var layouts: WindowWidth?

    init(_ scrolled: Handle) {
        self.scrolled = scrolled
        let adjustment = Handle(gtk_scrolled_window_get_vadjustment(scrolled.opaque))
        Signals.connect(adjustment, "changed") { [weak self] in self?.isOutdated = true }
        // GTK has laid the window out, and does so again before it paints.
        layouts = WindowWidth(of: scrolled) { [weak self] _ in self?.update() }
    }

    private func update() {
        guard isOutdated else { return }
        isOutdated = false
        var next: Handle? = scrolled
        while let widget = next {
            gtk_widget_queue_allocate(widget.widget)
            next = widget.parent
        }
    }
}
