import CStargazer
import GtkBridge

/// The application's own style sheet, and the window's `dark` class that it looks at. The style is the system's;
/// libadwaita follows it, this only listens.
@MainActor final class StyleFollower {
    private let window: Handle
    private let manager = Handle(adw_style_manager_get_default())
    private let handler: UInt

    /// - Parameter window: lives longer than this object, which it owns.
    init(window: Handle) {
        self.window = window
        window.setClass("dark", adw_style_manager_get_dark(manager.opaque) != 0)
        handler = Signals.connect(manager, "notify::dark") { [manager] in
            window.setClass("dark", adw_style_manager_get_dark(manager.opaque) != 0)
        }
    }

    isolated deinit { Signals.disconnect(manager, handler) }

    /// Adds the style sheet to the display, once for the process.
    static func loadStyleSheet(for display: OpaquePointer) {
        let provider = GObjectRef(adopting: Handle(gtk_css_provider_new()))
        PackageResources.style_css.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                gtk_css_provider_load_from_data(provider.cast(), text.baseAddress, gssize(text.count))
            }
        }
        gtk_style_context_add_provider_for_display(
            display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
}
