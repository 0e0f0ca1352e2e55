import Foundation
import StargazerCore

/// Where a document stands, which is what links and pictures in it are relative to.
struct DocumentBaseURLs: Sendable {
    /// The document's own page.
    var page: URL?
    /// The folder of pages that addresses with a leading slash begin at.
    var pageRoot: URL?
    /// The document itself, as its server gives it out.
    var raw: URL?
    var rawRoot: URL?
    /// Turns the address of a page about a picture into that of the picture; nil leaves addresses as they are.
    var picture: (@Sendable (URL) -> URL)?

    /// - Parameter text: as written in the document.
    func target(_ text: String) -> LinkTarget? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("#") {
            return Self.anchor(String(text.dropFirst()))
        }
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
