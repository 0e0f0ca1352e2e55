import Foundation
import StargazerCore

extension DocumentBuilder {
    mutating func add(code text: String, language: String) {
        if table?.isInCell == true {
            flush()
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                add(String(line), .code)
                breakLine()
            }
            return
        }
        let whole = text.code
        let parts = Self.parts(of: whole)
        for (place, part) in parts.enumerated() {
            add(
                .code(
                    DocumentCode(
                        part, whole: whole, language: language, isFirst: place == 0, isLast: place == parts.count - 1)),
                gap: place == 0 ? nil : DocumentBlock.Gap.none)
        }
    }

    private static func parts(of code: String) -> [String] {
        var parts: [String] = []
        var lines: [String] = []
        var cost = 0
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = DocumentCode.shown(line, length: Limit.codeLine, cost: Limit.cost)
            let lineCost = DocumentCode.cost(of: line)
            if !lines.isEmpty, lines.count == Limit.codeLines || cost + lineCost > Limit.cost {
                parts.append(lines.joined(separator: "\n"))
                (lines, cost) = ([], 0)
            }
            lines.append(line)
            cost += lineCost
        }
        return parts + [lines.joined(separator: "\n")]
    }
}

extension String {
    /// Code as shown and copied: without bidirectional control characters and trailing empty lines.
    fileprivate var code: String {
        var text = CleanText.lines(self)
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
