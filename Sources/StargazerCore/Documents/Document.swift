public import Foundation

/// A long text about an item, such as a README: blocks one below the other, each of a bounded size, so that a screen can
/// make those that are looked at and no others. Nothing in it is markup.
public struct Document: Sendable, Equatable {
    public let blocks: [DocumentBlock]
    /// Neighboring blocks that are made and thrown away together; worked out once, where the document is read.
    public let chunks: [DocumentChunk]
    /// Names that links within the document lead to, with the blocks they stand for.
    public var anchors: [String: Int]
    /// It goes on where it was written.
    public var isCut: Bool
    /// It could not be parsed within the limits, and shows the beginning of its source.
    public var isUnformatted = false
    /// Its page in the browser; only http and https.
    public var webURL: URL?

    public init(blocks: [DocumentBlock], anchors: [String: Int] = [:], isCut: Bool = false, webURL: URL? = nil) {
        self.blocks = blocks
        chunks = DocumentChunk.all(of: blocks)
        self.anchors = anchors
        self.isCut = isCut
        self.webURL = webURL
    }

    /// The block that a link within the document leads to.
    public func block(at anchor: String) -> Int? {
        anchors[anchor] ?? anchors[anchor.lowercased()] ?? anchors["user-content-" + anchor.lowercased()]
    }
}

/// One block, with all that it stands in.
public struct DocumentBlock: Sendable, Equatable {
    /// What blocks stand in, each with a number of its own: neighbors that share a frame are in the same one.
    public enum Frame: Sendable, Equatable {
        case quote(Int)
        case alert(Int, Alert)
        /// An item of a list. Its first block has the marker beside it.
        case item(Int, Marker)
        /// What shows only while the summary of that number is open.
        case fold(Int)
    }

    public enum Alert: String, Sendable, CaseIterable {
        case note, tip, important, warning, caution
    }

    public enum Marker: Sendable, Equatable {
        /// - Parameter level: how many lists the list is in, from 0.
        case bullet(level: Int)
        case number(Int)
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
        /// Opens and closes what stands in the fold of that number.
        case summary(RichText, fold: Int, isOpen: Bool)
    }

    /// What is between it and the block before.
    public enum Gap: Sendable, Equatable {
        /// It goes on with what the block before began.
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

    /// The folds that must be open for it to show.
    public var folds: [Int] {
        frames.compactMap { frame in
            if case .fold(let fold) = frame { fold } else { nil }
        }
    }

    /// What can be found in it: one text, or one for each cell.
    public var texts: [String] {
        switch content {
        case .heading(_, let richText), .paragraph(let richText), .summary(let richText, _, _): [richText.text]
        case .code(let code): [code.text]
        case .table(let table): table.rows.flatMap { $0.map(\.text) }
        case .rule, .alertTitle: []
        }
    }
}

/// Lines that are shown as they are.
public struct DocumentCode: Sendable, Equatable {
    /// The lines of this block.
    public var text: String
    /// All lines of the code that this is a part of; what copying it gives.
    public var whole: String
    /// What language it says it is in; `""` when it does not.
    public var language: String
    public var isFirst: Bool
    public var isLast: Bool

    public init(_ text: String, whole: String? = nil, language: String = "", isFirst: Bool = true, isLast: Bool = true)
    {
        self.text = text
        self.whole = whole ?? text
        self.language = language
        self.isFirst = isFirst
        self.isLast = isLast
    }

    /// What is copied is compared with the first part alone: there may be hundreds, and each has all of it.
    public static func == (one: DocumentCode, other: DocumentCode) -> Bool {
        one.text == other.text && one.language == other.language && one.isFirst == other.isFirst
            && one.isLast == other.isLast && (!one.isFirst || one.whole == other.whole)
    }
}

/// Rows of cells. Each row has as many cells as there are columns.
public struct DocumentTable: Sendable, Equatable {
    public var rows: [[RichText]]
    /// The first row names the columns.
    public var hasHeader: Bool
    /// The table that this is a part of: the columns of all its parts are equally wide.
    public var id: Int
    public var isFirst: Bool
    public var isLast: Bool

    public init(rows: [[RichText]], hasHeader: Bool, id: Int = 0, isFirst: Bool = true, isLast: Bool = true) {
        let width = rows.map(\.count).max() ?? 0
        self.rows = rows.map { $0 + Array(repeating: RichText([]), count: width - $0.count) }
        self.hasHeader = hasHeader
        self.id = id
        self.isFirst = isFirst
        self.isLast = isLast
    }

    /// Of no more than so much cost each, unless a single row is more; see `LayoutCost`.
    public func parts(of cost: Int, id: Int) -> [DocumentTable] {
        var starts = [0]
        var spent = 0
        for (place, row) in rows.enumerated() {
            let rowCost = Self.cost(of: row)
            if place > 0, spent + rowCost > cost {
                starts.append(place)
                spent = 0
            }
            spent += rowCost
        }
        guard starts.count > 1 else { return [self] }
        return zip(starts, starts.dropFirst() + [rows.count]).map { start, end in
            DocumentTable(
                rows: Array(rows[start..<end]), hasHeader: hasHeader && start == 0, id: id, isFirst: start == 0,
                isLast: end == rows.count)
        }
    }
}
