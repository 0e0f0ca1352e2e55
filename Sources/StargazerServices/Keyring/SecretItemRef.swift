import CSecret
// Two modules declare GLib's types, and Swift expects those of CSoup.
import CSoup

/// Owns a reference to a libsecret object.
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

    /// The item's D-Bus proxy.
    var proxy: UnsafeMutablePointer<GDBusProxy> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GDBusProxy.self)
    }

    var isLocked: Bool { secret_item_get_locked(pointer) != 0 }
    var modified: UInt64 { UInt64(secret_item_get_modified(pointer)) }
    /// Whether an earlier version wrote the item, without a `service` attribute.
    var lacksServiceAttribute: Bool { attribute("service") == nil }

    func attribute(_ name: String) -> String? {
        guard let attributes = secret_item_get_attributes(pointer) else { return nil }
        defer { g_hash_table_unref(attributes) }
        return g_hash_table_lookup(attributes, name).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    /// The secret, if loaded. Up to here it is in memory that is never swapped out.
    var secret: String? {
        guard let value = secret_item_get_secret(pointer) else { return nil }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        guard let start = secret_value_get(value, &count) else { return nil }
        return start.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self)
        }
    }
}
