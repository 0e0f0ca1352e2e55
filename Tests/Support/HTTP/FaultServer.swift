import CGNU
public import Foundation
import Glibc
public import StargazerServices
import Synchronization

/// A server on a loopback port that sends exactly the bytes a test wants, including invalid HTTP.
public final class FaultServer: Sendable {
    public let port: UInt16
    /// The received heads of the requests of all connections.
    public let requests: EventRecorder<String>
    /// One event for each accepted connection, with or without data.
    public let connections = EventRecorder<Void>()
    /// One event for each connection that the client closed while the server was still reading.
    public let disconnects: EventRecorder<Void>
    private let listener: Int32
    private let open: OpenSockets

    /// - Parameter behavior: Runs on its own thread for each connection, which closes when it returns.
    public init(_ behavior: @escaping @Sendable (FaultConnection) -> Void) throws {
        // Close-on-exec: a child process started meanwhile would keep these connections open.
        let closesInPrograms = Int32(SOCK_CLOEXEC.rawValue)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closesInPrograms, 0)
        self.listener = listener
        guard listener >= 0 else { throw POSIXError(.EMFILE) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 512) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        let requests = EventRecorder<String>()
        let disconnects = EventRecorder<Void>()
        let open = OpenSockets()
        let connections = connections
        self.requests = requests
        self.disconnects = disconnects
        self.open = open
        Thread.detachNewThread {
            while true {
                let descriptor = accept4(listener, nil, nil, closesInPrograms)
                if descriptor < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
                // Closed here: elsewhere, this thread might accept the connections of the next socket of that number.
                guard descriptor >= 0 else { return _ = Glibc.close(listener) }
                connections.add(())
                let connection = FaultConnection(descriptor, requests: requests, disconnects: disconnects)
                guard open.add(connection) else {
                    connection.close()
                    continue
                }
                Thread.detachNewThread {
                    behavior(connection)
                    open.remove(connection)
                    connection.close()
                }
            }
        }
    }

    /// Creates a server that answers every request on every connection, and keeps connections open.
    public static func responding(_ response: @escaping @Sendable (String) -> String) throws -> FaultServer {
        try FaultServer { connection in
            while let head = connection.readRequest() { connection.send(response(head)) }
        }
    }

    public func url(_ path: String = "/") -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(filePath: "/")
    }

    /// Returns the policy for a server that the user configured: pictures may be loaded from it.
    public func trusted() throws -> PictureAddressPolicy {
        PictureAddressPolicy(trusting: [try APIServer(apiURL: url("").absoluteString)])
    }

    /// Refuses new connections and closes open ones.
    public func stop() {
        // The first time only: the thread closes the listener then, and another socket may get its number.
        if open.closeAll() { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    deinit { stop() }
}

/// Closes open connections when the server stops, so a behavior that waits for its client ends.
private final class OpenSockets: Sendable {
    private let state = Mutex<(ended: Bool, connections: [FaultConnection])>((false, []))

    func add(_ connection: FaultConnection) -> Bool {
        state.withLock {
            if !$0.ended { $0.connections.append(connection) }
            return !$0.ended
        }
    }

    func remove(_ connection: FaultConnection) {
        state.withLock { $0.connections.removeAll { $0 === connection } }
    }

    /// Returns whether it is the first call.
    func closeAll() -> Bool {
        state.withLock { state in
            for connection in state.connections { connection.end() }
            defer { state.ended = true }
            return !state.ended
        }
    }
}
