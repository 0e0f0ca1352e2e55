import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Pango markup for a line of text: GtkLabel has links only in markup. Outside text passes through `Markup.escape`.
@MainActor struct PangoMarkup {
    private(set) var text = ""
    /// The length of the visible text, in UTF-8 bytes.
    private(set) var length = 0
    private(set) var hasLinks = false
    private var marks = TextMarks()

    /// - Parameters:
    ///   - found: matches in the span as ascending ranges of Unicode scalars, and whether each is the current one.
    ///   - isBadge: whether the text is the alternative text of a picture, which it replaces.
    mutating func add(_ span: TextSpan, found: [(range: Range<Int>, isCurrent: Bool)] = [], isBadge: Bool = false) {
        let words = isBadge ? "\u{2005}\(Self.shortened(span.text))\u{2005}" : span.text
        // Skip the space in front of the text.
        let found =
            isBadge
            ? found.map { (range: $0.range.lowerBound + 1..<$0.range.upperBound + 1, isCurrent: $0.isCurrent) } : found
        guard !words.isEmpty else { return }
        let (open, close) = tags(of: span, isBadge: isBadge)
        text += open
        let start = length
        write(words, marking: found)
        text += close
        marks.add(words, at: start, isBadge ? TextSpan("") : span)
    }

    private static func shortened(_ alternative: String) -> String {
        if alternative.isEmpty { return DocumentText.picture }
        return alternative.count > maxBadgeLength ? String(alternative.prefix(maxBadgeLength - 1)) + "…" : alternative
    }

    private static let maxBadgeLength = 40

    /// Adds a placeholder for a picture and returns its position in bytes.
    mutating func add(pictureOf span: TextSpan) -> Int {
        let place = length
        let (open, close) = tags(of: TextSpan("", target: span.target), isBadge: false)
        // A link's underline would be visible next to the picture.
        text += open + "<span underline=\"none\">\u{FFFC}</span>" + close
        length += 3
        marks.add("\u{FFFC}", at: place, TextSpan(""))
        return place
    }

    /// Shows a line with a tint behind what a search found in it.
    static func show(_ line: MatchingLineContent, in label: Handle) {
        let tint = RichTextColors.tint(in: label)
        let parts = line.parts.map { part in
            let text = Markup.escape(part.text)
            return part.isMatch ? "<span \(tint)>\(text)</span>" : text
        }
        gtk_label_set_markup(label.opaque, parts.joined())
    }

    /// - Parameter box: the line that the label is in, if it can have marks (`TextMarks.mayBe`).
    func show(in label: Handle, of box: Handle? = nil) {
        gtk_label_set_markup(label.opaque, text)
        if let box { marks.show(in: label, of: box) }
    }

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
            // GtkLabel reads the title as markup again.
            wrap("a", "href=\"\(address)\" title=\"\(Markup.escape(address))\"")
            // A link is as transparent as the text around it unless its alpha is set.
            let underline = TextMarks.isUnderlined(span) ? " underline=\"none\"" : ""
            wrap("span", "fgalpha=\"100%\"\(underline)")
        }
        let style = span.style
        if style.contains(.strong) { wrap("b") }
        if style.contains(.emphasis) { wrap("i") }
        if style.contains(.strike) { wrap("s") }
        if style.contains(.underline) { wrap("u") }
        if style.contains(.sub) { wrap("sub") }
        if style.contains(.sup) { wrap("sup") }
        if style.contains(.small) || isBadge { wrap("small") }
        if style.contains(.mark) { wrap("span", RichTextColors.mark) }
        if style.contains(.monospace) { wrap("span", "font_family=\"monospace\"") }
        if isBadge { wrap("span", RichTextColors.code) }
        if !style.isDisjoint(with: [.code, .key]) { wrap("span", "font_family=\"monospace\" size=\"90%\"") }
        return (open, close)
    }

    /// Returns the address of a link, as the label shows it and passes it back.
    static func address(of target: LinkTarget) -> String {
        switch target {
        case .web(let address): address
        case .mail(let address): "mailto:" + address
        case .anchor(let name): "#" + name
        }
    }
}
