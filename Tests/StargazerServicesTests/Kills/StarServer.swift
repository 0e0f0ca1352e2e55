import Foundation
import Glibc
import StargazerCore
@testable import StargazerLibrary
import StargazerStandIn
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// GitHub's stand-in on a loopback port, which survives the processes that use it and logs their writes.
final class StarServer: Sendable {
    /// A request to set or remove a star.
    struct Write: Sendable {
        /// The repository's full name.
        var name: String
        var isSet: Bool
        /// Whether the star was in this state before.
        var isRepeated: Bool
    }

    private final class StandInLog: Sendable {
        private let today: GitHubStandIn
        private let laterDay: GitHubStandIn
        let isLater = Mutex(false)
        let writes = Mutex<[Write]>([])

        init() throws {
            // Links take host and port from the request.
            let baseURL = try #require(URL(string: "http://127.0.0.1"))
            today = GitHubStandIn(options: StandInOptions(baseURL: baseURL, limit: .off))
            laterDay = GitHubStandIn(options: StandInOptions(baseURL: baseURL, scenario: .later, limit: .off))
        }

        func response(_ method: String, _ target: String, _ headers: [String: String]) -> StandInResponse {
            let standIn = isLater.withLock { $0 } ? laterDay : today
            let ask = { (method: String) in
                standIn.response(to: StandInRequest(method: method, target: target, headers: headers))
            }
            guard method == "PUT" || method == "DELETE" else { return ask(method) }
            return writes.withLock { writes in
                let isSet = method == "PUT"
                let wasSet = ask("GET").status == 204
                let response = ask(method)
                let name = target.split(separator: "/").suffix(2).joined(separator: "/")
                writes.append(Write(name: name, isSet: isSet, isRepeated: wasSet == isSet))
                return response
            }
        }
    }

    private let log: StandInLog
    private let server: FaultServer

    init() throws {
        let log = try StandInLog()
        self.log = log
        server = try FaultServer { connection in
            while let head = connection.readRequest() { connection.send(Self.response(head, log)) }
        }
    }

    var port: UInt16 { server.port }
    var writes: [Write] { log.writes.withLock { $0 } }

    /// Answers as on another day from now on.
    func switchToLater() { log.isLater.withLock { $0 = true } }

    private static func response(_ head: String, _ log: StandInLog) -> Data {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        guard words.count == 3 else { return Data("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8) }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (String(line[..<colon]), value)
        }
        let response = log.response(words[0], words[1], Dictionary(fields) { first, _ in first })
        var text = "HTTP/1.1 \(response.status) Status\r\n"
        for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
        if response.status != 204 { text += "content-length: \(response.body.count)\r\n" }
        return Data((text + "\r\n").utf8) + response.body
    }

    /// Returns when the requests of processes that have ended have been answered, too.
    func settled() async throws {
        // Connections are accepted in order: when this one is answered, all earlier ones have been accepted.
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
        var byte: UInt8 = 0
        let request = Array("GET\r\n\r\n".utf8)
        guard Glibc.send(socket, request, request.count, 0) == request.count, recv(socket, &byte, 1, 0) == 1 else {
            throw POSIXError(.ECONNRESET)
        }
        shutdown(socket, Int32(SHUT_WR))
        await eventually("all connections have ended") { server.disconnects.all.count == server.connections.all.count }
    }
}

/// Requests to a stand-in in the same process.
extension StarServer: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let url = request.url
        let target = url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        let headers = request.headers.merging(["User-Agent": "Stargazer", "Host": "127.0.0.1:\(port)"]) { $1 }
        let response = log.response(request.method, target, headers)
        let fields = Dictionary(response.headers.map { ($0.name, $0.value) }) { $1 }
        return HTTPResponse(status: response.status, url: url, headers: fields, body: response.body)
    }
}

extension AccountClient {
    /// The account with this token on a stand-in on this machine.
    static func standIn(
        port: UInt16, token: String, transport: any HTTPTransport, time: TimeSource
    ) throws -> AccountClient {
        let server = try APIServer(apiURL: "http://127.0.0.1:\(port)")
        let account = AccountClient(client: GitHubClient(server: server, transport: transport, time: time))
        try account.use(Credential(secret: Secret(token), host: server.host))
        return account
    }

    /// Returns all stars of the account.
    func allStars() async throws -> [Item] {
        var items: [Item] = []
        var cursor: BatchCursor?
        repeat {
            let batch = try await starred(after: cursor)
            items += batch.items.map(\.item)
            if case .more(let next) = batch.end { cursor = next } else { cursor = nil }
        } while cursor != nil
        return items
    }
}

extension TimeSource {
    /// A clock that runs a hundred times as fast as the system's from a given time on, in all processes.
    static func accelerated(since start: Date) -> TimeSource {
        TimeSource(
            now: { start + Date().timeIntervalSince(start) * 100 }, sleep: { try await Task.sleep(for: $0 / 100) })
    }
}
