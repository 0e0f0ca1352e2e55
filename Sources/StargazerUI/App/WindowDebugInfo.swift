import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// Facts for a bug report: the program, the system, and the display of the window.
@MainActor enum WindowDebugInfo {
    static func of(_ window: Handle) -> [DebugInfo.Fact] {
        let environment = ProcessInfo.processInfo.environment
        let gtk = "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
        let adwaita = "\(adw_get_major_version()).\(adw_get_minor_version()).\(adw_get_micro_version())"
        return [
            DebugInfo.Fact("Stargazer", App.version),
            DebugInfo.Fact("System", "\(system), \(environment["XDG_CURRENT_DESKTOP"] ?? "no desktop named")"),
            DebugInfo.Fact("Toolkit", "GTK \(gtk), libadwaita \(adwaita)"),
            DebugInfo.Fact("Display", display(of: window)),
            DebugInfo.Fact("Style", style),
            DebugInfo.Fact("Locale", locale),
        ]
    }

    private static var system: String {
        let name = g_get_os_info("PRETTY_NAME")
        defer { g_free(name) }
        return name.map { String(cString: $0) } ?? "unknown system"
    }

    private static func display(of window: Handle) -> String {
        let display = gtk_widget_get_display(window.widget).map { Handle($0).typeName } ?? "none"
        let renderer = gtk_native_get_renderer(window.opaque).map { Handle($0).typeName } ?? "no renderer"
        return "\(display), \(renderer), scale \(gtk_widget_get_scale_factor(window.widget))"
    }

    private static var style: String {
        let manager = adw_style_manager_get_default()
        let parts = [
            adw_style_manager_get_dark(manager) != 0 ? "dark" : "light",
            adw_style_manager_get_high_contrast(manager) != 0 ? "high contrast" : nil,
            sgz_animations_enabled() == 0 ? "no motion" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private static var locale: String {
        let name = sgz_locale_name(LC_MESSAGES).map { String(cString: $0) } ?? "C"
        return "\(name), texts in \(Gettext.language ?? "en"), written as in \(Installation.locale.identifier)"
    }
}
