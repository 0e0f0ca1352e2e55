public import Foundation

/// A run of words with pictures among them: what stands in a paragraph, a heading or the cell of a table.
public struct Prose: Sendable, Equatable {
    public enum Alignment: Sendable, Equatable {
        case start
        case center
        case end
    }

    /// Neighbors differ in style, target or picture; none is empty.
    public let spans: [Span]
    public var alignment: Alignment

    /// Cleans what was written: controls and what reorders text away, white space folded, emoji codes as emoji.
    /// - Parameter spans: a new line in them begins a line.
    public init(_ spans: [Span], alignment: Alignment = .start) {
        self.spans = ProseCleaning.cleaned(spans)
        self.alignment = alignment
    }

    private init(cleaned spans: [Span], alignment: Alignment) {
        self.spans = spans
        self.alignment = alignment
    }

    public init(_ text: String) { self.init([Span(text)]) }

    public var isEmpty: Bool { spans.isEmpty }
    /// As it reads; of a picture what it is said to show.
    public var text: String { spans.map(\.text).joined() }

    /// In pieces of no more than so many Unicode scalars, which a screen lays out in little time; cut between words
    /// where there are any.
    public func pieces(of length: Int) -> [Prose] {
        guard spans.reduce(0, { $0 + $1.text.unicodeScalars.count }) > length else { return [self] }
        var pieces: [Prose] = []
        var piece: [Span] = []
        var room = length
        for var span in spans {
            while span.text.unicodeScalars.count > room {
                let scalars = span.text.unicodeScalars
                let limit = scalars.index(scalars.startIndex, offsetBy: room)
                let cut = span.text[..<limit].lastIndex(of: " ").map { span.text.index(after: $0) } ?? limit
                let end = cut > span.text.startIndex ? cut : limit
                var head = span
                head.text = String(span.text[..<end])
                if !head.text.isEmpty { piece.append(head) }
                pieces.append(Prose(cleaned: piece, alignment: alignment))
                span.text = String(span.text[end...])
                (piece, room) = ([], length)
            }
            room -= span.text.unicodeScalars.count
            if !span.text.isEmpty || span.picture != nil { piece.append(span) }
        }
        if !piece.isEmpty { pieces.append(Prose(cleaned: piece, alignment: alignment)) }
        return pieces
    }
}

/// Words of one look, or a picture.
public struct Span: Sendable, Equatable {
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
    public var target: Target?
    public var picture: Picture? { picturePlace?.picture }
    /// A place of its own: a long text has many thousand spans, and few of them are pictures.
    private let picturePlace: PicturePlace?

    public init(_ text: String, style: Style = [], target: Target? = nil, picture: Picture? = nil) {
        self.text = text
        self.style = style
        self.target = target
        picturePlace = picture.map(PicturePlace.init)
    }

    func looksLike(_ other: Span) -> Bool {
        style == other.style && target == other.target && picture == nil && other.picture == nil
    }
}

private final class PicturePlace: Sendable, Equatable {
    let picture: Picture

    init(_ picture: Picture) { self.picture = picture }

    static func == (one: PicturePlace, other: PicturePlace) -> Bool { one.picture == other.picture }
}

/// Where a link leads.
public enum Target: Sendable, Hashable {
    /// An absolute address, only http and https.
    case web(String)
    /// A place in the same document.
    case anchor(String)
}

/// A picture in a text.
public struct Picture: Sendable, Hashable {
    /// The ground that a picture is made for.
    public enum Ground: Sendable, Hashable {
        case any, light, dark
    }

    /// Only http and https; nil where there is nothing that could be shown.
    public var url: URL?
    /// On any other ground neither it nor its words show.
    public var ground = Ground.any
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
enum ProseCleaning {
    static func cleaned(_ spans: [Span]) -> [Span] {
        let spans = joined(spans)
        var result: [Span] = []
        // No more than that, since it is kept as long as the document.
        result.reserveCapacity(spans.count)
        // White space at the beginning, and after a new line, is of no matter.
        var isAtStart = true
        for var span in spans {
            if span.picture != nil {
                span.text = CleanText.description(span.text, limit: longestAlternative)
                isAtStart = false
                result.append(span)
                continue
            }
            span.text = CleanText.passage(span.text, isAtStart: &isAtStart)
            if !span.style.contains(.code) { span.text = EmojiCodes.replaced(in: span.text) }
            if !span.text.isEmpty { result.append(span) }
        }
        while let first = result.first, first.picture == nil, let start = first.text.first, start.isWhitespace {
            result[0].text.removeFirst()
            if result[0].text.isEmpty { result.removeFirst() }
        }
        while let last = result.last, last.picture == nil {
            let end = last.text.lastIndex { $0 != " " && $0 != "\n" }
            guard let end else {
                result.removeLast()
                continue
            }
            result[result.count - 1].text = String(last.text[...end])
            break
        }
        return result
    }

    static let longestAlternative = 200

    private static func joined(_ spans: [Span]) -> [Span] {
        var result: [Span] = []
        for span in spans {
            if let last = result.last, last.looksLike(span) {
                result[result.count - 1].text += span.text
            } else {
                result.append(span)
            }
        }
        return result
    }
}
