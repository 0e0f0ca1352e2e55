import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// A line of a text as GtkLabel wants it, which knows links in no other form. Everything that was written by somebody
/// passes `Markup.escape`.
@MainActor struct PangoMarkup {
    private(set) var text = ""
    /// In bytes of the text that shows.
    private(set) var length = 0
    private(set) var hasLinks = false

    /// - Parameters:
    ///   - found: parts of the span to be marked, in Unicode scalars, in their order; and whether it is the one
    ///     that was found last.
    ///   - isBadge: it stands for a picture.
    mutating func add(_ span: TextSpan, found: [(range: Range<Int>, isCurrent: Bool)] = [], isBadge: Bool = false) {
        let words = isBadge ? "\u{2005}\(span.text)\u{2005}" : span.text
        // The first of these spaces stands before what was found.
        let found =
            isBadge
            ? found.map { (range: $0.range.lowerBound + 1..<$0.range.upperBound + 1, isCurrent: $0.isCurrent) } : found
        guard !words.isEmpty else { return }
        let (open, close) = tags(of: span, isBadge: isBadge)
        text += open
        write(words, marking: found)
        text += close
    }

    /// Room for a picture.
    mutating func add(pictureOf span: TextSpan) -> Int {
        let place = length
        let (open, close) = tags(of: TextSpan("", target: span.target), isBadge: false)
        // The line under a link would show beside the picture.
        text += open + "<span underline=\"none\">\u{FFFC}</span>" + close
        length += 3
        return place
    }

    func show(in label: Handle) { gtk_label_set_markup(label.opaque, text) }

    private mutating func write(_ words: String, marking found: [(range: Range<Int>, isCurrent: Bool)]) {
        length += words.utf8.count
        let scalars = words.unicodeScalars
        var at = scalars.startIndex
        var offset = 0
        for (range, isCurrent) in found {
            let start = scalars.index(at, offsetBy: range.lowerBound - offset, limitedBy: scalars.endIndex)
            guard let start, let end = scalars.index(start, offsetBy: range.count, limitedBy: scalars.endIndex) else {
                break
            }
            text += Markup.escape(String(scalars[at..<start]))
            text += "<span \(isCurrent ? RichTextColors.current : RichTextColors.found)>"
            text += Markup.escape(String(scalars[start..<end])) + "</span>"
            (at, offset) = (end, range.upperBound)
        }
        text += Markup.escape(String(scalars[at...]))
    }

    private mutating func tags(of span: TextSpan, isBadge: Bool) -> (open: String, close: String) {
        var open = ""
        var close = ""
        func wrap(_ tag: String, _ attributes: String = "") {
            open += "<\(tag)\(attributes.isEmpty ? "" : " " + attributes)>"
            close = "</\(tag)>" + close
        }
        if let target = span.target {
            hasLinks = true
            let address = Markup.escape(Self.address(of: target))
            wrap("a", "href=\"\(address)\" title=\"\(address)\"")
            // The color of a link is as transparent as that of the text around it unless it says that it is not.
            wrap("span", "fgalpha=\"100%\"")
        }
        let style = span.style
        if style.contains(.strong) { wrap("b") }
        if style.contains(.emphasis) { wrap("i") }
        if style.contains(.strike) { wrap("s") }
        if style.contains(.underline) { wrap("u") }
        if style.contains(.sub) { wrap("sub") }
        if style.contains(.sup) { wrap("sup") }
        if style.contains(.small) || isBadge { wrap("small") }
        if isBadge || !style.isDisjoint(with: [.code, .key]) {
            wrap("span", (isBadge ? "" : "font_family=\"monospace\" ") + RichTextColors.code)
        }
        return (open, close)
    }

    /// How a label names where a link leads.
    static func address(of target: LinkTarget) -> String {
        switch target {
        case .web(let address): address
        case .anchor(let name): "#" + name
        }
    }
}
