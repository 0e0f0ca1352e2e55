import CStargazer
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
