import CSecret

/// How a secret is filed: what another program has to ask for to find it.
enum TokenSchema {
    static let name = "io.github.stargazer_app.Stargazer.Token"

    /// The attributes of one service's secret.
    static func attributes(service: KeyringService, server: String, account: String) -> AttributeTable {
        AttributeTable(["service": service.name, "server": server, "account": account])
    }

    /// The attribute that all secrets of a server have, those of earlier versions as well.
    static func attributes(server: String) -> AttributeTable { AttributeTable(["server": server]) }

    /// Whether the item is a secret of this program. Of a locked one GNOME's key store says only that it is of no kind it knows.
    static func matches(_ item: SecretItemRef) -> Bool {
        let schema = item.attribute("xdg:schema")
        return schema == name || (item.isLocked && schema == "org.freedesktop.Secret.Generic")
    }

    /// What the desktop's password program lists it as.
    static func label(server: String, account: String) -> String { "Stargazer: \(account) on \(server)" }

    /// The caller owns the schema (full transfer).
    static func make() -> UnsafeMutablePointer<SecretSchema>? {
        // Every attribute is a string, whose number is 0: a table of names without values says so.
        let types = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, nil)
        defer { g_hash_table_unref(types) }
        for name in ["service", "server", "account"] { g_hash_table_insert(types, g_strdup(name), nil) }
        return secret_schema_newv(name, SECRET_SCHEMA_NONE, types)
    }
}

/// Owns a table of texts by name.
final class AttributeTable {
    let pointer: OpaquePointer?

    init(_ texts: [String: String]) {
        pointer = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        for (name, text) in texts { g_hash_table_insert(pointer, g_strdup(name), g_strdup(text)) }
    }

    deinit { g_hash_table_unref(pointer) }
}
