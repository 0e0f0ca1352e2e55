import StargazerCore

/// Tables, which both Markdown and HTML have.
extension DocumentBuilder {
    mutating func beginRow() {
        guard var table else { return }
        self.table = nil
        table.rows.append([])
        table.rowCost = 0
        // No cell spans rows of two groups.
        if table.beginsGroup {
            table.spannedRows = []
            let row = table.rows.count - 1
            for cell in table.openSpans { table.spans[cell]?.rows = row - cell.row }
            table.openSpans = []
        }
        table.beginsGroup = false
        table.spannedColumns = []
        table.pendingColumns = 0
        for column in table.spannedRows.indices where table.spannedRows[column] > 0 {
            table.spannedRows[column] -= 1
            table.spannedColumns.insert(column)
        }
        self.table = table
    }

    mutating func beginCell(_ alignment: RichText.Alignment, isHeader: Bool) {
        endCell()
        if table?.rows.isEmpty == true { beginRow() }
        if isHeader, table?.rows.count == 1 { table?.hasHeader = true }
        table?.cell = []
        table?.columnSpan = 1
        table?.rowSpan = 1
        table?.alignment = alignment
        table?.isInCell = true
    }

    mutating func endCell() {
        guard var table, table.isInCell else { return }
        self.table = nil
        table.isInCell = false
        table.cells += 1
        let row = table.rows.count - 1
        addSpannedCells(to: &table)
        let room = Limit.tableCost - table.rowCost - DocumentTable.cellCost
        if table.cells <= Limit.cells, table.rows[row].count < Limit.columns, room > 0 {
            let prose = RichText(withFilm(table.cell), alignment: table.alignment)
            let cell = shortened(prose, to: Limit.cell, cost: min(Limit.cost, room))
            table.rowCost += DocumentTable.cost(of: [cell])
            table.rows[row].append(cell)
            span(&table)
        } else {
            markTruncated()
        }
        self.table = table
    }

    /// Records the columns and rows that the last cell of the row spans.
    private func span(_ table: inout TableState) {
        let column = table.rows[table.rows.count - 1].count - 1
        table.beginnings.insert(column)
        let columns = column..<min(column + table.columnSpan, Limit.columns)
        table.pendingColumns = columns.count - 1
        if columns.count > 1 || table.rowSpan > 1 {
            let cell = DocumentTable.Cell(row: table.rows.count - 1, column: column)
            table.spans[cell] = .init(columns: columns.count, rows: table.rowSpan)
            if table.rowSpan > 1 { table.openSpans.append(cell) }
        }
        guard table.rowSpan > 1 else { return }
        while table.spannedRows.count < columns.upperBound { table.spannedRows.append(0) }
        for column in columns { table.spannedRows[column] = table.rowSpan - 1 }
    }

    /// Adds empty cells up to the next column that no other cell spans.
    private func addSpannedCells(to table: inout TableState) {
        let row = table.rows.count - 1
        while table.rows[row].count < Limit.columns {
            if table.spannedColumns.contains(table.rows[row].count) {
                table.pendingColumns -= 1
            } else if table.pendingColumns > 0 {
                table.pendingColumns -= 1
            } else {
                break
            }
            addEmptyCell(to: &table)
        }
        table.pendingColumns = 0
    }

    /// Adds a cell where another one spans the row or column.
    private func addEmptyCell(to table: inout TableState) {
        table.cells += 1
        table.rowCost += DocumentTable.cellCost
        table.rows[table.rows.count - 1].append(RichText([]))
    }

    mutating func document(of table: TableState) -> DocumentTable {
        // A column in which no cell begins needs no room.
        let columns = table.beginnings.sorted()
        let kept = table.rows.indices.filter { row in columns.contains { $0 < table.rows[row].count } }
        // Every row gets as many cells as the longest.
        let longest = kept.map { row in columns.count { $0 < table.rows[row].count } }.max() ?? 1
        let shownRows = kept.prefix(Limit.cells / max(longest, 1))
        if shownRows.count < kept.count { markTruncated() }
        var shown = DocumentTable(
            rows: shownRows.map { row in columns.filter { $0 < table.rows[row].count }.map { table.rows[row][$0] } },
            hasHeader: table.hasHeader)
        for (cell, span) in table.spans {
            guard let row = shownRows.firstIndex(of: cell.row), let column = columns.firstIndex(of: cell.column) else {
                continue
            }
            let width = columns[column...].count { $0 < cell.column + span.columns }
            let height = shownRows[row...].count { $0 < cell.row + span.rows }
            guard width > 1 || height > 1, column + width <= longest else { continue }
            shown.spans[.init(row: row, column: column)] = .init(columns: width, rows: height)
        }
        return shown
    }
}
