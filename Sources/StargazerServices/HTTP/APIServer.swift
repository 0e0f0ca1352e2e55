public import Foundation
public import StargazerCore

/// The base URL of an API: the service's own server, a compatible one, or one on this machine.
public struct APIServer: Sendable, Hashable {
    /// The host as used in item identities: lowercase, with the port unless it is the scheme's default.
    public let host: String
    /// Scheme, host, port and path prefix, without a trailing slash.
    private let base: String
    let scheme: String
    private let prefix: String

    /// The URL that all requests start with.
    public var baseURL: URL? { URL(string: base) }

    /// Accepts https anywhere, and http on loopback (127.0.0.0/8, ::1, localhost).
    public init(apiURL: String) throws(ServerAddressFailure) {
        let text = apiURL.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .empty }
        guard let parts = URLComponents(string: text) else { throw .malformed }
        let scheme = parts.scheme?.lowercased() ?? ""
        guard scheme == "https" || scheme == "http" else { throw .schemeNotAllowed(scheme) }
        guard let host = parts.encodedHost?.lowercased(), !host.isEmpty else { throw .noHost }
        guard parts.user == nil, parts.password == nil else { throw .hasUserInfo }
        guard parts.query == nil else { throw .hasQuery }
        guard parts.fragment == nil else { throw .hasFragment }
        guard (1...65535).contains(parts.port ?? 1) else { throw .malformed }
        guard scheme == "https" || Self.isLoopback(host) else { throw .notEncrypted(host: host) }
        var prefix = parts.percentEncodedPath
        while prefix.hasSuffix("/") { prefix.removeLast() }
        self.init(
            scheme: scheme, host: Self.name(of: host, port: parts.port, scheme: scheme), prefix: prefix)
    }

    /// Creates a known server. The prefix has no trailing slash.
    init(scheme: String, host: String, prefix: String = "") {
        self.host = host
        self.prefix = prefix
        self.scheme = scheme
        base = "\(scheme)://\(host)\(prefix)"
    }

    /// Returns the URL of a resource. Segments, names and values are fully percent-encoded.
    func url(_ segments: [String], query: [(name: String, value: String)] = []) -> URL? {
        let path = segments.map { "/" + Self.encode($0) }.joined()
        let pairs = query.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }
        return URL(string: base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")))
    }

    /// Whether a URL has this API's scheme, host, port and prefix, and no empty segment, `.` or `..` to lead out of it.
    func owns(_ url: URL) -> Bool {
        url.user() == nil && url.password() == nil
            && !url.path(percentEncoded: false).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
                .contains { ["", ".", ".."].contains($0) }
            && base.hasPrefix("\(url.scheme?.lowercased() ?? "")://")
            && Self.name(of: url) == host
            && url.path(percentEncoded: true).hasPrefix(prefix + "/")
    }

    /// Returns the host of a URL in the form of ``host``, or nil if it has none.
    static func name(of url: URL) -> String? {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let host = parts.encodedHost?.lowercased(), !host.isEmpty
        else { return nil }
        return name(of: host, port: parts.port, scheme: parts.scheme?.lowercased() ?? "")
    }

    /// Whether the host names this machine literally, without a DNS lookup.
    static func isLoopback(_ host: String) -> Bool {
        if ["localhost", "[::1]", "::1"].contains(host.lowercased()) { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { $0.allSatisfy(\.isASCII) && UInt8($0) != nil }
    }

    private static func name(of host: String, port: Int?, scheme: String) -> String {
        let usual = scheme == "https" ? 443 : 80
        guard let port, port != usual else { return host }
        return "\(host):\(port)"
    }

    /// Percent-encodes all but RFC 3986's unreserved characters, so that no value can change the rest of the URL.
    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
