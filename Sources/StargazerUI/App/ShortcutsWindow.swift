import CStargazer
import GtkBridge

/// Lists all keyboard shortcuts. `GtkShortcutsWindow` is as wide as its columns, even on a phone.
@MainActor enum ShortcutsWindow {
    static func show(over parent: Handle) {
        let window = Handle(adw_window_new())
        gtk_window_set_title(window.cast(), ShortcutsText.title)
        gtk_window_set_modal(window.cast(), 1)
        gtk_window_set_destroy_with_parent(window.cast(), 1)
        gtk_window_set_default_size(window.cast(), 560, 640)
        gtk_widget_set_size_request(window.widget, 340, -1)
        SecondaryWindow.prepare(window, over: parent)
        let header = Handle(adw_header_bar_new())
        header.setClass("flat", true)
        let page = Handle(adw_preferences_page_new())
        gtk_widget_set_vexpand(page.widget, 1)
        page.setScrollPaneName(ShortcutsText.title)
        for section in Accelerators.sections { adw_preferences_page_add(page.cast(), group(section).cast()) }
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        [header, page].forEach { box.append($0) }
        adw_window_set_content(window.cast(), box.widget)
        gtk_window_present(window.cast())
    }

    private static func group(_ section: Accelerators.Section) -> Handle {
        let group = Handle(adw_preferences_group_new())
        adw_preferences_group_set_title(group.cast(), Markup.escape(section.title))
        for shortcut in section.shortcuts { adw_preferences_group_add(group.cast(), row(shortcut).widget) }
        return group
    }

    /// The keys are in the row's accessible description: screen readers would read the key caps apart from the row.
    private static func row(_ shortcut: Accelerators.Shortcut) -> Handle {
        let row = Handle(adw_action_row_new())
        adw_preferences_row_set_title(row.cast(), Markup.escape(shortcut.title))
        row.setAccessibleDescription(AppText.alternatives(shortcut.keys.map(label)))
        let keys = Handle(gtk_shortcut_label_new(shortcut.keys.joined(separator: " ")))
        gtk_widget_set_valign(keys.widget, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(row.cast(), keys.widget)
        return row
    }

    private static func label(of accelerator: String) -> String {
        var (key, modifiers) = (guint(0), GdkModifierType(rawValue: 0))
        gtk_accelerator_parse(accelerator, &key, &modifiers)
        guard let label = gtk_accelerator_get_label(key, modifiers) else { return accelerator }
        defer { g_free(label) }
        return String(cString: label)
    }
}
