import CStargazer
import GtkBridge

/// The window that lists all keyboard shortcuts, created when it is opened. `GtkShortcutsWindow` is as wide as its
/// columns, even on a phone.
@MainActor enum ShortcutsWindow {
    static func show(over window: Handle) {
        let ui = UIBuilder(PackageResources.ShortcutsWindow_ui, domain: Gettext.domain)
        let shortcuts = ui["shortcuts"]
        SecondaryWindow.prepare(shortcuts, over: window)
        shortcuts.setScrollPaneName(gtk_window_get_title(shortcuts.cast()).map { String(cString: $0) } ?? "")
        describeRows(in: shortcuts)
        gtk_window_present(shortcuts.cast())
    }

    /// Adds the keys to each row's accessible description. Otherwise screen readers would read each key cap separately
    /// from its row.
    private static func describeRows(in widget: Handle) {
        if widget.isA("GtkShortcutLabel") {
            let keys = gtk_shortcut_label_get_accelerator(widget.opaque).map { String(cString: $0) } ?? ""
            var row = widget.parent
            while let outer = row, !outer.isA("AdwActionRow") { row = outer.parent }
            row?.setAccessibleDescription(
                AppText.alternatives(keys.split(separator: " ").map { label(of: String($0)) }))
        } else {
            widget.children.forEach(describeRows)
        }
    }

    private static func label(of accelerator: String) -> String {
        var (key, modifiers) = (guint(0), GdkModifierType(rawValue: 0))
        gtk_accelerator_parse(accelerator, &key, &modifiers)
        guard let label = gtk_accelerator_get_label(key, modifiers) else { return accelerator }
        defer { g_free(label) }
        return String(cString: label)
    }
}
