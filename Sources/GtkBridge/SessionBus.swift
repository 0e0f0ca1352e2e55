import CAdwaita

@MainActor public enum SessionBus {
    public enum Response: Equatable, Sendable {
        case returned
        /// - Parameter error: the D-Bus name of the error; nil for one that no program sent, such as the end of the time.
        case failed(error: String?)
    }

    /// Calls a method, and starts the service if it does not run. Its results are ignored.
    /// - Returns: after 25 s at the latest.
    public static func call(
        _ method: String, of interface: String, at path: String, on service: String, _ arguments: [DBusValue]
    ) async -> Response {
        await withCheckedContinuation { continuation in
            let call = Call(
                method: method, interface: interface, path: path, service: service, arguments: arguments,
                done: { continuation.resume(returning: $0) })
            g_bus_get(G_BUS_TYPE_SESSION, nil, connected, Box(call, name: "call \(method)").passRetained())
        }
    }
}

private struct Call {
    var method: String
    var interface: String
    var path: String
    var service: String
    var arguments: [DBusValue]
    var done: @MainActor (SessionBus.Response) -> Void
}

/// GIO calls back in the main context of the thread that made the call: the main thread. The call's box is released once
/// it is done.
private let connected: GAsyncReadyCallback = { _, result, box in
    guard let result, let box else { return }
    nonisolated(unsafe) let (answer, pointer) = (result, box)
    MainActor.assumeIsolated {
        guard let call = Box<Call>.peek(pointer) else { return destroyBox(pointer) }
        var slot = GLibError.Slot()
        guard let bus = g_bus_get_finish(answer, &slot.error) else {
            destroyBox(pointer)
            return call.done(.failed(error: slot.takeRemoteName()))
        }
        let connection = GObjectRef(adopting: Handle(bus))
        g_dbus_connection_call(
            connection.opaque, call.service, call.path, call.interface, call.method,
            DBusValue.tuple(call.arguments).variant(), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, responded, pointer)
    }
}

private let responded: GAsyncReadyCallback = { bus, result, box in
    guard let bus, let result, let box else { return }
    nonisolated(unsafe) let (source, answer, pointer) = (bus, result, box)
    MainActor.assumeIsolated {
        guard let call = Box<Call>.peek(pointer) else { return destroyBox(pointer) }
        destroyBox(pointer)
        var slot = GLibError.Slot()
        guard let results = g_dbus_connection_call_finish(OpaquePointer(source), answer, &slot.error) else {
            // Some respond when the user is done with the window that the call has opened.
            if g_error_matches(slot.error, g_io_error_quark(), gint(G_IO_ERROR_TIMED_OUT.rawValue)) != 0 {
                _ = slot.take()
                return call.done(.returned)
            }
            return call.done(.failed(error: slot.takeRemoteName()))
        }
        g_variant_unref(results)
        call.done(.returned)
    }
}

extension GLibError.Slot {
    /// Returns the D-Bus name of the error, and frees the C error.
    fileprivate mutating func takeRemoteName() -> String? {
        guard let error else { return nil }
        defer { _ = take() }
        guard g_dbus_error_is_remote_error(error) != 0, let name = g_dbus_error_get_remote_error(error) else {
            return nil
        }
        defer { g_free(name) }
        return String(cString: name)
    }
}

/// Tells the desktop that another program is about to start, so that its window may come to the front.
@MainActor public struct StartupNotification {
    /// What the started program passes to its window; nil where the desktop has no such notifications.
    public let token: String?
    private let context: GObjectRef

    /// - Parameter name: the name of the program, which the desktop may show.
    public init?(of name: String) {
        guard let display = gdk_display_get_default(),
            let context = gdk_display_get_app_launch_context(display),
            let info = g_app_info_create_from_commandline(
                "true", name, G_APP_INFO_CREATE_SUPPORTS_STARTUP_NOTIFICATION, nil)
        else { return nil }
        self.context = GObjectRef(adopting: Handle(context))
        let app = GObjectRef(adopting: Handle(info))
        guard let id = g_app_launch_context_get_startup_notify_id(self.context.cast(), app.opaque, nil) else {
            token = nil
            return
        }
        defer { g_free(id) }
        // The identifier has the name of the host in it, which may be in any encoding.
        token = String(validatingCString: id)
    }

    /// Ends the notification: the program did not start.
    public func fail() {
        guard let token else { return }
        g_app_launch_context_launch_failed(context.cast(), token)
    }
}
