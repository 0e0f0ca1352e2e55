import Foundation
import StargazerCore
import StargazerLibrary

/// The base URLs that relative links and pictures of a document resolve against.
struct DocumentBaseURLs: Sendable {
    /// The document's web page.
    var page: URL?
    /// The folder that links with a leading slash resolve against.
    var pageRoot: URL?
    /// The document file itself.
    var raw: URL?
    var rawRoot: URL?
    /// Converts the URL of a picture's web page to that of the picture; nil leaves URLs as they are.
    var picture: (@Sendable (URL) -> URL)?

    /// - Parameter text: the link as written in the document.
    func target(_ text: String) -> LinkTarget? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("#") {
            return Self.anchor(String(text.dropFirst()))
        }
        if text.prefix(7).lowercased() == "mailto:" { return Self.mail(text.dropFirst(7)) }
        guard let url = resolved(text, at: page, root: pageRoot) else { return nil }
        if let page, let fragment = url.fragment(percentEncoded: false), !fragment.isEmpty,
            url.path() == page.path(), url.host() == page.host(), url.query() == page.query()
        {
            return Self.anchor(fragment)
        }
        return .web(url.absoluteString)
    }

    private static func anchor(_ name: String) -> LinkTarget? {
        let name = CleanText.line(name.removingPercentEncoding ?? name, limit: 200)
        return name.isEmpty ? nil : .anchor(name)
    }

    /// - Parameter text: addresses and fields (RFC 6068). Only subject and text are kept: other fields attach files.
    private static func mail(_ text: Substring) -> LinkTarget? {
        guard text.utf8.count <= URL.maxWebURLLength else { return nil }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let names = parts[0].removingPercentEncoding, isMailAddress(names) else { return nil }
        let fields = (parts.dropFirst().first ?? "").split(separator: "&").filter { field in
            let name = field.prefix { $0 != "=" }.lowercased()
            return name == "body" || name == "subject" && !field.contains("%0")
        }
        let address = parts[0] + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
        return URL(string: "mailto:" + address).map { _ in .mail(String(address)) }
    }

    private static func isMailAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.properties.generalCategory != .control }
    }

    func pictureAddress(_ text: String) -> URL? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let url = resolved(text, at: raw, root: rawRoot), url.user() == nil else { return nil }
        return picture?(url) ?? url
    }

    private func resolved(_ text: String, at base: URL?, root: URL?) -> URL? {
        guard !text.isEmpty, text.utf8.count <= URL.maxWebURLLength, !text.hasPrefix("data:") else { return nil }
        if text.hasPrefix("/"), !text.hasPrefix("//"), let root {
            return URL(string: Self.encoded(String(text.drop { $0 == "/" })), relativeTo: root)?.absoluteURL.asWebURL
        }
        return URL(string: Self.encoded(text), relativeTo: base)?.absoluteURL.asWebURL
    }

    /// Encodes what an address may not contain behind its host, as browsers do. `URL` would encode each `%` of such an
    /// address again, and takes a name with a colon for a scheme.
    private static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let ends = bytes.firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        let colon = bytes[..<ends].firstIndex(of: UInt8(ascii: ":"))
        let hasScheme = colon.map { isScheme(bytes[..<$0]) } == true
        var start = hasScheme ? (colon ?? 0) + 1 : 0
        if bytes[start...].starts(with: "//".utf8) {
            start = bytes[(start + 2)...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        }
        var result = Array((colon != nil && !hasScheme ? "./" : "").utf8) + bytes[..<start]
        for index in start..<bytes.count {
            let byte = bytes[index]
            let isEscape = bytes[index...].prefix(3).dropFirst().count { Character(Unicode.Scalar($0)).isHexDigit } == 2
            if byte <= 0x20 || byte >= 0x7F || invalid.contains(byte) || byte == UInt8(ascii: "%") && !isEscape {
                result += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first.map { Character(Unicode.Scalar($0)).isLetter } == true
            && bytes.allSatisfy {
                $0 < 0x80 && (Character(Unicode.Scalar($0)).isLetter || "0123456789+-.".utf8.contains($0))
            }
    }

    /// The ASCII characters that are encoded. What is not ASCII is encoded too.
    private static let invalid = Set(#""<>[\]^`{|}"#.utf8)
}
