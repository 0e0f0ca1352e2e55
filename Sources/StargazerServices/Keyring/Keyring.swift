import CGio
import CSecret
// Two modules declare GLib's types, and Swift expects those of CSoup.
import CSoup
import Foundation
import StargazerCore

/// Accesses this program's secrets on its own thread, as `TokenStore` does, but only `unlock` prompts.
protocol SecretAccess: Actor {
    nonisolated var executor: KeyringThread { get }
    func token(of owner: KeyringService, server: String) async throws(TokenStoreFailure) -> StoredToken?
    func store(
        _ token: Secret, of owner: KeyringService, account: String, server: String
    ) async throws(TokenStoreFailure)
    func remove(of owner: KeyringService, server: String) async throws(TokenStoreFailure)
    func unlock(for owner: KeyringService, server: String) async throws(TokenStoreFailure)
    /// The name of what keeps the secrets, for a bug report; nil if nothing does.
    func provider() async -> String?
}

/// Accesses the Secret Service of the session bus, never libsecret's own file.
///
/// Each operation opens a new connection: there are few of them, and a restarted service needs no special handling.
/// libsecret calls back on the actor's thread.
actor Keyring: SecretAccess {
    nonisolated let executor = KeyringThread()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Returns the service's newest unlocked token; throws `.locked` if all tokens are locked.
    func token(of owner: KeyringService, server: String) async throws(TokenStoreFailure) -> StoredToken? {
        let service = try await connect()
        let items = try await findItems(server, of: owner, in: service)
        let open = items.filter { !$0.isLocked }
        guard let newest = open.max(by: { $0.modified < $1.modified }) else {
            if items.isEmpty { return nil }
            throw .locked
        }
        let done = await result { cancellable, done, box in
            secret_item_load_secret(newest.pointer, cancellable, done, box)
        }
        _ = try done.value { secret_item_load_secret_finish(newest.pointer, $0, $1) }
        return newest.secret.map { StoredToken(secret: $0, login: newest.attribute("account") ?? "") }
    }

    /// Stores a token. Throws `.locked`, without any change, if that would need a prompt.
    func store(
        _ token: Secret, of owner: KeyringService, account: String, server: String
    ) async throws(TokenStoreFailure) {
        let service = try await connect()
        let old = try await findItems(server, of: owner, in: service)
        guard !old.contains(where: \.isLocked) else { throw .locked }
        try await write(token, owner, account: account, server: server, service)
        // `write` replaced the item of the same account.
        for item in old where item.attribute("account") != account { try await delete(item) }
    }

    /// Stores a secret in the default collection, replacing the item of the same service, server and account.
    private func write(
        _ token: Secret, _ owner: KeyringService, account: String, server: String,
        _ service: SecretObjectRef<SecretService>
    ) async throws(TokenStoreFailure) {
        guard let collection = try await defaultCollection(of: service),
            secret_collection_get_locked(collection.pointer) == 0
        else { throw .locked }
        let schema = TokenSchema.make()
        defer { secret_schema_unref(schema) }
        let attributes = TokenSchema.attributes(service: owner, server: server, account: account)
        let value = SecretValueRef(token)
        let done = await result { cancellable, done, box in
            secret_service_store(
                service.pointer, schema, attributes.pointer, SECRET_COLLECTION_DEFAULT,
                TokenSchema.label(server: server, account: account), value.pointer, cancellable, done, box)
        }
        guard try done.value({ secret_service_store_finish(service.pointer, $0, $1) }) != 0 else { throw .locked }
    }

    /// Removes the service's tokens. Throws `.locked`, without any change, if that would need a prompt.
    func remove(of owner: KeyringService, server: String) async throws(TokenStoreFailure) {
        let items = try await findItems(server, of: owner, in: try await connect())
        guard !items.contains(where: \.isLocked) else { throw .locked }
        for item in items { try await delete(item) }
    }

    /// Prompts to unlock all that the token needs, or to create a keyring. Returns when it ends, whatever the choice.
    func unlock(for owner: KeyringService, server: String) async throws(TokenStoreFailure) {
        let service = try await connect()
        let items = try await findItems(server, of: owner, in: service).filter(\.isLocked)
        let collection = try await defaultCollection(of: service)
        if collection == nil, items.isEmpty { return try await createDefaultCollection(service) }
        var objects: UnsafeMutablePointer<GList>?
        defer { g_list_free(objects) }
        if let collection { objects = g_list_prepend(objects, collection.pointer) }
        for item in items { objects = g_list_prepend(objects, item.pointer) }
        let done = await result { cancellable, done, box in
            secret_service_unlock(service.pointer, objects, cancellable, done, box)
        }
        _ = try done.value { secret_service_unlock_finish(service.pointer, $0, nil, $1) }
        withExtendedLifetime((items, collection)) {}
    }

    // MARK: Steps

    private func connect() async throws(TokenStoreFailure) -> SecretObjectRef<SecretService> {
        while true {
            do {
                return try await openService()
            } catch .cancelled where !Task.isCancelled {
                // The process shares one bus connection: cancelling its setup also cancels it for every other caller.
                // Try again.
                await Task.yield()
            }
        }
    }

    private func openService() async throws(TokenStoreFailure) -> SecretObjectRef<SecretService> {
        let done = await result { cancellable, done, box in
            secret_service_open(secret_service_get_type(), nil, SECRET_SERVICE_NONE, cancellable, done, box)
        }
        guard let service = SecretObjectRef(adopting: try done.value { secret_service_open_finish($0, $1) }) else {
            throw .noService
        }
        return service
    }

    /// Returns all items of a service on a server, including locked ones, without unlocking any. The schema is compared
    /// here: GNOME Keyring finds no item by schema while it is locked.
    private func findItems(
        _ server: String, of owner: KeyringService, in service: SecretObjectRef<SecretService>
    ) async throws(TokenStoreFailure) -> [SecretItemRef] {
        let attributes = TokenSchema.attributes(server: server)
        let done = await result { cancellable, done, box in
            secret_service_search(service.pointer, nil, attributes.pointer, SECRET_SEARCH_ALL, cancellable, done, box)
        }
        let list = try done.value { secret_service_search_finish(service.pointer, $0, $1) }
        return SecretItemRef.all(adopting: list, of: service).filter { TokenSchema.matches($0) && owner.owns($0) }
    }

    private func defaultCollection(
        of service: SecretObjectRef<SecretService>
    ) async throws(TokenStoreFailure) -> SecretObjectRef<SecretCollection>? {
        let done = await result { cancellable, done, box in
            secret_collection_for_alias(
                service.pointer, SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, cancellable, done, box)
        }
        return SecretObjectRef(adopting: try done.value { secret_collection_for_alias_finish($0, $1) })
    }

    private func createDefaultCollection(_ service: SecretObjectRef<SecretService>) async throws(TokenStoreFailure) {
        let done = await result { cancellable, done, box in
            secret_collection_create(
                service.pointer, "Default", SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_CREATE_NONE, cancellable, done,
                box)
        }
        // If the user dismisses the prompt, libsecret looks for the collection anyway and reports that there is none.
        do { _ = SecretObjectRef(adopting: try done.value { secret_collection_create_finish($0, $1) }) } catch .refused
        {}
    }

    private func delete(_ item: SecretItemRef) async throws(TokenStoreFailure) {
        let done = await result { cancellable, done, box in
            secret_item_delete(item.pointer, cancellable, done, box)
        }
        _ = try done.value { secret_item_delete_finish(item.pointer, $0, $1) }
    }
}

extension Keyring {
    /// Returns the name of the process that owns the Secret Service's bus name, from `/proc`.
    func provider() -> String? {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
        let milliseconds: gint = 1000
        let name = g_variant_new_string("org.freedesktop.secrets")
        var arguments: [OpaquePointer?] = [name]
        // The bus itself answers, so a hanging key store does not matter.
        guard
            let reply = g_dbus_connection_call_sync(
                bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", g_variant_new_tuple(&arguments, 1), nil,
                G_DBUS_CALL_FLAGS_NO_AUTO_START, milliseconds, nil, nil)
        else { return nil }
        defer { g_variant_unref(reply) }
        guard let number = g_variant_get_child_value(reply, 0) else { return nil }
        defer { g_variant_unref(number) }
        let process = g_variant_get_uint32(number)
        let command = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return command?.split(separator: "\n").first.map(String.init) ?? "of unknown name"
    }
}

/// A service whose secrets are in the keyring.
public struct KeyringService: Sendable {
    /// The value of the `service` attribute.
    let name: String

    /// Whether an item of the server belongs to it. A locked item that hides its attributes counts as the service's.
    func owns(_ item: SecretItemRef) -> Bool { item.attribute("service").map { $0 == name } ?? item.isLocked }
}

/// Runs an actor on a thread with its own `GMainContext`. Calls started there also call back there, so that libsecret
/// and the window never wait for each other.
final class KeyringThread: SerialExecutor {
    let thread = NetworkThread(name: "keyring")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.perform { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    deinit { thread.stop() }
}

/// The schema of the secrets in the keyring, by which other programs can find them.
enum TokenSchema {
    static let name = "io.github.stargazer_app.Stargazer.Token"

    static func attributes(service: KeyringService, server: String, account: String) -> AttributeTable {
        AttributeTable(["service": service.name, "server": server, "account": account])
    }

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

final class SecretObjectRef<Object> {
    let pointer: UnsafeMutablePointer<Object>
    private let service: SecretObjectRef<SecretService>?

    /// - Parameter service: kept alive with the item. An item needs its service but does not retain it.
    init?(adopting pointer: UnsafeMutablePointer<Object>?, of service: SecretObjectRef<SecretService>? = nil) {
        guard let pointer else { return nil }
        self.pointer = pointer
        self.service = service
    }

    deinit { g_object_unref(pointer) }
}

typealias SecretItemRef = SecretObjectRef<SecretItem>

extension SecretObjectRef<SecretItem> {
    /// Takes over a list and the references of its items.
    static func all(adopting list: UnsafeMutablePointer<GList>?, of service: SecretObjectRef<SecretService>)
        -> [SecretItemRef]
    {
        var items: [SecretItemRef] = []
        var link = list
        while let here = link {
            let item = SecretItemRef(adopting: here.pointee.data?.assumingMemoryBound(to: SecretItem.self), of: service)
            if let item { items.append(item) }
            link = here.pointee.next
        }
        g_list_free(list)
        return items
    }

    var isLocked: Bool { secret_item_get_locked(pointer) != 0 }
    var modified: UInt64 { UInt64(secret_item_get_modified(pointer)) }

    func attribute(_ name: String) -> String? {
        guard let attributes = secret_item_get_attributes(pointer) else { return nil }
        defer { g_hash_table_unref(attributes) }
        return g_hash_table_lookup(attributes, name).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    /// The secret, if loaded. Up to here it is in memory that is never swapped out.
    var secret: Secret? {
        secret_item_get_secret(pointer).map(Secret.init(consuming:))
    }
}

/// Owns a value of libsecret, in memory that is never swapped out.
final class SecretValueRef {
    let pointer: OpaquePointer?

    init(_ secret: Secret) {
        pointer = secret_value_new(secret.revealed, gssize(secret.revealed.utf8.count), "text/plain")
    }

    deinit { secret_value_unref(pointer.map { UnsafeMutableRawPointer($0) }) }
}

extension Secret {
    /// Copies a value of libsecret, and frees it.
    init(consuming value: OpaquePointer) {
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        guard let start = secret_value_get(value, &count) else {
            self.init("")
            return
        }
        self.init(
            start.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
                String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self)
            })
    }
}
