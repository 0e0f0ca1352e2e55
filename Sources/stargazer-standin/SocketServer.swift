import CSoup
import Foundation
import StargazerStandIn

/// The stand-in behind a socket of 127.0.0.1, with libsoup's server on the main context. It runs as long as `run`.
final class SocketServer {
    private let arguments: Arguments
    private let log = FileHandle.standardOutput

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Serves until a SIGTERM or SIGINT.
    func run() throws(UsageError) {
        guard let server = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil) else {
            throw UsageError(message: "no server could be made")
        }
        defer { g_object_unref(server) }
        let soup = UnsafeMutableRawPointer(server).assumingMemoryBound(to: SoupServer.self)
        let base = try listen(soup)
        let standIn = StandInServices(
            options: StandInOptions(
                baseURL: base, scenario: arguments.scenario, limit: arguments.limit, latency: arguments.latency))
        let handler = RequestHandler(standIn, log: log)
        // The server owns the handler from here. Its destroy notify releases the handler when it is removed.
        soup_server_add_handler(
            soup, nil,
            { _, message, _, _, data in
                guard let message, let data else { return }
                Unmanaged<RequestHandler>.fromOpaque(data).takeUnretainedValue().handle(message)
            }, Unmanaged.passRetained(handler).toOpaque(),
            { data in
                if let data { Unmanaged<RequestHandler>.fromOpaque(data).release() }
            })
        let loop = g_main_loop_new(nil, 0)
        defer { g_main_loop_unref(loop) }
        for number in [SIGTERM, SIGINT] { Self.quit(loop, on: number) }
        log.write(Data("listening on \(base.absoluteString)\n".utf8))
        g_main_loop_run(loop)
        soup_server_disconnect(soup)
    }

    /// Handles the signal in the loop, so no signal is lost, however early it comes.
    private static func quit(_ loop: OpaquePointer?, on number: Int32) {
        g_unix_signal_add(
            number,
            { loop in
                g_main_loop_quit(loop.map { OpaquePointer($0) })
                return 0
            }, loop.map { UnsafeMutableRawPointer($0) })
    }

    private func listen(_ server: UnsafeMutablePointer<SoupServer>) throws(UsageError) -> URL {
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        guard soup_server_listen_local(server, arguments.port, SOUP_SERVER_LISTEN_IPV4_ONLY, &error) != 0 else {
            let reason = error.map { String(cString: $0.pointee.message) } ?? "unknown reason"
            throw UsageError(message: "cannot listen on port \(arguments.port): \(reason)")
        }
        let addresses = soup_server_get_uris(server)
        defer { g_slist_free_full(addresses) { g_uri_unref(OpaquePointer($0)) } }
        let port = addresses.map { g_uri_get_port(OpaquePointer($0.pointee.data)) } ?? 0
        guard let base = URL(string: "http://127.0.0.1:\(port)") else { throw UsageError(message: "no port") }
        return base
    }
}
