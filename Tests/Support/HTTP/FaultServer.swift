import CGNU
public import Foundation
import Glibc
public import StargazerServices
import Synchronization

/// A server on a loopback port that does with its sockets whatever the test tells it, down to the single byte: what
/// no well-behaved server library would send.
public final class FaultServer: Sendable {
    public let port: UInt16
    /// The heads of the requests as they came, over all connections.
    public let requests: EventRecorder<String>
    /// One for each connection that was made, whether or not anything was sent over it.
    public let connections = EventRecorder<Void>()
    /// One for each connection whose client has hung up while the server still listened to it.
    public let disconnects: EventRecorder<Void>
    private let listener: Int32
    private let open: OpenSockets

    /// - Parameter behavior: runs on a thread of its own for every connection; it is closed when this returns.
    public init(_ behavior: @escaping @Sendable (FaultConnection) -> Void) throws {
        // A program that is started meanwhile would keep the connections open that are closed here.
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
                guard descriptor >= 0 else { return }
                connections.add(())
                let connection = FaultConnection(descriptor, requests: requests, disconnects: disconnects)
                guard open.add(connection) else { return connection.close() }
                Thread.detachNewThread {
                    behavior(connection)
                    open.remove(connection)
                    connection.close()
                }
            }
        }
    }

    /// Answers every request on every connection, keeping it open between them.
    public static func answering(_ answer: @escaping @Sendable (String) -> String) throws -> FaultServer {
        try FaultServer { connection in
            while let head = connection.readRequest() { connection.send(answer(head)) }
        }
    }

    public func url(_ path: String = "/") -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(filePath: "/")
    }

    /// As where the user has named this server: pictures may be loaded from it.
    public func trusted() throws -> PictureAddressPolicy {
        PictureAddressPolicy(trusting: [try APIServer(apiURL: url("").absoluteString)])
    }

    /// Refuses what comes from now on and ends what is open.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        open.closeAll()
    }

    deinit {
        stop()
        Glibc.close(listener)
    }
}

/// So that a behavior that waits for its client ends with the server.
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

    func closeAll() {
        state.withLock {
            $0.ended = true
            for connection in $0.connections { connection.end() }
        }
    }
}
