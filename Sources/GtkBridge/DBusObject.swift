import CAdwaita

/// An object on the session bus with one interface. It is registered as long as this instance lives.
@MainActor public final class DBusObject {
    /// Answers one call with the results in the order of the interface, or nil for invalid arguments.
    public typealias MethodHandler = @MainActor (_ method: String, _ arguments: [DBusValue]) async -> [DBusValue]?

    private let connection: GObjectRef
    private let registration: guint

    /// Registers the object. Calls whose arguments do not match the interface are refused before `handler` runs.
    /// - Parameters:
    ///   - interface: D-Bus introspection XML with this interface only.
    ///   - handler: Called on the main actor, also concurrently.
    /// - Returns: nil when there is no session bus.
    public init?(path: String, interface: String, handler: @escaping MethodHandler) {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        connection = GObjectRef(adopting: Handle(bus))
        var slot = GLibError.Slot()
        guard let node = g_dbus_node_info_new_for_xml(interface, &slot.error) else {
            Log.critical("\(path): \(slot.take())")
            return nil
        }
        defer { g_dbus_node_info_unref(node) }
        var calls = GDBusInterfaceVTable()
        calls.method_call = called
        registration = g_dbus_connection_register_object(
            connection.opaque, path, node.pointee.interfaces[0], &calls,
            Box(handler, name: "D-Bus object \(path)").passRetained(), destroyBox, nil)
        if registration == 0 { return nil }
    }

    isolated deinit { _ = g_dbus_connection_unregister_object(connection.opaque, registration) }
}

/// GDBus calls this in the main context of the thread that registered the object: the main thread.
private let called: GDBusInterfaceMethodCallFunc = { _, _, _, _, method, parameters, invocation, box in
    guard let method, let parameters, let invocation, let box else { return }
    let name = String(cString: method)
    let arguments: [DBusValue]? = if case .tuple(let values)? = DBusValue(parameters) { values } else { nil }
    nonisolated(unsafe) let (call, pointer) = (invocation, box)
    MainActor.assumeIsolated {
        guard let answer = Box<DBusObject.MethodHandler>.peek(pointer), let arguments else { return refuse(call, name) }
        Task {
            guard let results = await answer(name, arguments) else { return refuse(call, name) }
            g_dbus_method_invocation_return_value(call, DBusValue.tuple(results).variant())
        }
    }
}

@MainActor private func refuse(_ call: OpaquePointer, _ method: String) {
    g_dbus_method_invocation_return_dbus_error(
        call, "org.freedesktop.DBus.Error.InvalidArgs", "\(method) was not understood")
}

/// A D-Bus value of one of the types that the desktop's interfaces use.
public enum DBusValue: Hashable, Sendable {
    case bool(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    /// - Parameter of: D-Bus type of each element.
    indirect case array([DBusValue], of: String)
    indirect case tuple([DBusValue])
    /// Values of any type by name: `a{sv}`.
    indirect case dictionary([String: DBusValue])

    /// Reads a value; nil when it contains a type that has no case. Dictionaries are not read.
    init?(_ variant: OpaquePointer) {
        switch g_variant_classify(variant) {
        case G_VARIANT_CLASS_BOOLEAN: self = .bool(g_variant_get_boolean(variant) != 0)
        case G_VARIANT_CLASS_INT32: self = .int32(g_variant_get_int32(variant))
        case G_VARIANT_CLASS_UINT32: self = .uint32(g_variant_get_uint32(variant))
        case G_VARIANT_CLASS_DOUBLE: self = .double(g_variant_get_double(variant))
        case G_VARIANT_CLASS_STRING: self = .string(Self.text(of: variant))
        case G_VARIANT_CLASS_ARRAY:
            guard let children = Self.children(of: variant) else { return nil }
            let type = String(cString: g_variant_get_type_string(variant))
            self = .array(children, of: String(type.dropFirst()))
        case G_VARIANT_CLASS_TUPLE:
            guard let children = Self.children(of: variant) else { return nil }
            self = .tuple(children)
        default: return nil
        }
    }

    /// The most elements of an array or tuple, and characters of a string, that are read: any program can call.
    static let (maxElements, maxLength) = (100, 1_000)

    private static func text(of variant: OpaquePointer) -> String {
        var count: gsize = 0
        guard let start = g_variant_get_string(variant, &count) else { return "" }
        // A character has at most four bytes; the last one may be cut.
        let bytes = UnsafeRawBufferPointer(start: start, count: min(Int(count), 4 * maxLength))
        return String(String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(maxLength))
    }

    private static func children(of variant: OpaquePointer) -> [DBusValue]? {
        var children: [DBusValue] = []
        for index in 0..<min(g_variant_n_children(variant), gsize(maxElements)) {
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            guard let value = DBusValue(child) else { return nil }
            children.append(value)
        }
        return children
    }

    /// The string; nil for any other type.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The strings of an array of strings; nil for any other type.
    public var texts: [String]? {
        guard case .array(let values, of: "s") = self else { return nil }
        return values.compactMap(\.text)
    }

    /// Returns the GVariant, floating: the function that it is passed to owns it.
    func variant() -> OpaquePointer {
        switch self {
        case .bool(let value): return g_variant_new_boolean(value ? 1 : 0)
        case .int32(let value): return g_variant_new_int32(value)
        case .uint32(let value): return g_variant_new_uint32(value)
        case .double(let value): return g_variant_new_double(value)
        case .string(let text):
            // A C string ends at the first NUL.
            return g_variant_new_string(text.replacing("\0", with: " "))
        case .bytes(let bytes):
            return Self.type("y") { type in g_variant_new_fixed_array(type, bytes, gsize(bytes.count), 1) }
        case .array(let values, of: let element):
            return Self.type(element) { type in
                Self.variants(values) { g_variant_new_array(type, $0.baseAddress, gsize(values.count)) }
            }
        case .tuple(let values):
            return Self.variants(values) { g_variant_new_tuple($0.baseAddress, gsize(values.count)) }
        case .dictionary(let values):
            let entries = values.sorted { $0.key < $1.key }.map { name, value in
                g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value.variant()))
            }
            return Self.type("{sv}") { g_variant_new_array($0, entries, gsize(entries.count)) }
        }
    }

    private static func variants(
        _ values: [DBusValue], _ make: (UnsafeBufferPointer<OpaquePointer?>) -> OpaquePointer
    ) -> OpaquePointer {
        let children: [OpaquePointer?] = values.map { $0.variant() }
        return children.withUnsafeBufferPointer(make)
    }

    private static func type(_ text: String, _ make: (OpaquePointer?) -> OpaquePointer) -> OpaquePointer {
        let type = g_variant_type_new(text)
        defer { g_variant_type_free(type) }
        return make(type)
    }
}
