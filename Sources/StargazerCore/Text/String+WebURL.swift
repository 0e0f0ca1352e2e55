public import Foundation

extension String {
    /// One or two initials as a placeholder for a picture: `VC` for `vapor-community`.
    /// They come from the first and last part of the name. Empty when the name has no letters or digits.
    var initials: String {
        let parts = split { !$0.isLetter && !$0.isNumber }
        guard let first = parts.first?.first else { return "" }
        let last = parts.count > 1 ? parts.last?.first : nil
        return (String(first) + (last.map(String.init) ?? "")).uppercased()
    }
}

extension URL {
    /// The longest address in bytes. Longer ones are never intended, but would still cost layout time.
    public static let maxWebURLLength = 2_048

    /// The URL itself if it is safe to open in a browser: http or https, with a host, at most `maxWebURLLength` bytes.
    public var asWebURL: URL? {
        guard absoluteString.utf8.count <= Self.maxWebURLLength, let scheme = scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = host(), !host.isEmpty
        else { return nil }
        return self
    }

    /// Creates a URL from a text; nil unless it is safe to open in a browser.
    init?(web text: String?) {
        guard let url = text.flatMap({ URL(string: $0) })?.asWebURL else { return nil }
        self = url
    }

    /// The address without scheme and trailing slash, for display.
    var withoutScheme: String {
        var text = absoluteString
        if let end = text.range(of: "://")?.upperBound { text = String(text[end...]) }
        if text.hasSuffix("/") { text.removeLast() }
        return CleanText.line(text)
    }
}
