import CSecret
import StargazerCore
import Testing

@testable import StargazerServices

struct TokenStoreFailureTests {
    @Test(arguments: [
        (G_DBUS_ERROR_SERVICE_UNKNOWN, TokenStoreFailure.noService), (G_DBUS_ERROR_NAME_HAS_NO_OWNER, .noService),
        (G_DBUS_ERROR_SPAWN_CHILD_EXITED, .noService), (G_DBUS_ERROR_NO_REPLY, .timedOut),
        (G_DBUS_ERROR_DISCONNECTED, .noBus), (G_DBUS_ERROR_ACCESS_DENIED, .refused(code: 9)),
    ])
    func `an error of the bus`(code: GDBusError, means: TokenStoreFailure) throws {
        #expect(try failure(g_dbus_error_quark(), Int32(code.rawValue)) == means)
    }

    @Test(arguments: [
        (G_IO_ERROR_CANCELLED, TokenStoreFailure.cancelled), (G_IO_ERROR_TIMED_OUT, .timedOut),
        (G_IO_ERROR_CLOSED, .noBus), (G_IO_ERROR_DBUS_ERROR, .refused(code: 36)),
    ])
    func `an error of the connection`(code: GIOErrorEnum, means: TokenStoreFailure) throws {
        #expect(try failure(g_io_error_quark(), Int32(code.rawValue)) == means)
    }

    @Test(arguments: [
        (SECRET_ERROR_IS_LOCKED, TokenStoreFailure.locked), (SECRET_ERROR_PROTOCOL, .refused(code: 1)),
    ])
    func `an error of the key store`(code: SecretError, means: TokenStoreFailure) throws {
        #expect(try failure(secret_error_get_quark(), Int32(code.rawValue)) == means)
    }

    private func failure(_ domain: GQuark, _ code: Int32) throws -> TokenStoreFailure {
        TokenStoreFailure(consuming: try #require(g_error_new_literal(domain, code, "what the service says")))
    }
}
