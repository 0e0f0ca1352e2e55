import CGio
import CSecret
import CSoup
import Foundation
import StargazerCore

/// Accesses the secrets of this program inside a Flatpak sandbox, where the Secret Service cannot be reached. libsecret
/// keeps them in a file of the sandbox, encrypted with a key that the desktop gives to this program alone (the portal
/// `org.freedesktop.portal.Secret`). Nothing in it is locked, and no earlier version wrote to it.
actor SandboxKeyring: SecretAccess {
    /// Whether this process runs in such a sandbox.
    static var isNeeded: Bool { FileManager.default.fileExists(atPath: "/.flatpak-info") }

    nonisolated let executor = KeyringThread()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func token(of owner: KeyringService, server: String) async throws(TokenStoreFailure) -> StoredToken? {
        let items = try await items(of: owner, server: server)
        guard let newest = items.max(by: { $0.modified < $1.modified }) else { return nil }
        let done = await result { cancellable, done, box in
            secret_retrievable_retrieve_secret(newest.pointer, cancellable, done, box)
        }
        let value = try done.value { secret_retrievable_retrieve_secret_finish(newest.pointer, $0, $1) }
        return value.map(Secret.init(consuming:)).map { StoredToken(secret: $0, login: newest.account) }
    }

    /// Stores the token before it removes those of other accounts, so that a failure leaves one.
    func store(
        _ token: Secret, of owner: KeyringService, account: String, server: String
    ) async throws(TokenStoreFailure) {
        let old = try await items(of: owner, server: server)
        let schema = TokenSchema.make()
        defer { secret_schema_unref(schema) }
        let attributes = TokenSchema.attributes(service: owner, server: server, account: account)
        let value = SecretValueRef(token)
        let done = await result { cancellable, done, box in
            secret_password_storev_binary(
                schema, attributes.pointer, nil, TokenSchema.label(server: server, account: account), value.pointer,
                cancellable, done, box)
        }
        _ = try done.value { secret_password_store_finish($0, $1) }
        for item in old where item.account != account { try await clear(owner, server, item.account) }
    }

    func remove(of owner: KeyringService, server: String) async throws(TokenStoreFailure) {
        for item in try await items(of: owner, server: server) { try await clear(owner, server, item.account) }
    }

    func unlock(for owner: KeyringService, server: String) {}

    func provider() -> String? { "a file of the sandbox" }

    private func clear(_ owner: KeyringService, _ server: String, _ account: String) async throws(TokenStoreFailure) {
        let schema = TokenSchema.make()
        defer { secret_schema_unref(schema) }
        let attributes = TokenSchema.attributes(service: owner, server: server, account: account)
        let done = await result { cancellable, done, box in
            secret_password_clearv(schema, attributes.pointer, cancellable, done, box)
        }
        _ = try done.value { secret_password_clear_finish($0, $1) }
    }

    private func items(of owner: KeyringService, server: String) async throws(TokenStoreFailure) -> [SandboxItem] {
        let schema = TokenSchema.make()
        defer { secret_schema_unref(schema) }
        let attributes = AttributeTable(["service": owner.name, "server": server])
        let done = await result { cancellable, done, box in
            secret_password_searchv(schema, attributes.pointer, SECRET_SEARCH_ALL, cancellable, done, box)
        }
        return SandboxItem.all(adopting: try done.value { secret_password_search_finish($0, $1) })
    }
}

/// Owns a secret of libsecret's file.
private final class SandboxItem {
    let pointer: OpaquePointer

    private init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// Takes over a list and the references of its items.
    static func all(adopting list: UnsafeMutablePointer<GList>?) -> [SandboxItem] {
        defer { g_list_free(list) }
        return sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }
            .compactMap { $0?.pointee.data.map { SandboxItem(adopting: OpaquePointer($0)) } }
    }

    var modified: UInt64 { UInt64(secret_retrievable_get_modified(pointer)) }

    /// The `account` attribute, empty without one.
    var account: String {
        guard let attributes = secret_retrievable_get_attributes(pointer) else { return "" }
        defer { g_hash_table_unref(attributes) }
        return g_hash_table_lookup(attributes, "account").map {
            String(cString: $0.assumingMemoryBound(to: CChar.self))
        }
            ?? ""
    }
}
