import CStargazer
import Foundation
import GtkBridge
import StargazerCore

@MainActor enum AboutWindow {
    /// Names the button that copies the version: libadwaita describes it by an icon alone.
    private static func nameVersionButton(in widget: Handle) {
        if widget.isA("GtkButton"), gtk_widget_has_css_class(widget.widget, "app-version") != 0 {
            widget.setAccessibleName(AppText.version(App.version))
        }
        widget.children.forEach(nameVersionButton)
    }

    /// What is linked into the programs in addition to the project's own sources, as in `debian/copyright`. Names and
    /// copyright notices are not translated.
    private static let linkedParts: [(name: String, copyright: String, license: GtkLicense)] = [
        ("Swift, Foundation, libdispatch", "© Apple Inc. and the Swift project authors", GTK_LICENSE_APACHE_2_0),
        ("GRDB.swift", "© 2015–2025 Gwendal Roué", GTK_LICENSE_MIT_X11),
        ("swift-log", "© The SwiftLog Project", GTK_LICENSE_APACHE_2_0),
        ("cmark-gfm", "© 2014 John MacFarlane, 2017–2023 GitHub, Inc.", GTK_LICENSE_BSD),
        ("ICU", "© 2016–2026 Unicode, Inc.", GTK_LICENSE_CUSTOM),
        ("libseccomp", "© 2012 Paul Moore and others", GTK_LICENSE_LGPL_2_1),
    ]

    /// - Parameter facts: debug information in addition to what GTK knows. It may take a while to collect.
    static func show(over window: Handle, facts: @escaping @MainActor () async -> [DebugInfo.Fact]) {
        let about = Handle(adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, "Stargazer")
        adw_about_window_set_application_icon(about.opaque, App.identifier)
        adw_about_window_set_version(about.opaque, App.version)
        adw_about_window_set_developer_name(about.opaque, AppText.developers)
        adw_about_window_set_comments(about.opaque, Markup.escape(AppText.aboutComments))
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_GPL_3_0)
        adw_about_window_set_issue_url(about.opaque, "https://github.com/stargazer-app/stargazer/issues")
        adw_about_window_set_website(about.opaque, "https://github.com/stargazer-app/stargazer")
        for part in linkedParts {
            adw_about_window_add_legal_section(
                about.opaque, part.name, part.copyright, part.license,
                part.license == GTK_LICENSE_CUSTOM
                    ? "<a href=\"https://www.unicode.org/license.txt\">Unicode-3.0</a>" : nil)
        }
        let known = WindowDebugInfo.of(window)
        adw_about_window_set_debug_info(about.opaque, DebugInfo(known).text)
        adw_about_window_set_debug_info_filename(about.opaque, "stargazer.txt")
        let shown = GObjectRef(retaining: about)
        Task {
            adw_about_window_set_debug_info(shown.opaque, DebugInfo(known + (await facts())).text)
        }
        gtk_window_set_transient_for(about.cast(), window.cast())
        gtk_window_set_modal(about.cast(), 1)
        nameVersionButton(in: about)
        gtk_window_present(about.cast())
    }
}

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
