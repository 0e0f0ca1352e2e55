import CStargazer
package import GtkBridge
package import StargazerCore

/// The accelerators of the actions. `ShortcutsWindow.ui` lists them for the user.
@MainActor package enum Accelerators {
    static let table: [(action: String, keys: [String])] = [
        ("win.focus-entry", ["<Primary>f"]),
        ("win.filter", ["<Primary><Shift>f"]),
        ("win.show-search", ["<Primary>1"]),
        ("win.show-source::favorites", ["<Primary>2"]),
        ("win.go-to", ["<Primary>k"]),
        ("win.toggle-sidebar", ["F9"]),
        ("win.next-pane", ["F6"]),
        ("win.previous-pane", ["<Shift>F6"]),
        ("win.refresh", ["F5", "<Primary>r"]),
        ("win.toggle-favorite", ["<Primary>d"]),
        ("win.edit-tags", ["<Primary>t"]),
        ("win.edit-note", ["<Primary>e"]),
        ("win.open-in-browser", ["<Primary>Return", "<Primary>KP_Enter"]),
        ("win.copy-link", ["<Primary><Shift>c"]),
        ("win.save", ["<Primary>s"]),
        ("win.full-screen", ["F11"]),
        ("win.toggle-information", ["<Primary>i"]),
        ("win.move-divider", ["F8"]),
        ("win.preferences", ["<Primary>comma"]),
        ("win.show-help-overlay", ["<Primary>question"]),
        ("window.close", ["<Primary>w"]),
        ("app.quit", ["<Primary>q"]),
    ]

    /// - Parameter catalogs: selected by Alt and their number, in this order.
    package static func set(catalogs: [CatalogKind], on application: Handle) {
        for (action, keys) in table { set(action, keys, on: application) }
        for (number, kind) in catalogs.prefix(9).enumerated() {
            let keys = ["<Alt>\(number + 1)"]
            set("win.show-source::\(ListSource.search(kind).text)", keys, on: application)
        }
    }

    private static func set(_ action: String, _ keys: [String], on application: Handle) {
        var list: [UnsafeMutablePointer<CChar>?] = keys.map { g_strdup($0) } + [nil]
        defer { list.forEach { g_free($0) } }
        list.withUnsafeMutableBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keys in
                gtk_application_set_accels_for_action(application.cast(), action, keys.baseAddress)
            }
        }
    }
}
