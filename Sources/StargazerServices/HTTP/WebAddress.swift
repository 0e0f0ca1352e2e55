import CSoup
import Foundation
import StargazerLibrary

/// An `http` or `https` URL, parsed by GLib, as libsoup does. Two parsers that disagree about where the host ends would
/// let an attacker get past the redirect check.
struct WebAddress: Sendable, Hashable {
    let text: String
    let scheme: String
    let host: String
    let port: Int
    private let path: String

    /// Returns nil for other schemes, without a host, or with user information.
    init?(_ text: String) {
        guard let uri = g_uri_parse(text, Self.flags, nil) else { return nil }
        self.init(adopting: uri)
    }

    /// Resolves a `Location` field against this URL.
    func resolving(_ reference: String) -> WebAddress? {
        guard let base = g_uri_parse(text, Self.flags, nil) else { return nil }
        defer { g_uri_unref(base) }
        guard let uri = g_uri_parse_relative(base, reference, Self.flags, nil) else { return nil }
        return WebAddress(adopting: uri)
    }

    /// Scheme, host and port. Connections and credentials belong to one origin.
    var origin: String { "\(scheme)://\(host):\(port)" }

    /// The URL without its query, which can hold a key.
    var logText: String { origin + path }

    var isSecure: Bool { scheme == "https" }

    var isLoopback: Bool {
        if host == "localhost" { return true }
        guard let address = g_inet_address_new_from_string(host) else { return false }
        defer { g_object_unref(address) }
        return g_inet_address_get_is_loopback(address) != 0
    }

    /// Whether the host names this machine or an address that is not public. Another name can still resolve to one.
    var isLocal: Bool {
        if let address = IPAddress(host) { return !address.isPublic }
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Whether requests may be sent: https, or plain http to this machine.
    var isTrustworthy: Bool { isSecure || isLoopback }

    private init?(adopting uri: OpaquePointer) {
        defer { g_uri_unref(uri) }
        guard let scheme = g_uri_get_scheme(uri).map({ String(cString: $0) }), ["http", "https"].contains(scheme),
            let host = g_uri_get_host(uri).map({ String(cString: $0).lowercased() }), !host.isEmpty,
            g_uri_get_userinfo(uri) == nil, let text = g_uri_to_string(uri)
        else { return nil }
        defer { g_free(text) }
        let port = Int(g_uri_get_port(uri))
        self.text = String(cString: text)
        self.scheme = scheme
        self.host = host
        self.port = port > 0 ? port : scheme == "https" ? 443 : 80
        self.path = String(cString: g_uri_get_path(uri))
    }

    /// The flags that libsoup uses.
    private static let flags = GUriFlags(
        rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
            | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
            | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
}

/// Validates URLs from user content: http or https, with a host, without user information, and of limited length.
enum WebLink {
    static func url(_ text: String?) -> URL? {
        guard let text, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "https" || scheme == "http", let host = url.host(), !host.isEmpty, url.user() == nil,
            url.absoluteString.utf8.count <= URL.maxWebURLLength
        else { return nil }
        return url
    }

    /// Accepts what people type as their homepage: with white space around it or without a scheme.
    static func homepage(_ text: String?) -> URL? {
        let text = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if text.contains("://") { return url(text) }
        guard !text.contains(":"), text.prefix(while: { $0 != "/" }).contains(".") else { return nil }
        return url("https://" + text)
    }
}

/// The URLs that pictures may be loaded from: of public hosts over https, or of a server that the user has configured.
/// Picture URLs come from servers and their users.
public struct PictureAddressPolicy: Sendable {
    private let trustedOrigins: Set<String>

    /// - Parameter servers: those that the user has configured.
    public init(trusting servers: [APIServer] = []) {
        trustedOrigins = Set(
            servers.compactMap { server in
                server.baseURL.flatMap { WebAddress($0.absoluteString) }?.origin
            })
    }

    /// Whether the URL has the scheme, host and port of a configured server.
    func trusts(_ address: WebAddress) -> Bool { trustedOrigins.contains(address.origin) }

    /// Whether a picture may have this URL. The address that the host name resolves to is checked when connecting.
    func allows(_ address: WebAddress) -> Bool { trusts(address) || (address.isSecure && !address.isLocal) }
}
