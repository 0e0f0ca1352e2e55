import CAdwaita
import GtkBridge

/// Follows the width of a widget's window while the widget is realized.
@MainActor final class WindowWidth {
    private let widget: Handle
    private let changed: (Int32) -> Void
    /// The window's surface, while the widget is realized.
    private var connection: (surface: Handle, id: UInt)?

    /// - Parameter changed: called with the width, also when the widget is realized.
    init(of widget: Handle, changed: @escaping (Int32) -> Void) {
        self.widget = widget
        self.changed = changed
        Signals.connect(widget, "realize") { [weak self] in self?.follow() }
        Signals.connect(widget, "unrealize") { [weak self] in self?.end() }
    }

    private func follow() {
        guard let native = gtk_widget_get_native(widget.widget),
            let surface = gtk_native_get_surface(native).map({ Handle($0) })
        else { return }
        changed(gdk_surface_get_width(surface.opaque))
        let id = Signals.connect(surface, "layout") { [weak self] (width: Int32, _: Int32) in self?.changed(width) }
        connection = (surface, id)
    }

    private func end() {
        if let connection { Signals.disconnect(connection.surface, connection.id) }
        connection = nil
    }
}
