import Foundation

/// An address that names one thing, as it comes from the command line, a browser or another program:
/// `stargazer://KIND/PART…`, or a page of a website that a catalog knows. Whoever wrote it may be hostile, so it is read
/// to the letter: no user, port, query, fragment, escapes or ways up, and nothing outside ASCII.
public struct AppLink: Sendable, Hashable {
    public enum Origin: Sendable, Hashable {
        /// Of the application's own scheme: what is named, such as `user`.
        case appScheme(String)
        /// A page of the website of this host, over https.
        case web(host: String)
    }

    public let origin: Origin
    /// The parts that name the thing. None is empty.
    public let path: [String]

    /// The application's own scheme.
    public static let scheme = "stargazer"
    /// In bytes. What is longer names nothing.
    public static let longest = 500

    /// Whether a text is meant to be an address rather than words to search for.
    public static func isAddress(_ text: String) -> Bool { text.contains("://") }

    /// Nil for anything but such an address; whether it names anything, the catalogs know.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let end = text.range(of: "://") else { return nil }
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

    /// What somebody means who pastes an address where words are typed: as a browser or git shows it, whatever stands
    /// behind the first two parts of the path. Nil for words.
    public init?(pasted text: String) {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.longest else { return nil }
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

    /// A name that stands for itself wherever it is put.
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
