import Foundation
import StargazerCore

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

    /// - Parameter text: the addresses, and header fields (RFC 6068). Only subject and text are kept: mail programs know
    ///   fields that attach files.
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
            return URL(string: String(text.drop { $0 == "/" }), relativeTo: root)?.absoluteURL.asWebURL
        }
        return URL(string: text, relativeTo: base)?.absoluteURL.asWebURL
    }
}
