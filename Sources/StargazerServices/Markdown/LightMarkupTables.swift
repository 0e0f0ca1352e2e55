import Foundation
import StargazerCore

/// A definition of reStructuredText, such as `.. |Logo| image:: logo.png`.
struct RSTSubstitution {
    var name: String
    /// Whether the value is a picture's address; otherwise it is text.
    var isPicture: Bool
    var value: String
    var options: [String: String] = [:]

    /// Returns the definitions by their names in lower case.
    static func all(in lines: [String]) -> [String: RSTSubstitution] {
        var all: [String: RSTSubstitution] = [:]
        var open: (name: String, indent: Int, isPicture: Bool)?
        for line in lines {
            let text = line.trimmed
            if let found = RSTSubstitution(text) {
                let name = found.name.lowercased()
                open = (name, LightMarkup.indent(of: line), found.isPicture)
                all[name] = found
            } else if let (name, indent, isPicture) = open, LightMarkup.indent(of: line) > indent, !text.isEmpty {
                if text.hasPrefix(":") {
                    let parts = text.dropFirst().split(separator: ":", maxSplits: 1)
                    if parts.count > 1 { all[name]?.options[String(parts[0])] = String(parts[1]).trimmed }
                } else if !isPicture {
                    let isFirst = all[name]?.value.isEmpty == true
                    all[name]?.value += isFirst ? text : " " + text
                }
            } else {
                open = nil
            }
        }
        return all
    }

    private init?(_ line: String) {
        guard line.hasPrefix(".. |"), let end = line.dropFirst(4).firstIndex(of: "|"),
            let mark = line[end...].range(of: "::")
        else { return nil }
        name = String(line[..<end].dropFirst(4))
        switch String(line[line.index(after: end)..<mark.lowerBound]).trimmed {
        case "image": isPicture = true
        case "replace": isPicture = false
        default: return nil
        }
        value = String(line[mark.upperBound...]).trimmed
    }
}

extension DocumentBuilder {
    /// Returns whether a substitution may be shown once more: a long one that is used often would multiply the text.
    mutating func takeRoom(for substitution: RSTSubstitution) -> Bool {
        let (value, options) = (substitution.value, substitution.options)
        let length = [value, options["alt"], options["target"]].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        guard length <= substitutionRoom else {
            markTruncated()
            return false
        }
        substitutionRoom -= length
        return true
    }
}

/// The tables of reStructuredText. Those with more columns than a document shows stay as they are written, and of
/// those with more rows, the first ones are read.
extension LightMarkup {
    /// A cell's text and the number of columns that it spans.
    private typealias Cell = (text: String, columns: Int)

    mutating func takeTable(_ builder: inout DocumentBuilder) -> Bool {
        guard language == .rst, place >= tableLess else { return false }
        let line = lines[place].trimmed
        let isGrid = line.hasPrefix("+-") && line.hasSuffix("-+")
        guard isGrid || Self.isBorder(line, of: "="), let table = isGrid ? gridTable() : simpleTable() else {
            return false
        }
        flush(&builder)
        let scopes = builder.scopes.count
        builder.beginBlock()
        builder.table = .init()
        builder.open(.init(isTable: true))
        for (number, row) in table.rows.enumerated() {
            builder.beginRow()
            for cell in row {
                builder.beginCell(.start, isHeader: number == 0 && table.hasHeader)
                builder.table?.columnSpan = cell.columns
                inline.add(cell.text.trimmed, to: &builder)
                builder.endCell()
            }
        }
        builder.closeScopes(downTo: scopes)
        place = table.end
        return true
    }

    /// Whether a line is groups of this mark, of which there are at least two.
    private static func isBorder(_ line: String, of mark: Character) -> Bool {
        line.first == mark && line.allSatisfy { $0 == mark || $0 == " " } && line.contains(" ")
    }

    /// Reads a table with lines of equals signs above, below its header, and at its end.
    private func simpleTable() -> (rows: [[Cell]], hasHeader: Bool, end: Int)? {
        let indent = Self.indent(of: lines[place])
        let border = Array(lines[place].dropFirst(indent))
        let starts = border.indices.filter { border[$0] == "=" && ($0 == 0 || border[$0 - 1] == " ") }
        guard starts.count <= DocumentBuilder.Limit.columns else { return nil }
        var rows: [[Cell]] = []
        var borders = 1
        var headerRows = 0
        var index = place + 1
        while index < lines.count {
            let line = lines[index].trimmed
            index += 1
            if Self.isBorder(line, of: "=") {
                borders += 1
                if borders == 2 { headerRows = rows.count }
                let isAtEnd = index == lines.count || lines[index].trimmed.isEmpty
                if borders > 2 || isAtEnd { break }
                continue
            }
            if line.isEmpty {
                // Before the end, an empty line separates rows.
                guard index < lines.count, borders < 3 else { return nil }
                continue
            }
            if Self.isBorder(line, of: "-") || line.allSatisfy({ $0 == "-" }) { continue }
            // The document shows no more.
            if rows.count == DocumentBuilder.Limit.cells { continue }
            let cells = Self.cells(of: Array(lines[index - 1].dropFirst(indent)), starts)
            if cells[0].text.trimmed.isEmpty, let last = rows.indices.last, rows[last].count == cells.count {
                for column in cells.indices where !cells[column].text.isEmpty {
                    rows[last][column].text += " " + cells[column].text
                }
            } else {
                rows.append(cells)
            }
        }
        guard borders > 1, !rows.isEmpty else { return nil }
        return (rows, borders > 2 && headerRows > 0, index)
    }

    /// Splits a line at the columns. A word over a border makes its cell span both columns.
    private static func cells(of line: [Character], _ starts: [Int]) -> [Cell] {
        var cells: [Cell] = []
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1] : max(line.count, start)
            let text = String(line[min(start, line.count)..<min(end, line.count)])
            if number > 0, start < line.count, line[start - 1] != " ", let last = cells.indices.last {
                cells[last].text += text
                cells[last].columns += 1
            } else {
                cells.append((text, 1))
            }
        }
        return cells
    }

    /// Reads a table with lines around each cell. Cells that span rows are not read.
    private mutating func gridTable() -> (rows: [[Cell]], hasHeader: Bool, end: Int)? {
        let indent = Self.indent(of: lines[place])
        var bounds: Set<Int> = []
        var end = place
        // Each line is looked at once.
        defer { tableLess = end + 1 }
        while end < lines.count, let mark = lines[end].dropFirst(indent).first, "+|".contains(mark) {
            if mark == "+" {
                let line = lines[end].dropFirst(indent)
                guard line.allSatisfy({ "+-= ".contains($0) }) else { return nil }
                bounds.formUnion(line.enumerated().filter { $0.element == "+" }.map(\.offset))
            }
            end += 1
        }
        let columns = bounds.sorted()
        guard end - place > 2, (2...DocumentBuilder.Limit.columns + 1).contains(columns.count),
            lines[end - 1].dropFirst(indent).hasPrefix("+")
        else { return nil }
        var rows: [[Cell]] = []
        var headerRows = 0
        var open: [[Character]] = []
        for line in lines[(place + 1)..<end].map({ Array($0.dropFirst(indent)) }) {
            if line.first == "|" {
                open.append(line)
                continue
            }
            if !open.isEmpty, rows.count < DocumentBuilder.Limit.cells {
                guard let row = Self.row(of: open, columns) else { return nil }
                rows.append(row)
            }
            open = []
            if line.contains("="), headerRows == 0 { headerRows = rows.count }
        }
        return rows.isEmpty ? nil : (rows, headerRows > 0, end)
    }

    /// Returns nil if the lines do not end at the border of the table.
    private static func row(of lines: [[Character]], _ columns: [Int]) -> [Cell]? {
        var cells: [Cell] = []
        var start = 0
        for (number, bound) in columns.enumerated().dropFirst() {
            let isBorder = lines.allSatisfy { bound < $0.count && $0[bound] == "|" }
            guard isBorder else {
                if number == columns.count - 1 { return nil }
                continue
            }
            let parts = lines.map { String($0[(columns[start] + 1)..<bound]).trimmed }
            cells.append((parts.joined(separator: " "), number - start))
            start = number
        }
        return cells
    }
}
