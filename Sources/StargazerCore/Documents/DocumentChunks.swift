/// A range of blocks with about the same cost as other chunks. All blocks are in the same folds.
public struct DocumentChunk: Sendable, Equatable {
    public let blocks: Range<Int>
    /// The folds that must be open for the chunk to show.
    public let folds: [Int]
    /// The approximate height in lines of text.
    public let lines: Double
    /// The cost of creation and layout; see `LayoutCost`.
    public let cost: Int

    static func all(of blocks: [DocumentBlock]) -> [DocumentChunk] {
        var chunks: [DocumentChunk] = []
        var (start, cost, lines) = (0, 0, 0.0)
        for (place, block) in blocks.enumerated() {
            let isElsewhere = place > start && blocks[place - 1].folds != block.folds
            let blockCost = block.cost
            if place > start, isElsewhere || cost + blockCost > most {
                chunks.append(
                    DocumentChunk(blocks: start..<place, folds: blocks[start].folds, lines: lines, cost: cost))
                (start, cost, lines) = (place, 0, 0)
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

    private static let most = 2_500
}

extension DocumentBlock {
    /// The cost of creation and layout; see `LayoutCost`.
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

    /// The approximate height in lines of text.
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
