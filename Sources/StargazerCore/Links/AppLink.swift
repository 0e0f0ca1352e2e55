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

    /// Parses an address in any form that browsers, git and npm write, such as one pasted into the search entry.
    ///
    /// Only the first two path components count, and whatever follows them never makes the address invalid. They may
    /// have escapes. Returns nil for search words.
    public init?(pasted text: String) {
        var text = Self.beginning(of: text)
        if let end = text.firstIndex(where: { $0 == "#" || $0 == "?" }) { text = String(text[..<end]) }
        if !Self.isAddress(text) {
            if text.hasPrefix("git@"), let colon = text.firstIndex(of: ":") {
                text = "ssh://\(text[..<colon])/\(text[text.index(after: colon)...])"
            } else {
                let parts = text.split(separator: "/")
                guard parts.count >= 3, parts[0].contains("."), !text.hasPrefix("/") else { return nil }
                text = "https://" + text
            }
        }
        guard let end = text.range(of: "://") else { return nil }
        var scheme = text[..<end.lowerBound].lowercased()
        if scheme == Self.scheme {
            guard let link = AppLink(text) else { return nil }
            self = link
            return
        }
        if scheme.hasPrefix("git+") { scheme.removeFirst(4) }
        let rest = text[end.upperBound...]
        guard let host = Self.host(rest.prefix { $0 != "/" }, scheme) else { return nil }
        let names = rest.drop { $0 != "/" }.split(separator: "/").prefix(2)
        var path = names.compactMap { $0.removingPercentEncoding }
        if path.count == 2, path[1].lowercased().hasSuffix(".git") { path[1].removeLast(4) }
        guard !path.isEmpty, path.count == names.count, path.allSatisfy(Self.isPlain) else { return nil }
        self.path = path
        origin = .web(host: host)
    }

    /// Returns the part of a text that can name an item, without white space at its ends.
    private static func beginning(of text: String) -> String {
        let start = text.utf8.drop { $0 <= 0x20 }.prefix(maxLength)
        return String(decoding: start, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the host that an address names, without `www.`; nil for another server than the usual one of the scheme.
    /// - Parameter authority: the host, maybe with git's user and a port.
    private static func host(_ authority: Substring, _ scheme: String) -> String? {
        var host = authority.lowercased()
        if host.hasPrefix("git@") { host.removeFirst(4) }
        var port: String?
        if let colon = host.firstIndex(of: ":") {
            port = String(host[host.index(after: colon)...])
            host = String(host[..<colon])
        }
        let ports: [String]
        switch scheme {
        case "http", "https": ports = ["80", "443"]
        case "git": ports = ["9418"]
        case "ssh":
            ports = ["22", "443"]
            // Where port 22 is closed, GitHub has another host for SSH.
            if port == "443", host.hasPrefix("ssh.") { host.removeFirst(4) }
        default: return nil
        }
        if let port, !port.isEmpty, !ports.contains(port) { return nil }
        if host.hasSuffix(".") { host.removeLast() }
        if host.hasPrefix("www.") { host.removeFirst(4) }
        return isPlain(host) ? host : nil
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
