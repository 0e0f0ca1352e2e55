public import Foundation
public import StargazerCore

/// What a body may be. It fixes the content types that are let through, the size and the time.
public enum HTTPBodyKind: Sendable, Hashable {
    /// 8 MB, 15 s, `application/json` and the vendor types that end in `+json`; complete JSON.
    case json
    /// 8 MB, 15 s, and whatever text the server calls it, since some answer a refusal under another type: whether it is
    /// JSON, and whole, is seen when it is read.
    case text
    /// 4 MB, 30 s, `image/png`, `image/jpeg`, `image/gif`, `image/webp`.
    case picture
    /// The same as it is kept in a file of the person's: 32 MB, 120 s.
    case largePicture
    /// 64 KB, 15 s; whatever comes is read and dropped.
    case none

    var isPicture: Bool { self == .picture || self == .largePicture }
}

public struct HTTPRequest: Sendable, Hashable {
    public var method: String
    public var url: URL
    /// Field names as sent; the user agent is the transport's.
    public var headers: [String: String]
    public var body: Data?
    public var expects: HTTPBodyKind

    public init(
        method: String = "GET", url: URL, headers: [String: String] = [:], body: Data? = nil,
        expects: HTTPBodyKind = .json
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.expects = expects
    }
}

/// However it is printed, dumped or reflected, also inside another value: the names of the fields, none of their
/// values, and of the address no more than a log may hold. One of the fields is who asks.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let place = WebAddress(url.absoluteString)?.logText ?? "no web address"
        return "\(method) \(place) [\(headers.keys.sorted().joined(separator: " "))]"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

public struct HTTPResponse: Sendable, Hashable {
    public var status: Int
    /// Where the answer came from, after redirects.
    public var url: URL
    private var fields: [String: String]
    public var body: Data
    /// Nil for what the server has just said.
    public var cached: CachedResponse?

    /// - Parameter headers: fields of one name are joined by `, ` already.
    public init(status: Int, url: URL, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.url = url
        self.fields = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        self.body = body
    }

    /// The field's value; names are compared without regard to case.
    public func header(_ name: String) -> String? { fields[name.lowercased()] }
}

/// Why no usable answer came. A status of 400 and above is an answer, not a failure of the transport.
public enum HTTPFailure: Error, Sendable, Hashable {
    /// No such host, connection refused, network unreachable, connection lost.
    case offline
    case timedOut
    case cancelled
    case tooLarge(limit: Int)
    /// The type that came, or nil when none was named.
    case wrongContentType(String?)
    /// The body ended before it was complete, or is not what its type promises.
    case truncated
    case redirectRefused(to: String)
    /// A picture has an address that pictures are not loaded from; nothing was sent there.
    case addressRefused
    case tooManyRedirects
    /// The server could not prove who it is; never retried.
    case insecure
    /// Not HTTP, or headers beyond all measure.
    case malformed
}

/// The one seam to the network.
public protocol HTTPTransport: Sendable {
    /// Cancelling the task answers `.cancelled` at once, also while the request waits in line.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
    /// - Parameter arrived: told how many bytes of the body are there, and of how many where the server says so.
    func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(HTTPFailure) -> HTTPResponse
}

extension HTTPTransport {
    public func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(HTTPFailure) -> HTTPResponse { try await send(request) }
}
