import CGio
import CSoup
public import Foundation
import StargazerCore
public import StargazerLibrary

/// The expected body, which determines the accepted content types and the limits of size and time.
public enum HTTPBodyKind: Sendable, Hashable {
    /// 8 MB, 15 s, `application/json` and the vendor types that end in `+json`; complete JSON.
    case json
    /// 8 MB, 15 s, JSON or any text type, as some servers label errors. The reader checks whether it is complete JSON.
    case text
    /// The first megabyte of a text file as it is: 15 s, any type but HTML, which only a gateway sends.
    case file
    /// 4 MB, 30 s, PNG, JPEG, GIF, WebP or SVG by its first bytes, of any type.
    case picture
    /// A picture that a document shows: 10 MB, 60 s, the same formats.
    case documentPicture
    /// A picture to save to a file: 32 MB, 120 s, the same formats but SVG.
    case largePicture
    /// 64 KB, 15 s; any body is read and discarded.
    case none

    var isPicture: Bool { [.picture, .documentPicture, .largePicture].contains(self) }
}

public struct HTTPRequest: Sendable, Hashable {
    public var method: String
    public var url: URL
    /// Field names as sent. The transport adds the user agent.
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

/// Prints only the method, the URL without its query, and the names of the fields. The values can hold a token, and the
/// query a key. The same holds when the request is dumped, reflected or part of another value.
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
    /// The URL of the response, after redirects.
    public var url: URL
    private var fields: [String: String]
    public var body: Data
    /// Set when the response comes from the cache; nil when the server just sent it.
    public var cached: CachedResponse?
    /// Why it was read without the account's token; nil if it was not.
    public var refusal: TokenRefusal?

    /// - Parameter headers: fields with the same name are already joined by `, `.
    public init(status: Int, url: URL, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.url = url
        self.fields = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        self.body = body
    }

    /// The type of the body without parameters, in lowercase; empty if the response names none.
    var contentType: String { HTTPBodyKind.type(header("content-type")) }

    /// Returns a field's value; the name is case-insensitive.
    public func header(_ name: String) -> String? { fields[name.lowercased()] }
}

/// The reason for a request without a usable response. A status of 400 and above is a response, not a failure.
public enum HTTPFailure: Error, Sendable, Hashable {
    /// No such host, connection refused, network unreachable, connection lost.
    case offline
    /// The response is that of a proxy: to an https request without the server's certificate, or with status 407.
    case proxyRefused(ProxyRefusal)
    case timedOut
    case cancelled
    case tooLarge(limit: Int)
    /// The type that arrived, or nil if the response names none.
    case wrongContentType(String?)
    /// The body ended early or could not be unpacked.
    case truncated
    /// HTML or XML came under the type of JSON, as from a proxy or a network that requires a login.
    case markup
    /// The body is neither JSON nor the beginning of it.
    case notJSON
    case redirectRefused(to: String)
    /// The URL is not allowed for pictures; nothing was sent there.
    case addressRefused
    case tooManyRedirects
    /// The server's certificate is not valid; never retried.
    case insecure
    /// Not HTTP, or the headers are too large.
    case malformed
}

/// The application's only access to the network.
public protocol HTTPTransport: Sendable {
    /// Sends a request. Cancelling the task throws `.cancelled` at once, even while the request waits in the queue.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
    /// - Parameter onProgress: called with the bytes of the body received and the expected total, if known.
    func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(HTTPFailure) -> HTTPResponse
}

extension HTTPTransport {
    public func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(HTTPFailure) -> HTTPResponse { try await send(request) }
}

extension CatalogFailure {
    package init(_ failure: HTTPFailure) {
        switch failure {
        case .offline: self = .offline
        case .proxyRefused(let refusal): self = .proxyRefused(refusal)
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        case .insecure: self = .insecure
        case .tooLarge: self = .unreadable(code: "too-large")
        case .wrongContentType: self = .unreadable(code: "content-type")
        case .truncated: self = .unreadable(code: "cut")
        case .markup: self = .unreadable(code: "markup")
        case .notJSON: self = .unreadable(code: "not-json")
        case .addressRefused: self = .unexpected(code: "picture-address")
        case .redirectRefused: self = .unreadable(code: "redirect")
        case .tooManyRedirects: self = .unreadable(code: "redirects")
        case .malformed: self = .unreadable(code: "http")
        }
    }
}

extension HTTPFailure {
    /// Maps an error of GIO or libsoup, and frees it.
    /// - Parameter inBody: the headers had arrived, so an early end truncates the body.
    init(consuming error: UnsafeMutablePointer<GError>?, inBody: Bool) {
        guard let error else {
            self = .offline
            return
        }
        defer { g_error_free(error) }
        let code = error.pointee.code
        switch error.pointee.domain {
        case g_tls_error_quark():
            // A peer that hangs up says nothing about its certificate.
            self = code == Int32(G_TLS_ERROR_EOF.rawValue) ? .offline : .insecure
        case soup_session_error_quark():
            self = .malformed
        case g_io_error_quark():
            self = HTTPFailure(ioError: code, inBody: inBody)
        default:
            // Mostly errors of the resolver.
            self = .offline
        }
    }

    private init(ioError code: Int32, inBody: Bool) {
        switch UInt32(bitPattern: code) {
        case G_IO_ERROR_CANCELLED.rawValue: self = .cancelled
        case G_IO_ERROR_TIMED_OUT.rawValue: self = .timedOut
        case G_IO_ERROR_PARTIAL_INPUT.rawValue where inBody: self = .truncated
        // Invalid compressed data.
        case G_IO_ERROR_INVALID_DATA.rawValue where inBody: self = .truncated
        default: self = .offline
        }
    }
}
