import CSecret
// Two modules declare GLib's types, and Swift expects those of CSoup.
import CSoup
import StargazerCore

extension TokenStoreFailure {
    /// Maps an error of libsecret, GDBus or GIO, and frees it. Its text is discarded: the keyring wrote it and could
    /// put anything in it.
    init(consuming error: UnsafeMutablePointer<GError>) {
        defer { g_error_free(error) }
        let code = error.pointee.code
        switch error.pointee.domain {
        case secret_error_get_quark():
            self = code == Int32(SECRET_ERROR_IS_LOCKED.rawValue) ? .locked : .refused(code: Int(code))
        case g_dbus_error_quark():
            self = TokenStoreFailure(busError: code)
        case g_io_error_quark():
            self = TokenStoreFailure(ioError: code)
        default:
            // Launching a bus failed because no address is known.
            self = .noBus
        }
    }

    private init(busError code: Int32) {
        switch UInt32(bitPattern: code) {
        case G_DBUS_ERROR_SERVICE_UNKNOWN.rawValue, G_DBUS_ERROR_NAME_HAS_NO_OWNER.rawValue,
            G_DBUS_ERROR_SPAWN_EXEC_FAILED.rawValue...G_DBUS_ERROR_SPAWN_NO_MEMORY.rawValue:
            self = .noService
        case G_DBUS_ERROR_NO_REPLY.rawValue, G_DBUS_ERROR_TIMEOUT.rawValue, G_DBUS_ERROR_TIMED_OUT.rawValue:
            self = .timedOut
        case G_DBUS_ERROR_NO_SERVER.rawValue, G_DBUS_ERROR_DISCONNECTED.rawValue:
            self = .noBus
        default:
            self = .refused(code: Int(code))
        }
    }

    private init(ioError code: Int32) {
        switch UInt32(bitPattern: code) {
        case G_IO_ERROR_CANCELLED.rawValue: self = .cancelled
        case G_IO_ERROR_TIMED_OUT.rawValue: self = .timedOut
        case G_IO_ERROR_DBUS_ERROR.rawValue: self = .refused(code: Int(code))
        // Connecting to the bus failed, or the connection was lost.
        default: self = .noBus
        }
    }
}
