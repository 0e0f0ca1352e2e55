public import Foundation
import StargazerLibrary

/// Styled text with pictures: the content of a paragraph, a heading or a table cell.
public struct RichText: Sendable, Equatable {
    public enum Alignment: Sendable, Equatable {
        /// Where lines of the text begin.
        case start
        case center
        /// A side of the page, whatever the direction of the text.
        case left, right
    }

    /// Neighboring spans differ in style, target or picture; no span is empty.
    public let spans: [TextSpan]
    public var alignment: Alignment

    /// Creates clean text: control and bidi characters removed, white space collapsed, emoji shortcodes replaced.
    /// - Parameter spans: the text; a line feed starts a new line.
    public init(_ spans: [TextSpan], alignment: Alignment = .start) {
        self.spans = RichTextSanitizer.cleaned(spans)
        self.alignment = alignment
    }

    /// Creates preformatted text: control and bidi characters removed, white space kept.
    public init(preformatted spans: [TextSpan]) {
        self.spans = spans.lazy.map { span in
            var span = span
            span.text = CleanText.lines(span.text)
            return span
        }.filter { !$0.text.isEmpty }
        alignment = .start
    }

    private init(cleaned spans: [TextSpan], alignment: Alignment) {
        self.spans = spans
        self.alignment = alignment
    }

    public init(_ text: String) { self.init([TextSpan(text)]) }

    public var isEmpty: Bool { spans.isEmpty }
    /// The plain text, with the alternative texts of pictures.
    public var text: String { spans.map(\.text).joined() }

    /// Splits the text into pieces of at most this length in Unicode scalars and this cost, between words if possible.
    /// Each part of the text is scanned at most twice.
    public func pieces(of length: Int, cost: Int) -> [RichText] {
        if spans.isEmpty { return [self] }
        var pieces = RichTextSplitter(length: length, cost: cost)
        for span in spans { pieces.add(span) }
        return pieces.finish().map { RichText(cleaned: $0, alignment: alignment) }
    }

    /// Returns the first piece, with an ellipsis when there are more.
    public func prefix(of length: Int, cost: Int) -> RichText {
        var pieces = RichTextSplitter(length: length, cost: cost)
        var taken = 0
        for span in spans {
            guard pieces.all.isEmpty else { break }
            pieces.add(span)
            taken += 1
        }
        let all = pieces.finish()
        guard var first = all.first, taken < spans.count || all.count > 1 else { return self }
        if let last = first.last, last.picture == nil {
            let end = last.text.lastIndex { $0 != " " && $0 != "\n" }
            first[first.count - 1].text = (end.map { String(last.text[...$0]) } ?? "") + "…"
        } else {
            first.append(TextSpan("…"))
        }
        return RichText(cleaned: first, alignment: alignment)
    }
}

private struct RichTextSplitter {
    let length: Int
    let cost: Int
    private(set) var all: [[TextSpan]] = []
    private var piece: [TextSpan] = []
    private var count = 0
    private var spent = LayoutCost()

    init(length: Int, cost: Int) {
        self.length = length
        self.cost = cost
    }

    mutating func add(_ span: TextSpan) {
        if span.picture != nil { return add(picture: span) }
        var rest = span.text[...]
        while let cut = splitIndex(in: rest, of: span) {
            append(span, rest[..<cut])
            end()
            rest = rest[cut...]
        }
        append(span, rest)
    }

    mutating func finish() -> [[TextSpan]] {
        end()
        return all
    }

    /// Adds what fits to the current piece. Returns where the piece ends, or nil when everything fits.
    private mutating func splitIndex(in text: Substring, of span: TextSpan) -> Substring.Index? {
        let scalars = text.unicodeScalars
        spent.begin(span)
        var place = scalars.startIndex
        /// Where a piece may end: after a space, or at least not inside a character.
        var (space, edge) = (place, place)
        var previous: Unicode.Scalar?
        while place < scalars.endIndex {
            let scalar = scalars[place]
            if previous == " " { space = place }
            if previous != "\u{200D}", !scalar.properties.isGraphemeExtend, scalar != "\u{200D}" { edge = place }
            spent.add(scalar)
            count += 1
            // A space after the last word belongs to the piece's end, not to the next piece.
            if count > length || spent.total > cost, scalar != " " {
                if space > scalars.startIndex { return space }
                if edge > scalars.startIndex { return edge }
                // Every piece contains something, at any cost.
                if !piece.isEmpty { return scalars.startIndex }
                if place > scalars.startIndex { return place }
            }
            previous = scalar
            place = scalars.index(after: place)
        }
        return nil
    }

    private mutating func add(picture span: TextSpan) {
        var whole = LayoutCost()
        whole.begin(span)
        for scalar in span.text.unicodeScalars { whole.add(scalar) }
        let letters = span.text.unicodeScalars.count
        if count + letters > length || spent.total + whole.total > cost { end() }
        piece.append(span)
        count += letters
        spent.add(whole)
    }

    private mutating func append(_ span: TextSpan, _ text: Substring) {
        guard !text.isEmpty else { return }
        var part = span
        part.text = String(text)
        piece.append(part)
    }

    private mutating func end() {
        if !piece.isEmpty { all.append(piece) }
        (piece, count, spent) = ([], 0, LayoutCost())
    }
}

/// Text in one style, or a picture.
public struct TextSpan: Sendable, Equatable {
    public struct Style: OptionSet, Sendable, Hashable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let emphasis = Style(rawValue: 1)
        public static let strong = Style(rawValue: 2)
        public static let strike = Style(rawValue: 4)
        public static let code = Style(rawValue: 8)
        public static let sub = Style(rawValue: 16)
        public static let sup = Style(rawValue: 32)
        public static let key = Style(rawValue: 64)
        public static let underline = Style(rawValue: 128)
        public static let small = Style(rawValue: 256)
        public static let mark = Style(rawValue: 512)
        /// In letters of equal width, as the lines of a text file.
        public static let monospace = Style(rawValue: 1_024)
    }

    /// For a picture, its alternative text.
    public var text: String
    public var style: Style
    public var target: LinkTarget?
    public var picture: Picture? { indirectPicture?.picture }
    /// Boxed to keep spans small: a long text has many thousands of spans and few pictures.
    private let indirectPicture: IndirectPicture?

    public init(_ text: String, style: Style = [], target: LinkTarget? = nil, picture: Picture? = nil) {
        self.text = text
        self.style = style
        self.target = target
        indirectPicture = picture.map(IndirectPicture.init)
    }

    public func hasSameStyle(_ other: TextSpan) -> Bool {
        style == other.style && target == other.target && picture == nil && other.picture == nil
    }
}

private final class IndirectPicture: Sendable, Equatable {
    let picture: Picture

    init(_ picture: Picture) { self.picture = picture }

    static func == (one: IndirectPicture, other: IndirectPicture) -> Bool { one.picture == other.picture }
}

public enum LinkTarget: Sendable, Hashable {
    /// An absolute address; only http and https.
    case web(String)
    /// What follows `mailto:`: an address, and possibly a subject and a text.
    case mail(String)
    /// A place in the same document.
    case anchor(String)
}

public struct Picture: Sendable, Hashable {
    public enum ColorScheme: Sendable, Hashable {
        case any, light, dark
    }

    /// The files for light color schemes, by ascending density; empty when nothing can be shown.
    public var sources: [PictureVariant]
    /// The files for dark color schemes; nil if they are the same.
    public var darkSources: [PictureVariant]?
    /// With any other color scheme, neither the picture nor its alternative text is shown.
    public var colorScheme = ColorScheme.any
    /// The size stated in the document, in pixels; nil if none.
    public var width: Double?
    public var height: Double?
    /// The requested share of the text width, above 0 and at most 1.
    public var share: Double?
    /// The side of the page where it is; nil for that of its text.
    public var side: RichText.Alignment?

    public init(
        url: URL?, darkURL: URL? = nil, width: Double? = nil, height: Double? = nil, share: Double? = nil
    ) {
        sources = url.map { [PictureVariant(url: $0)] } ?? []
        darkSources = darkURL.map { [PictureVariant(url: $0)] }
        self.width = width
        self.height = height
        self.share = share
    }

    /// The file with the lowest density; nil when nothing can be shown.
    public var url: URL? { sources.first?.url }
    public var darkURL: URL? { darkSources?.first?.url }

    /// - Parameter scale: the screen's pixels for each logical pixel.
    public func source(isDark: Bool, scale: Double) -> PictureVariant? {
        let sources = isDark ? darkSources ?? sources : sources
        return sources.first { $0.density >= scale } ?? sources.last
    }
}

/// A file of a picture.
public struct PictureVariant: Sendable, Hashable {
    /// Only http and https.
    public var url: URL
    /// The pixels for each logical pixel.
    public var density: Double

    public init(url: URL, density: Double = 1) {
        self.url = url
        self.density = density
    }
}

enum RichTextSanitizer {
    static func cleaned(_ spans: [TextSpan]) -> [TextSpan] {
        let spans = joined(spans)
        var result: [TextSpan] = []
        // Reserves no more than needed: the array lives as long as the document.
        result.reserveCapacity(spans.count)
        // White space at the beginning and after a line feed is dropped.
        var isAtStart = true
        for var span in spans {
            if span.picture != nil {
                span.text = CleanText.description(span.text, limit: maxAltTextLength)
                isAtStart = false
                result.append(span)
                continue
            }
            span.text = CleanText.passage(span.text, isAtStart: &isAtStart)
            if !span.style.contains(.code) { span.text = EmojiShortcodes.replaced(in: span.text) }
            if !span.text.isEmpty { result.append(span) }
        }
        return trimmed(result)
    }

    private static func trimmed(_ spans: [TextSpan]) -> [TextSpan] {
        var spans = spans[...]
        while let first = spans.first, first.picture == nil {
            let rest = first.text.drop(while: \.isWhitespace)
            if rest.isEmpty {
                spans.removeFirst()
                continue
            }
            if rest.startIndex > first.text.startIndex { spans[spans.startIndex].text = String(rest) }
            break
        }
        while let last = spans.last, last.picture == nil {
            let end = last.text.lastIndex { $0 != " " && $0 != "\n" }
            guard let end else {
                spans.removeLast()
                continue
            }
            spans[spans.endIndex - 1].text = String(last.text[...end])
            break
        }
        return Array(spans)
    }

    static let maxAltTextLength = 200

    private static func joined(_ spans: [TextSpan]) -> [TextSpan] {
        var result: [TextSpan] = []
        for span in spans {
            // The string must be uniquely referenced here; otherwise each append would copy it.
            if !result.isEmpty, result[result.count - 1].hasSameStyle(span) {
                result[result.count - 1].text += span.text
            } else {
                result.append(span)
            }
        }
        return result
    }
}
