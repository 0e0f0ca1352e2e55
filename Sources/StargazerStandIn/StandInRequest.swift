public import Foundation

/// An HTTP request to the stand-in, from a socket or from within the process.
public struct StandInRequest: Sendable {
    public let method: String
    /// The request target: `/path?query`, or an absolute URL when the stand-in is used as a proxy.
    public let target: String
    public let body: Data
    private let fields: [String: String]

    public init(method: String = "GET", target: String, headers: [String: String] = [:], body: Data = Data()) {
        self.method = method.uppercased()
        self.target = target
        self.body = body
        self.fields = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }

    /// Returns the value of a header. Case is ignored.
    public func header(_ name: String) -> String? { fields[name.lowercased()] }
}

/// How a response is delivered.
public enum StandInDelivery: Sendable, Hashable {
    case full
    /// The head announces the whole body, and the connection closes after this many bytes of it.
    case cut(afterBytes: Int)
    /// The request is accepted, and no response is sent.
    case never
    /// The connection closes without a byte, as without a network.
    case dropped
}

public struct StandInResponse: Sendable {
    /// 0 when there is no response (`never`, `dropped`).
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Data
    public var delivery: StandInDelivery
    /// The time to wait before the response is delivered.
    public var delay: Duration

    /// The answer to a `PUT` without a body length.
    public static let lengthRequired = StandInResponse(
        status: 411, headers: [("content-type", "text/plain; charset=utf-8")], body: Data("Length Required".utf8),
        delivery: .full, delay: .zero)

    /// Returns the first header of that name. Case is ignored.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}
