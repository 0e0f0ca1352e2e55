import CStargazer
import GtkBridge

/// The About window.
@MainActor enum AboutWindow {
    /// A press copies the version, which libadwaita says by a picture alone.
    private static func nameVersionButton(in widget: Handle) {
        if widget.isA("GtkButton"), gtk_widget_has_css_class(widget.widget, "app-version") != 0 {
            widget.setAccessibleName(AppText.version(App.version))
        }
        widget.children.forEach(nameVersionButton)
    }

    static func show(over window: Handle) {
        let about = Handle(adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, "Stargazer")
        adw_about_window_set_application_icon(about.opaque, App.identifier)
        adw_about_window_set_version(about.opaque, App.version)
        adw_about_window_set_developer_name(about.opaque, AppText.developers)
        adw_about_window_set_comments(about.opaque, Markup.escape(AppText.aboutComments))
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_GPL_3_0)
        adw_about_window_set_issue_url(about.opaque, "https://github.com/stargazer-app/stargazer/issues")
        adw_about_window_set_website(about.opaque, "https://github.com/stargazer-app/stargazer")
        gtk_window_set_transient_for(about.cast(), window.cast())
        gtk_window_set_modal(about.cast(), 1)
        nameVersionButton(in: about)
        gtk_window_present(about.cast())
    }
}
