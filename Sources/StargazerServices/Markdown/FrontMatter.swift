import Foundation
import StargazerCore

/// The settings that a Markdown file begins with, between two lines `---`.
enum FrontMatter {
    /// Returns the settings, and the text after them. Where the first lines are no settings, `---` is a rule.
    static func split(_ text: String) -> ([(name: String, value: String)], rest: String) {
        let bytes = text.utf8
        var (start, number) = (bytes.startIndex, 0)
        var settings: [(name: String, value: String)] = []
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            let next = end < bytes.endIndex ? bytes.index(after: end) : end
            let line = text[start..<end]
            let content = line.trimmingCharacters(in: .whitespacesAndNewlines)
            let isMark = ["---", "..."].contains(content) && line.first == content.first
            if number == 0 {
                guard isMark, content == "---" else { return ([], text) }
            } else if isMark {
                return settings.isEmpty ? ([], text) : (settings, String(text[next...]))
            } else if isSetting(line) {
                let parts = content.split(separator: ":", maxSplits: 1)
                let value = parts.count > 1 ? unquoted(String(parts[1])) : ""
                // What begins a block of lines is no text.
                settings.append((unquoted(String(parts[0])), ["|", ">", "|-", ">-"].contains(value) ? "" : value))
            } else if isContinuation(line, content) || !settings.isEmpty && content.hasPrefix("- ") {
                if !content.hasPrefix("#"), !content.isEmpty, !settings.isEmpty {
                    let isItem = content.hasPrefix("- ")
                    let before = settings[settings.count - 1].value
                    let separator = before.isEmpty ? "" : isItem ? ", " : " "
                    settings[settings.count - 1].value +=
                        separator + unquoted(isItem ? String(content.dropFirst(2)) : content)
                }
            } else {
                return ([], text)
            }
            number += 1
            start = next
        }
        return ([], text)
    }

    private static func unquoted(_ text: String) -> String {
        let text = text.trimmed
        guard let mark = text.first, "\"'".contains(mark), text.count > 1, text.last == mark else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// Whether a line is a name and a colon, with or without a value.
    private static func isSetting(_ line: Substring) -> Bool {
        guard let colon = line.firstIndex(of: ":"), let first = line.first, !first.isWhitespace, !"#-".contains(first)
        else { return false }
        let after = line[line.index(after: colon)...].first
        let name = line[..<colon].filter { $0 != "\"" && $0 != "'" }
        return (after?.isWhitespace ?? true) && !name.isEmpty
            && name.allSatisfy { $0.isLetter || $0.isNumber || "_-.$ ".contains($0) }
    }

    /// Whether a line belongs to the setting above, is a comment, or is empty.
    private static func isContinuation(_ line: Substring, _ content: String) -> Bool {
        content.isEmpty || line.first?.isWhitespace == true || content.first == "#"
            || "]}".contains(content.first ?? " ")
    }
}

extension DocumentBuilder {
    /// Adds a table with the names in its header and the values below them.
    mutating func add(frontMatter settings: [(name: String, value: String)]) {
        guard !settings.isEmpty else { return }
        let shown = settings.prefix(Limit.columns)
        if shown.count < settings.count { markTruncated() }
        let cost = Limit.tableCost / (2 * shown.count) - DocumentTable.cellCost
        let rows = [shown.map(\.name), shown.map(\.value)].map { row in
            row.map { shortened(RichText(preformatted: [TextSpan($0)]), to: Limit.cell, cost: max(cost, 50)) }
        }
        add(table: DocumentTable(rows: rows, hasHeader: true))
    }
}
