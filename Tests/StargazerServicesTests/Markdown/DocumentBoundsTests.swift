import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// Everything that is laid out at once has a limit, whatever the README. These counts limit the layout time.
struct DocumentBoundsTests {
    /// Returns a text of about this many bytes.
    private static func filled(_ part: String, _ size: Int = 120_000) -> String {
        String(repeating: part, count: size / part.utf8.count)
    }

    private static func numbered(_ part: String, _ count: Int) -> String {
        (0..<count).map { part.replacing("#", with: String($0)) }.joined()
    }

    private static let texts: [String: String] = [
        "emphasis": filled("*a* "),
        "code spans": filled("`a` "),
        "mail addresses": filled("a@", 20_000),
        "ampersands": filled("&"),
        "one word": filled("a"),
        "words of 200 letters": filled(String(repeating: "a", count: 200) + " "),
        "Devanagari": filled("क्षत्रिय"),
        "both directions": filled("א a "),
        "accents": "a" + filled("\u{301}"),
        "emoji": filled("👩‍🚀"),
        "emoji without end": filled("👩\u{200D}"),
        "fonts in turn": filled("aяα星あ한ไ"),
        "spaces that do not break": filled("a\u{A0}"),
        "line breaks": filled("a<br>"),
        "heading": "# " + filled("word "),
        "heading of one word": "# " + filled("a"),
        "heading of spans": "# " + filled("*a* "),
        "anchors": numbered("<a name=a#>a</a> ", 7_000),
        "links": numbered("[a](https://x.example/#) ", 6_000),
        "pictures": numbered("[![a](#.png)](b) ", 1_000),
        "pictures without words": numbered("![](https://x.example/#.png)", 2_000),
        "summary": "<details><summary>" + filled("word ") + "</summary>\n\ntext\n\n</details>",
        "summary of one word": "<details><summary>" + filled("a") + "</summary>\n\ntext\n\n</details>",
        "folds": filled("<details><summary>a</summary>\n\nb\n\n</details>\n\n"),
        "huge cells": "| a | b |\n|---|---|\n"
            + filled("| " + filled("word ", 5_000) + "| " + filled("a", 5_000) + " |\n"),
        "many cells": "| a | b | c | d |\n|---|---|---|---|\n" + filled("| words in it | words | more | end |\n"),
        "many columns": "<table><tr>" + filled("<td>word</td>", 20_000) + "</tr></table>",
        "a long row and many short ones": "<table><tr>" + filled("<td>word</td>", 1_000) + "</tr>"
            + filled("<tr><td>word</td></tr>", 30_000) + "</table>",
        "cell of spans": "| a |\n|---|\n| " + filled("*a* ") + "|\n",
        "code line": "```\n" + filled("a") + "\n```",
        "code lines": "```\n" + filled(filled("a", 990) + "\n") + "```",
        "code of emoji": "```\n" + filled(filled("👩‍🚀", 3_000) + "\n") + "```",
        "deep lists": (0..<150).map { String(repeating: "  ", count: $0) + "- a\n" }.joined(),
        "footnotes without words": numbered("[^#] ", 400) + "\n\n" + numbered("[^#]:\n\n", 400),
    ]

    @Test(arguments: texts.keys.sorted()) func `every block is small enough to lay out at once`(name: String) async {
        let document = await read(Self.texts[name] ?? "")
        #expect(!document.blocks.isEmpty)
        for (index, block) in document.blocks.enumerated() {
            for problem in Self.problems(block.content) { Issue.record("block \(index): \(problem)") }
            if block.frames.count > 8 { Issue.record("block \(index): \(block.frames.count) frames") }
        }
        let chunks = document.chunks
        for chunk in chunks where chunk.blocks.count > 1 && chunk.cost > 2_500 {
            Issue.record("a chunk of \(chunk.cost)")
        }
        for chunk in chunks where chunk.cost > 11_000 { Issue.record("a block of \(chunk.cost)") }
        #expect(chunks.count <= 4_000)
        #expect(document.anchors.count <= 5_000)
        #expect(document.blocks.count { if case .summary = $0.content { true } else { false } } <= 500)
        #expect(document.blocks.reduce(0) { $0 + Self.proses($1.content).reduce(0) { $0 + $1.spans.count } } <= 100_000)
    }

    private static func problems(_ content: DocumentBlock.Content) -> [String] {
        var problems = proses(content).flatMap(Self.problems)
        switch content {
        case .heading(_, let prose), .summary(let prose, _, _):
            let letters = prose.text.unicodeScalars.count
            if letters > 1_001 { problems.append("\(letters) letters in one line") }
        case .code(let code):
            let lines = code.text.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.count > 60 { problems.append("\(lines.count) lines of code") }
            let longest = lines.map(\.unicodeScalars.count).max() ?? 0
            if longest > 1_001 { problems.append("\(longest) letters in a line of code") }
            let foreign = code.text.unicodeScalars.count { !$0.isASCII }
            if foreign > 1_000 { problems.append("\(foreign) letters that are not in the font") }
        case .table(let table):
            let cells = table.rows.reduce(0) { $0 + $1.count }
            if cells > 170 { problems.append("\(cells) cells") }
            let letters = table.rows.joined().reduce(0) { $0 + $1.text.unicodeScalars.count }
            if letters > 10_000 { problems.append("\(letters) letters in a table") }
        case .paragraph, .rule, .alertTitle: break
        }
        return problems
    }

    private static func problems(_ prose: RichText) -> [String] {
        var problems: [String] = []
        func check(_ count: Int, _ most: Int, _ what: String) {
            if count > most { problems.append("\(count) \(what)") }
        }
        check(prose.text.unicodeScalars.count, 3_001, "letters")
        check(prose.spans.count, 1_200, "spans")
        check(prose.spans.count { $0.style.contains(.code) }, 200, "spans of code")
        check(prose.spans.count { $0.target != nil }, 600, "links")
        check(prose.spans.count { $0.picture != nil }, 300, "pictures")
        let words = prose.text.unicodeScalars.split { $0 == " " || $0 == "\n" }
        let longest = words.filter { $0.allSatisfy(\.isASCII) }.map(\.count).max() ?? 0
        check(longest, 1_400, "letters that no line may break between")
        check(prose.text.unicodeScalars.count { $0.value == 0x200D }, 80, "joined emoji")
        check(prose.text.unicodeScalars.count { (0x300...0x36F).contains($0.value) }, 1_001, "accents")
        check(prose.cost, 6_030, "units of cost")
        return problems
    }

    private static func proses(_ content: DocumentBlock.Content) -> [RichText] {
        switch content {
        case .heading(_, let prose), .paragraph(let prose), .summary(let prose, _, _): [prose]
        case .table(let table): table.rows.flatMap(\.self)
        case .code, .rule, .alertTitle: []
        }
    }

    @Test func `a truncated heading ends with an ellipsis, and the document is marked`() async {
        let document = await read("# " + Self.filled("word ") + "\n\ntext")
        guard case .heading(1, let heading) = document.blocks.first?.content else {
            Issue.record("no heading")
            return
        }
        #expect(heading.text.hasPrefix("word word") && heading.text.hasSuffix("word…"))
        #expect(document.isCut)
        #expect(!(await read("# A heading of some words\n\ntext")).isCut)
    }

    @Test func `the contents of folds beyond the limit are always visible`() async {
        let folds = Self.numbered("<details><summary>s#</summary>\n\ninside #\n\n</details>\n\n", 600)
        let document = await read(folds)
        #expect(document.blocks.count == 1_200)
        #expect(document.blocks[1].folds.count == 1 && document.blocks[999].folds.count == 1)
        #expect(document.blocks[1_001].folds.isEmpty && document.blocks[1_199].texts == ["inside 599"])
    }

    @Test func `a large table is split, with its header in the first part`() async {
        let rows = (0..<400).map { "| \($0) | words in it |\n" }.joined()
        let document = await read("| a | b |\n|---|---|\n" + rows + "\nend")
        let tables = document.blocks.compactMap { block -> DocumentTable? in
            if case .table(let table) = block.content { table } else { nil }
        }
        #expect(tables.count > 2 && document.blocks.count == tables.count + 1)
        let firstColumn: [String] = tables.flatMap(\.rows).map { $0[0].text }
        let numbers: [String] = (0..<400).map { "\($0)" }
        #expect(firstColumn == ["a"] + numbers)
        #expect(Set(tables.map(\.id)).count == 1)
        #expect(tables.indices.filter { tables[$0].isFirst } == [0])
        #expect(tables.indices.filter { tables[$0].isLast } == [tables.count - 1])
        #expect(tables.map(\.hasHeader) == tables.map(\.isFirst))
        #expect(document.blocks.dropFirst().dropLast().allSatisfy { $0.gap == .none })
        #expect(!document.isCut)
    }
}
