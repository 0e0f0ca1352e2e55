import CSecret

/// The schema of the secrets in the keyring, by which other programs can find them.
enum TokenSchema {
    static let name = "io.github.stargazer_app.Stargazer.Token"

    /// The attributes of a service's secret.
    static func attributes(service: KeyringService, server: String, account: String) -> AttributeTable {
        AttributeTable(["service": service.name, "server": server, "account": account])
    }

    /// The attribute that all secrets of a server have, including those of earlier versions.
    static func attributes(server: String) -> AttributeTable { AttributeTable(["server": server]) }

    /// Whether the item is a secret of this program. GNOME Keyring reports a locked item with a generic schema.
    static func matches(_ item: SecretItemRef) -> Bool {
        let schema = item.attribute("xdg:schema")
        return schema == name || (item.isLocked && schema == "org.freedesktop.Secret.Generic")
    }

    /// The label shown in password managers.
    static func label(server: String, account: String) -> String { "Stargazer: \(account) on \(server)" }

    /// Creates the schema, which the caller owns (full transfer).
    static func make() -> UnsafeMutablePointer<SecretSchema>? {
        // All attributes are strings (type 0), so the table has names without values.
        let types = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, nil)
        defer { g_hash_table_unref(types) }
        for name in ["service", "server", "account"] { g_hash_table_insert(types, g_strdup(name), nil) }
        return secret_schema_newv(name, SECRET_SCHEMA_NONE, types)
    }
}

/// Owns a hash table of strings.
final class AttributeTable {
    let pointer: OpaquePointer?

    init(_ texts: [String: String]) {
        pointer = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        for (name, text) in texts { g_hash_table_insert(pointer, g_strdup(name), g_strdup(text)) }
    }

    deinit { g_hash_table_unref(pointer) }
}
