public import Foundation

/// A run of words with pictures among them: what stands in a paragraph, a heading or the cell of a table.
public struct RichText: Sendable, Equatable {
    public enum Alignment: Sendable, Equatable {
        case start
        case center
        case end
    }

    /// Neighbors differ in style, target or picture; none is empty.
    public let spans: [TextSpan]
    public var alignment: Alignment

    /// Cleans what was written: controls and what reorders text away, white space folded, emoji codes as emoji.
    /// - Parameter spans: a new line in them begins a line.
    public init(_ spans: [TextSpan], alignment: Alignment = .start) {
        self.spans = RichTextSanitizer.cleaned(spans)
        self.alignment = alignment
    }

    private init(cleaned spans: [TextSpan], alignment: Alignment) {
        self.spans = spans
        self.alignment = alignment
    }

    public init(_ text: String) { self.init([TextSpan(text)]) }

    public var isEmpty: Bool { spans.isEmpty }
    /// As it reads; of a picture what it is said to show.
    public var text: String { spans.map(\.text).joined() }

    /// In pieces of no more than so many Unicode scalars and of no more than so much cost each; cut between words where
    /// there are any. Nothing between two cuts is looked at more than twice.
    public func pieces(of length: Int, cost: Int) -> [RichText] {
        if spans.isEmpty { return [self] }
        var pieces = RichTextSplitter(length: length, cost: cost)
        for span in spans { pieces.add(span) }
        return pieces.finish().map { RichText(cleaned: $0, alignment: alignment) }
    }

    /// The first piece, which ends in an ellipsis when it is not all.
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

/// Cuts spans into pieces.
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

    /// Counts what fits into the piece; where the piece ends, when not all does.
    private mutating func splitIndex(in text: Substring, of span: TextSpan) -> Substring.Index? {
        let scalars = text.unicodeScalars
        spent.begin(span)
        var place = scalars.startIndex
        /// Where a piece may end: behind a space, or at least not within a character.
        var (space, edge) = (place, place)
        var previous: Unicode.Scalar?
        while place < scalars.endIndex {
            let scalar = scalars[place]
            if previous == " " { space = place }
            if previous != "\u{200D}", !scalar.properties.isGraphemeExtend, scalar != "\u{200D}" { edge = place }
            spent.add(scalar)
            count += 1
            // A space behind the last word is the end of a piece rather than the beginning of one.
            if count > length || spent.total > cost, scalar != " " {
                if space > scalars.startIndex { return space }
                if edge > scalars.startIndex { return edge }
                // Whatever it takes, a piece has something in it.
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

/// Words of one look, or a picture.
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
    }

    /// Of a picture what it is said to show.
    public var text: String
    public var style: Style
    public var target: LinkTarget?
    public var picture: Picture? { indirectPicture?.picture }
    /// A place of its own: a long text has many thousand spans, and few of them are pictures.
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

/// Where a link leads.
public enum LinkTarget: Sendable, Hashable {
    /// An absolute address, only http and https.
    case web(String)
    /// A place in the same document.
    case anchor(String)
}

/// A picture in a text.
public struct Picture: Sendable, Hashable {
    /// The ground that a picture is made for.
    public enum ColorScheme: Sendable, Hashable {
        case any, light, dark
    }

    /// Only http and https; nil where there is nothing that could be shown.
    public var url: URL?
    /// On any other ground neither it nor its words show.
    public var colorScheme = ColorScheme.any
    /// The one to show on dark ground, where there is one of its own.
    public var darkURL: URL?
    /// As wide and as high as it asks to be, in pixels; nil where it does not ask.
    public var width: Double?
    public var height: Double?
    /// The share of the text's width that it asks for, above 0 and at most 1.
    public var share: Double?

    public init(
        url: URL?, darkURL: URL? = nil, width: Double? = nil, height: Double? = nil, share: Double? = nil
    ) {
        self.url = url
        self.darkURL = darkURL
        self.width = width
        self.height = height
        self.share = share
    }
}

/// What becomes of written words before anybody sees them.
enum RichTextSanitizer {
    static func cleaned(_ spans: [TextSpan]) -> [TextSpan] {
        let spans = joined(spans)
        var result: [TextSpan] = []
        // No more than that, since it is kept as long as the document.
        result.reserveCapacity(spans.count)
        // White space at the beginning, and after a new line, is of no matter.
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

    /// Without white space at its ends.
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
            // The text must have one owner only, or it would be copied for each part that is added.
            if !result.isEmpty, result[result.count - 1].hasSameStyle(span) {
                result[result.count - 1].text += span.text
            } else {
                result.append(span)
            }
        }
        return result
    }
}
