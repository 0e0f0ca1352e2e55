import CAdwaita

/// An object on the session bus with one interface. It is registered as long as this instance lives.
@MainActor public final class DBusObject {
    /// Answers one call with the results in the order of the interface, or nil for invalid arguments.
    public typealias Answer = @MainActor (_ method: String, _ arguments: [DBusValue]) async -> [DBusValue]?

    private let connection: GObjectRef
    private let registration: guint

    /// Registers the object. Calls whose arguments do not match the interface are refused before `answer` runs.
    /// - Parameters:
    ///   - path: Object path.
    ///   - interface: D-Bus introspection XML with this interface only.
    ///   - answer: Called on the main actor, also concurrently.
    /// - Returns: nil when there is no session bus.
    public init?(path: String, interface: String, answer: @escaping Answer) {
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
            Box(answer, name: "D-Bus object \(path)").passRetained(), destroyBox, nil)
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
        guard let answer = Box<DBusObject.Answer>.peek(pointer), let arguments else { return refuse(call, name) }
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
