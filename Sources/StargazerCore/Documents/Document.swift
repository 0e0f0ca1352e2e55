public import Foundation
public import StargazerLibrary

/// A long text about an item, such as a README, as a list of blocks.
/// Each block has a bounded size, so that a view can create only the visible ones. It contains no markup.
public struct Document: Sendable, Equatable {
    public private(set) var blocks: [DocumentBlock]
    /// Neighboring blocks that a view creates and removes together. Computed once, when the document is parsed.
    public let chunks: [DocumentChunk]
    /// The targets of links within the document, with the indices of their blocks.
    public var anchors: [String: Int]
    /// Whether the document is longer than shown.
    public var isCut: Bool
    /// Whether the document exceeded the parser's limits and shows the beginning of its source.
    public var isUnformatted = false
    /// The web page; only http and https.
    public var webURL: URL?
    /// The first block of code whose colors are not computed yet; nil once all are. See `Documents.colored`.
    public var firstUncolored: Int?

    /// The text that the server just sent; nil for a cached one, and once it has been saved.
    public var source: DocumentSource?

    public init(blocks: [DocumentBlock], anchors: [String: Int] = [:], isCut: Bool = false, webURL: URL? = nil) {
        self.blocks = blocks
        chunks = DocumentChunk.all(of: blocks)
        self.anchors = anchors
        self.isCut = isCut
        self.webURL = webURL
    }

    /// Returns the document without its first heading where that only repeats one of these names, which the page shows
    /// already. Pictures may come before it, such as a logo.
    public func withoutTitle(_ names: [String]) -> Document {
        guard let index = blocks.firstIndex(where: { !$0.hasOnlyPictures }), blocks.count > 1,
            case .heading(_, let text) = blocks[index].content, text.spans.allSatisfy({ $0.picture == nil })
        else { return self }
        let title = Self.letters(of: text.text)
        guard !title.isEmpty, names.contains(where: { Self.letters(of: $0) == title }) else { return self }
        var blocks = blocks
        let heading = blocks.remove(at: index)
        if blocks.indices.contains(index) { blocks[index].gap = heading.gap }
        let anchors = anchors.mapValues { min($0 > index ? $0 - 1 : $0, blocks.count - 1) }
        var rest = Document(blocks: blocks, anchors: anchors, isCut: isCut, webURL: webURL)
        (rest.isUnformatted, rest.source) = (isUnformatted, source)
        return rest
    }

    /// Sets the colors of a block of code. The chunks stay as they are, so that a view can keep its place.
    public mutating func color(_ block: Int, _ runs: [CodeRun]) {
        guard case .code(var code) = blocks[block].content else { return }
        code.runs = runs
        blocks[block].content = .code(code)
    }

    /// Returns the blocks of code that have other colors than in another document; nil if anything else differs.
    public func recolored(from other: Document) -> [Int]? {
        guard chunks == other.chunks, blocks.count == other.blocks.count, isCut == other.isCut else { return nil }
        var recolored: [Int] = []
        for (index, (block, before)) in zip(blocks, other.blocks).enumerated() where block != before {
            guard case .code(let code) = block.content, case .code(var old) = before.content else { return nil }
            old.runs = code.runs
            guard old == code else { return nil }
            recolored.append(index)
        }
        return recolored
    }

    private static func letters(of name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the index of the block that a link within the document leads to.
    public func block(at anchor: String) -> Int? {
        let name = anchor.lowercased()
        // The server adds this to every name in its page, and a link may state it.
        let mark = "user-content-"
        let plain = name.hasPrefix(mark) ? String(name.dropFirst(mark.count)) : name
        for name in [anchor, name, mark + name, plain] {
            if let block = anchors[name] { return block }
        }
        return ["top", "readme"].contains(name) && !blocks.isEmpty ? 0 : nil
    }
}

/// A block and the frames that contain it.
public struct DocumentBlock: Sendable, Equatable {
    /// A container of blocks. Its number distinguishes neighboring frames: blocks with the same number share a frame.
    public enum Frame: Sendable, Equatable {
        case quote(Int)
        case alert(Int, Alert)
        /// A list item. The marker is next to its first block.
        case item(Int, Marker)
        /// Content that is shown only while the summary with this number is open.
        case fold(Int)
    }

    public enum Alert: String, Sendable, CaseIterable {
        case note, tip, important, warning, caution
    }

    public enum Marker: Sendable, Equatable {
        /// - Parameter level: the nesting level of the list, from 0.
        case bullet(level: Int)
        case number(Int, ListNumbering = .decimal)
        case task(isDone: Bool)
        case none
    }

    public enum Content: Sendable, Equatable {
        /// - Parameter level: 1 to 6.
        case heading(Int, RichText)
        case paragraph(RichText)
        case code(DocumentCode)
        case table(DocumentTable)
        case rule
        case alertTitle(Alert)
        /// Opens and closes the fold with this number.
        case summary(RichText, fold: Int, isOpen: Bool)
    }

    /// The distance to the previous block.
    public enum Gap: Sendable, Equatable {
        /// The block continues the previous one.
        case none
        case tight
        case block
        case section
    }

    public var frames: [Frame]
    public var content: Content
    public var gap: Gap

    public init(_ content: Content, frames: [Frame] = [], gap: Gap = .block) {
        self.content = content
        self.frames = frames
        self.gap = gap
    }

    var hasOnlyPictures: Bool {
        guard case .paragraph(let text) = content else { return false }
        return text.spans.allSatisfy { $0.picture != nil || $0.text.allSatisfy(\.isWhitespace) }
    }

    /// The side of the page where the pictures of this block are, with the text that follows next to them; nil for
    /// any other block.
    public var floatSide: RichText.Alignment? {
        guard hasOnlyPictures, case .paragraph(let text) = content else { return nil }
        let sides = text.spans.compactMap(\.picture).map(\.side)
        guard let side = sides.first, sides.allSatisfy({ $0 == side }) else { return nil }
        return side
    }

    /// The folds that must be open for the block to show.
    public var folds: [Int] {
        frames.compactMap { frame in
            if case .fold(let fold) = frame { fold } else { nil }
        }
    }

    /// The searchable texts: one, or one for each cell.
    public var texts: [String] {
        switch content {
        case .heading(_, let richText), .paragraph(let richText), .summary(let richText, _, _): [richText.text]
        case .code(let code): [code.text]
        case .table(let table): table.rows.flatMap { $0.map(\.text) }
        case .rule, .alertTitle: []
        }
    }
}

public enum ListNumbering: Sendable, Hashable {
    case decimal, lowerAlpha, upperAlpha, lowerRoman, upperRoman

    /// - Parameter type: the value of HTML's attribute `type`, in which case matters.
    public init?(type: String?) {
        switch type {
        case "1": self = .decimal
        case "a": self = .lowerAlpha
        case "A": self = .upperAlpha
        case "i": self = .lowerRoman
        case "I": self = .upperRoman
        default: return nil
        }
    }

    /// Returns a number as the list shows it. Numbers that have no letters or Roman numerals are in digits, as in CSS.
    public func text(_ number: Int) -> String {
        switch self {
        case .decimal: String(number)
        case .lowerAlpha: Self.letters(number)
        case .upperAlpha: Self.letters(number).uppercased()
        case .lowerRoman: Self.roman(number)
        case .upperRoman: Self.roman(number).uppercased()
        }
    }

    private static func letters(_ number: Int) -> String {
        guard number > 0 else { return String(number) }
        var (text, rest) = ("", number)
        while rest > 0 {
            text = String(UnicodeScalar(UInt8(ascii: "a") + UInt8((rest - 1) % 26))) + text
            rest = (rest - 1) / 26
        }
        return text
    }

    private static func roman(_ number: Int) -> String {
        guard (1...3_999).contains(number) else { return String(number) }
        var (text, rest) = ("", number)
        for (value, numeral) in numerals {
            while rest >= value {
                text += numeral
                rest -= value
            }
        }
        return text
    }

    private static let numerals = [
        (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
}

/// Preformatted lines.
public struct DocumentCode: Sendable, Equatable {
    /// The lines of this block.
    public var text: String
    /// All lines of the code block that this is a part of, for copying.
    public var fullText: String
    /// The language as stated in the document; empty if none.
    public var language: String
    /// Identifies the code block that this is a part of.
    public var id: Int
    public var isFirst: Bool
    public var isLast: Bool
    /// The colors of the text from its beginning. What follows the last run has the color of text.
    public var runs: [CodeRun] = []

    public init(
        _ text: String, fullText: String? = nil, language: String = "", id: Int = 0, isFirst: Bool = true,
        isLast: Bool = true
    ) {
        self.text = text
        self.fullText = fullText ?? text
        self.language = language
        self.id = id
        self.isFirst = isFirst
        self.isLast = isLast
    }

    /// Compares `fullText` for the first part only: there may be hundreds of parts, and each holds all lines.
    public static func == (one: DocumentCode, other: DocumentCode) -> Bool {
        one.text == other.text && one.language == other.language && one.id == other.id && one.isFirst == other.isFirst
            && one.isLast == other.isLast && one.runs == other.runs && (!one.isFirst || one.fullText == other.fullText)
    }
}

/// Code of one color.
public struct CodeRun: Sendable, Hashable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        case comment = 1
        case string, constant, keyword, function, type, insertion, deletion
    }

    /// The number of Unicode scalars.
    public var length: Int
    /// Nil for the color of text.
    public var kind: Kind?

    public init(_ length: Int, _ kind: Kind?) {
        self.length = length
        self.kind = kind
    }
}

/// A range of blocks with about the same cost as other chunks. All blocks are in the same folds.
public struct DocumentChunk: Sendable, Equatable {
    public let blocks: Range<Int>
    public let folds: [Int]
    /// The approximate height in lines of text.
    public let lines: Double
    /// The cost of creation and layout; see `LayoutCost`.
    public let cost: Int

    static func all(of blocks: [DocumentBlock]) -> [DocumentChunk] {
        var chunks: [DocumentChunk] = []
        var (start, cost, lines) = (0, 0, 0.0)
        for (index, block) in blocks.enumerated() {
            let isElsewhere = index > start && blocks[index - 1].folds != block.folds
            let blockCost = block.cost
            // Most of the text next to a picture is in the same chunk.
            let isFloat = cost > maxCost / 3 && block.floatSide != nil && blocks[index - 1].floatSide == nil
            if index > start, isElsewhere || isFloat || cost + blockCost > maxCost {
                chunks.append(
                    DocumentChunk(blocks: start..<index, folds: blocks[start].folds, lines: lines, cost: cost))
                (start, cost, lines) = (index, 0, 0)
            }
            cost += blockCost
            lines += block.lines
        }
        if start < blocks.count {
            chunks.append(
                DocumentChunk(blocks: start..<blocks.count, folds: blocks[start].folds, lines: lines, cost: cost))
        }
        return chunks
    }

    private static let maxCost = 2_500
}

extension DocumentBlock {
    public var cost: Int {
        let inside =
            switch content {
            case .heading(_, let richText), .paragraph(let richText), .summary(let richText, _, _): 100 + richText.cost
            case .code(let code): 300 + code.cost
            case .table(let table): 300 + table.rows.reduce(0) { $0 + DocumentTable.cost(of: $1) }
            case .rule, .alertTitle: 50
            }
        return inside + 20 * frames.count
    }

    var lines: Double {
        switch content {
        case .heading: 3
        case .paragraph(let richText): 0.6 + Double(richText.text.unicodeScalars.count / 90 + 1)
        case .code(let code): 2 + Double(code.text.utf8.count { $0 == UInt8(ascii: "\n") })
        case .table(let table): 1 + 1.6 * Double(table.rows.count)
        case .rule, .summary, .alertTitle: 1.5
        }
    }
}

/// Generates the anchors of headings as GitHub does.
public struct HeadingAnchors: Sendable {
    private var used: [String: Int] = [:]

    public init() {}

    /// Returns a heading's anchor: lower case, no punctuation but `-` and `_`, spaces as `-`, numbered if repeated.
    /// - Parameter heading: the source text, with emoji shortcodes and without pictures. White space at its ends counts:
    ///   that between a word and a picture is a hyphen.
    public mutating func name(of heading: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in heading.lowercased().unicodeScalars {
            if scalar == " " {
                scalars.append("-")
            } else if scalar == "-" || Self.isWord(scalar) {
                scalars.append(scalar)
            }
        }
        let name = String(scalars)
        let count = used[name, default: 0]
        used[name] = count + 1
        return count == 0 ? name : "\(name)-\(count)"
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .connectorPunctuation:
            true
        default: false
        }
    }
}
