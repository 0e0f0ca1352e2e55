import CAdwaita

/// An object that other programs of the session call, by one interface. It is there as long as this lives.
@MainActor public final class DBusObject {
    /// Answers one call: the results in the order of the interface, or nil for a call that it cannot make sense of.
    public typealias Answer = @MainActor (_ method: String, _ arguments: [DBusValue]) async -> [DBusValue]?

    private let connection: GObjectRef
    private let registration: guint

    /// Calls whose arguments are not those of the interface are refused before anybody is asked.
    /// - Parameters:
    ///   - path: of the object.
    ///   - interface: its description, in the XML of D-Bus introspection, with nothing else in it.
    ///   - answer: called on the main actor, for several calls at once if several come.
    /// - Returns: nil where there is no session bus.
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

/// GDBus calls in the main context of the thread that registered the object, which is the main one.
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
