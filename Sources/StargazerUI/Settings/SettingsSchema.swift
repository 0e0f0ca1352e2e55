import CStargazer
import GtkBridge

/// Finds the description of the settings first: without one, GSettings would end the process.
@MainActor enum SettingsSchema {
    /// - Parameters:
    ///   - path: where they are kept, for a description that does not say; nil for one that does.
    ///   - folders: looked at before the system's, in this order; what holds no compiled descriptions is passed over.
    ///   - keys: all that will be read or written.
    /// - Returns: the settings; nil when no description of them, with all the keys, is to be found.
    static func open(
        _ identifier: String, at path: String? = nil, folders: [String], keys: [String]
    ) -> GObjectRef? {
        for folder in folders {
            guard let source = g_settings_schema_source_new_from_directory(folder, nil, 0, nil) else { continue }
            defer { g_settings_schema_source_unref(source) }
            if let settings = open(identifier, at: path, in: source, keys: keys) { return settings }
        }
        // The system's is borrowed, and there is none where no program describes any settings.
        return g_settings_schema_source_get_default().flatMap { open(identifier, at: path, in: $0, keys: keys) }
    }

    private static func open(
        _ identifier: String, at path: String?, in source: OpaquePointer, keys: [String]
    ) -> GObjectRef? {
        guard let schema = g_settings_schema_source_lookup(source, identifier, 0) else { return nil }
        defer { g_settings_schema_unref(schema) }
        // One of an older version may be installed.
        guard keys.allSatisfy({ g_settings_schema_has_key(schema, $0) != 0 }) else { return nil }
        return GObjectRef(adopting: Handle(g_settings_new_full(schema, nil, path)))
    }
}
