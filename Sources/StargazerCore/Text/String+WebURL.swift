public import Foundation

extension String {
    /// One or two capitals that stand in for a picture: of the first and the last part of a name (`VC` for
    /// `vapor-community`); empty when the name has no letter or digit.
    var initials: String {
        let parts = split { !$0.isLetter && !$0.isNumber }
        guard let first = parts.first?.first else { return "" }
        let last = parts.count > 1 ? parts.last?.first : nil
        return (String(first) + (last.map(String.init) ?? "")).uppercased()
    }
}

extension URL {
    /// In bytes. What is longer is no address that somebody meant, and would be laid out all the same.
    public static let maxWebURLLength = 2_048

    /// The address itself when a browser may be sent there: http or https, with a host, and not without end.
    public var asWebURL: URL? {
        guard absoluteString.utf8.count <= Self.maxWebURLLength, let scheme = scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = host(), !host.isEmpty
        else { return nil }
        return self
    }

    /// An address that was written somewhere; nil for anything that a browser may not be sent to.
    init?(web text: String?) {
        guard let url = text.flatMap({ URL(string: $0) })?.asWebURL else { return nil }
        self = url
    }

    /// Without scheme and final slash, as people write addresses.
    var withoutScheme: String {
        var text = absoluteString
        if let end = text.range(of: "://")?.upperBound { text = String(text[end...]) }
        if text.hasSuffix("/") { text.removeLast() }
        return CleanText.line(text)
    }
}
