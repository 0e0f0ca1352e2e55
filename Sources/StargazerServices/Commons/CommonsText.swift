import Foundation
import StargazerLibrary

/// Reduces the HTML of file pages to text. Whatever strangers wrote there is never used as markup.
enum CommonsText {
    /// The most HTML that is read, in bytes. The rest is dropped.
    private static let maxLength = 20_000
    /// The most text that is kept, in Unicode scalars.
    static let maxTextLength = 5_000
    private static let hiddenTags: Set = ["script", "style", "template", "noscript"]
    /// Tags without a closing tag.
    private static let emptyTags: Set = ["br", "hr", "img", "input", "link", "meta", "wbr", "col", "area", "source"]
    private static let inlineTags: Set = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "q", "s", "small", "span", "strong",
        "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]

    /// Returns the visible text of HTML, without tags and with single spaces; empty when there is none.
    static func plain(_ html: String) -> String {
        var text = ""
        // The tag that hides its content, and how deeply it is nested in itself.
        var hidden: (tag: String, depth: Int)?
        for token in tokens(html) {
            switch token {
            case .text(let words): if hidden == nil { text += words }
            case .open(let tag, let attributes):
                if let outer = hidden {
                    if outer.tag == tag { hidden = (tag, outer.depth + 1) }
                } else if !emptyTags.contains(tag), hiddenTags.contains(tag) || isHidden(attributes) {
                    hidden = (tag, 1)
                }
                if !inlineTags.contains(tag) { text += " " }
            case .close(let tag):
                if let outer = hidden, outer.tag == tag { hidden = outer.depth > 1 ? (tag, outer.depth - 1) : nil }
                if !inlineTags.contains(tag) { text += " " }
            // Only GitHub filters tags.
            case .filtered: break
            }
        }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(String.UnicodeScalarView(words.unicodeScalars.prefix(maxTextLength)))
    }

    /// Returns the address of the first link, if it leads to a page that exists.
    static func link(in html: String) -> URL? {
        for case .open("a", let attributes) in tokens(html) {
            guard let address = attributes["href"], !address.contains("redlink=1") else { return nil }
            return url(address)
        }
        return nil
    }

    /// Returns a web address, which may lack its scheme.
    static func url(_ address: String?) -> URL? {
        guard let address else { return nil }
        return WebLink.url(address.hasPrefix("//") ? "https:" + address : address)
    }

    private static func tokens(_ html: String) -> [HTMLToken] {
        HTMLTokens.all(in: String(decoding: html.utf8.prefix(maxLength), as: UTF8.self))
    }

    private static func isHidden(_ attributes: [String: String]) -> Bool {
        let style = (attributes["style"] ?? "").lowercased().filter { !$0.isWhitespace }
        return style.contains("display:none") || attributes["hidden"] != nil
    }
}
