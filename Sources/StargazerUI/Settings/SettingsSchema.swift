import CStargazer
import GtkBridge

/// Looks up a settings schema before opening it: with a missing schema, GSettings would abort the process.
@MainActor enum SettingsSchema {
    /// - Parameters:
    ///   - path: the path for a relocatable schema; nil for a schema with a fixed path.
    ///   - folders: searched in order before the system's. Folders without compiled schemas are skipped.
    ///   - keys: all keys that will be read or written.
    /// - Returns: the settings; nil when no schema with all of the keys exists.
    static func open(
        _ identifier: String, at path: String? = nil, folders: [String], keys: [String]
    ) -> GObjectRef? {
        for folder in folders {
            guard let source = g_settings_schema_source_new_from_directory(folder, nil, 0, nil) else { continue }
            defer { g_settings_schema_source_unref(source) }
            if let settings = open(identifier, at: path, in: source, keys: keys) { return settings }
        }
        // The default source is borrowed. It is nil if no schemas are installed at all.
        return g_settings_schema_source_get_default().flatMap { open(identifier, at: path, in: $0, keys: keys) }
    }

    private static func open(
        _ identifier: String, at path: String?, in source: OpaquePointer, keys: [String]
    ) -> GObjectRef? {
        guard let schema = g_settings_schema_source_lookup(source, identifier, 0) else { return nil }
        defer { g_settings_schema_unref(schema) }
        // An older version of the schema may be installed.
        guard keys.allSatisfy({ g_settings_schema_has_key(schema, $0) != 0 }) else { return nil }
        return GObjectRef(adopting: Handle(g_settings_new_full(schema, nil, path)))
    }
}
