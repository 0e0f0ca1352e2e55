/// A table. All rows have the same number of cells.
public struct DocumentTable: Sendable, Equatable {
    public struct Cell: Sendable, Hashable {
        public var row: Int
        public var column: Int

        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// The columns and rows that a cell covers.
    public struct Span: Sendable, Hashable {
        public var columns: Int
        public var rows: Int

        public init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    public var rows: [[RichText]]
    /// The cells that cover others, which are empty.
    public var spans: [Cell: Span] = [:]
    /// Whether the first row is the header.
    public var hasHeader: Bool
    public var alignment = RichText.Alignment.start
    /// Identifies the table that this is a part of. The columns of all its parts have the same widths.
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

    /// The cells that others cover.
    public var coveredCells: Set<Cell> {
        var covered: Set<Cell> = []
        for (cell, span) in spans {
            for row in cell.row..<min(cell.row + span.rows, rows.count) {
                for column in cell.column..<min(cell.column + span.columns, rows[row].count) {
                    covered.insert(Cell(row: row, column: column))
                }
            }
            covered.remove(cell)
        }
        // No word is lost, whatever covers it.
        return covered.filter { rows[$0.row][$0.column].isEmpty }
    }

    /// Splits the table into parts of at most this cost, or of a single row; see `LayoutCost`.
    public func parts(of cost: Int, id: Int) -> [DocumentTable] {
        var starts = [0]
        var spent = 0
        for (index, row) in rows.enumerated() {
            let rowCost = Self.cost(of: row)
            if index > 0, spent + rowCost > cost {
                starts.append(index)
                spent = 0
            }
            spent += rowCost
        }
        guard starts.count > 1 else { return [self] }
        return zip(starts, starts.dropFirst() + [rows.count]).map { start, end in
            var part = DocumentTable(
                rows: Array(rows[start..<end]), hasHeader: hasHeader && start == 0, id: id, isFirst: start == 0,
                isLast: end == rows.count)
            part.alignment = alignment
            for (cell, span) in spans where cell.row >= start && cell.row < end {
                part.spans[Cell(row: cell.row - start, column: cell.column)] = Span(
                    columns: span.columns, rows: min(span.rows, end - cell.row))
            }
            return part
        }
    }
}
