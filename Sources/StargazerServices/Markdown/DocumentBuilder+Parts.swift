import Foundation
import StargazerCore

/// Lists, tables and pictures, which both Markdown and HTML have.
extension DocumentBuilder {
    // MARK: Lists

    /// Opens an item of the innermost list.
    /// - Parameter task: whether a task is done; nil if the item is not a task.
    mutating func openItem(tag: String? = nil, task: Bool? = nil) {
        if table?.isInCell == true {
            add(Self.bullet)
            open(Scope(tag: tag))
            return
        }
        let place = scopes.lastIndex { $0.list != nil }
        let level = scopes.count { $0.list != nil } - 1
        var marker = DocumentBlock.Marker.bullet(level: max(level, 0))
        if let place, let number = scopes[place].list?.number {
            marker = .number(number)
            scopes[place].list?.number = number < Int.max ? number + 1 : number
        }
        if let task { marker = .task(isDone: task) }
        open(Scope(tag: tag, frame: .item(nextID(), marker)))
    }

    // MARK: Tables

    mutating func beginRow() {
        table?.rows.append([])
        table?.rowCost = 0
    }

    mutating func beginCell(_ alignment: RichText.Alignment, isHeader: Bool) {
        if table?.rows.isEmpty == true { beginRow() }
        if isHeader, table?.rows.count == 1 { table?.hasHeader = true }
        table?.cell = []
        table?.alignment = alignment
        table?.isInCell = true
    }

    mutating func endCell() {
        guard var table, table.isInCell else { return }
        self.table = nil
        table.isInCell = false
        table.cells += 1
        let row = table.rows.count - 1
        let room = Limit.tableCost - table.rowCost - DocumentTable.cellCost
        if table.cells <= Limit.cells, table.rows[row].count < Limit.columns, room > 0 {
            let prose = RichText(table.cell, alignment: table.alignment)
            let cell = shortened(prose, to: Limit.cell, cost: min(Limit.cost, room))
            table.rowCost += DocumentTable.cost(of: [cell])
            table.rows[row].append(cell)
        } else {
            markTruncated()
        }
        self.table = table
    }

    /// Adds the block that a closed scope contained.
    mutating func end(_ scope: Scope) {
        if scope.isCell { endCell() }
        if scope.isTable, let table {
            self.table = nil
            let rows = table.rows.filter { !$0.isEmpty }
            // Every row gets as many cells as the longest.
            let most = Limit.cells / max(rows.map(\.count).max() ?? 1, 1)
            if rows.count > most { markTruncated() }
            add(table: DocumentTable(rows: Array(rows.prefix(most)), hasHeader: table.hasHeader))
        }
        if scope.isPreformatted {
            var text = preformatted
            if text.hasPrefix("\n") { text.removeFirst() }
            preformatted = ""
            add(code: text, language: "")
        }
    }

    // MARK: Pictures

    mutating func handle(source attributes: [String: String]) {
        let media = attributes["media"] ?? ""
        guard media.contains("prefers-color-scheme"), media.contains("dark") else { return }
        let first = attributes["srcset"]?.split { $0 == "," || $0 == " " }.first
        darkPicture = first.flatMap { baseURLs.pictureAddress(String($0)) }
    }

    mutating func add(image attributes: [String: String]) {
        defer { darkPicture = nil }
        var picture = picture(attributes["src"] ?? "")
        picture.darkURL = darkPicture
        let width = attributes["width"] ?? ""
        if width.hasSuffix("%"), let share = Double(width.dropLast()), share > 0 {
            picture.share = min(share / 100, 1)
        } else {
            picture.width = Self.length(width)
        }
        picture.height = Self.length(attributes["height"] ?? "")
        add(picture, alternative: Self.alternative(attributes["alt"], attributes["title"], picture))
    }

    func picture(_ address: String) -> Picture {
        var picture = Picture(url: baseURLs.pictureAddress(address))
        switch picture.url?.fragment() {
        case "gh-dark-mode-only": picture.colorScheme = .dark
        case "gh-light-mode-only": picture.colorScheme = .light
        default: break
        }
        return picture
    }

    /// Returns a picture's alternative text, its title, or else its file name.
    static func alternative(_ alternative: String?, _ title: String?, _ picture: Picture) -> String {
        for text in [alternative, title] {
            if let text = text?.trimmed, !text.isEmpty { return text }
        }
        return picture.url?.deletingPathExtension().lastPathComponent ?? ""
    }

    /// Parses a length in pixels; nil if it is not a number or is larger than any screen.
    private static func length(_ text: String) -> Double? {
        let digits = text.hasSuffix("px") ? text.dropLast(2) : text[...]
        guard let length = Double(digits.trimmed), length > 0, length < 10_000 else { return nil }
        return length
    }
}

extension Substring {
    fileprivate var trimmed: String { String(self).trimmed }
}
