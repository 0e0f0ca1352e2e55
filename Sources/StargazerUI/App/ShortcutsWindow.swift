import CStargazer
import GtkBridge

/// The window that lists every key, made when it is asked for.
@MainActor enum ShortcutsWindow {
    static func show(over window: Handle) {
        let ui = UIBuilder(PackageResources.Shortcuts_ui, domain: Gettext.domain)
        let shortcuts = ui["shortcuts"]
        gtk_window_set_transient_for(shortcuts.cast(), window.cast())
        gtk_window_present(shortcuts.cast())
    }
}
