import Foundation

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
    /// The address itself when a browser may be sent there: http or https, with a host.
    var ifWeb: URL? {
        guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme), let host = host(), !host.isEmpty
        else { return nil }
        return self
    }

    /// Without scheme and final slash, as people write addresses.
    var withoutScheme: String {
        var text = absoluteString
        if let end = text.range(of: "://")?.upperBound { text = String(text[end...]) }
        if text.hasSuffix("/") { text.removeLast() }
        return CleanText.line(text)
    }
}
