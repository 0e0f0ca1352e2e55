import Foundation

/// An address of an item, from the command line, a browser or another program.
/// The address is `stargazer://KIND/PART…`, or a web page that a catalog knows. Its sender may be hostile, so parsing
/// is strict: no user, port, query, fragment, escapes or `..`, and ASCII only.
public struct AppLink: Sendable, Hashable {
    public enum Origin: Sendable, Hashable {
        /// The application's own scheme, with the kind of item, such as `user`.
        case appScheme(String)
        /// A page on this host, over https.
        case web(host: String)
    }

    public let origin: Origin
    /// The path components that name the item. None is empty.
    public let path: [String]

    /// The application's own scheme.
    public static let scheme = "stargazer"
    /// The longest address, in bytes.
    public static let maxLength = 500

    /// Returns whether a text looks like an address rather than search words.
    public static func isAddress(_ text: String) -> Bool { text.contains("://") }

    /// Returns nil for anything else. Only the catalogs know whether the address names an item.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxLength, let end = text.range(of: "://") else { return nil }
        let scheme = text[..<end.lowerBound].lowercased()
        var parts = text[end.upperBound...].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.last?.isEmpty == true { parts.removeLast() }
        guard parts.count >= 2, parts.allSatisfy(Self.isPlain) else { return nil }
        let first = parts.removeFirst().lowercased()
        switch scheme {
        case Self.scheme: origin = .appScheme(first)
        case "https": origin = .web(host: first)
        default: return nil
        }
        path = parts
    }

    /// Parses an address pasted into the search entry, in any form that a browser or git shows.
    /// Ignores everything after the first two path components. Returns nil for search words.
    public init?(pasted text: String) {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.maxLength else { return nil }
        if let end = text.firstIndex(where: { $0 == "#" || $0 == "?" }) { text = String(text[..<end]) }
        if text.hasPrefix("git@"), let colon = text.firstIndex(of: ":") {
            text = "https://\(text[..<colon].dropFirst(4))/\(text[text.index(after: colon)...])"
        }
        for scheme in ["ssh://git@", "git://", "http://"] where text.lowercased().hasPrefix(scheme) {
            text = "https://" + text.dropFirst(scheme.count)
        }
        if !Self.isAddress(text) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count >= 3, parts[0].contains(".") else { return nil }
            text = "https://" + text
        }
        guard let link = AppLink(text) else { return nil }
        guard case .web(let host) = link.origin else {
            self = link
            return
        }
        origin = .web(host: host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)
        var path = Array(link.path.prefix(2))
        if path.count == 2, path[1].lowercased().hasSuffix(".git") { path[1].removeLast(4) }
        guard path.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.path = path
    }

    /// Returns whether a path component needs no escaping and is not `.` or `..`.
    private static func isPlain(_ part: String) -> Bool {
        !part.isEmpty && part != "." && part != ".."
            && part.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
