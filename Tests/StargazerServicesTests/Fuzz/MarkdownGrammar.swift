/// Generates hostile Markdown: nested and repeated constructs, up to a length.
struct MarkdownGrammar {
    private var random: FuzzRandom
    private let limit: Int
    private var text = ""

    /// - Parameter limit: in bytes; the last construct can exceed it slightly.
    static func text(_ random: FuzzRandom, limit: Int) -> String {
        var grammar = MarkdownGrammar(random: random, limit: limit)
        while grammar.room > 0 { grammar.construct(depth: 0) }
        return grammar.text
    }

    private init(random: FuzzRandom, limit: Int) { (self.random, self.limit) = (random, limit) }

    private static let spans = [
        "*", "_", "**", "~~", "`", "[", "](", ")", "![", "<a ", "<b>", "</b>", "&amp;", "&#", "\\", "|", "http://a.b/",
        "a@b",
        "[^1]", "<!--", "-->", "\"", "'", ">", "<", "words ", "x", "\n", "  \n", "<img src=", "<td>", "<td ",
        ":rocket:",
    ]
    private static let lines = [
        "# ", "> ", "- ", "1. ", "    ", "```\n", "~~~\n", "---\n", "===\n", "|a|b|\n|-|-|\n", "| ", "<div>\n",
        "</div>\n",
        "<details>\n", "<table>\n", "<tr>", "<!--\n", "[^1]: ", "[a]: /b\n", "\n", "text\n", "\t", "- [x] ",
        "> [!NOTE]\n",
    ]
    private static let pairs = [
        ("*", "*"), ("**", "**"), ("~~", "~~"), ("[", "](a)"), ("![", "](a)"), ("<b>", "</b>"), ("> ", ""), ("- ", ""),
        ("<div>", "</div>"), ("<ul><li>", "</ul>"), ("<details><summary>", "</details>"),
        ("<table><tr><td>", "</table>"),
        ("<blockquote>\n\n", "\n\n</blockquote>"), ("<a name=x>", "</a>"), ("(", ")"), ("\"", "\""),
        ("<pre>", "</pre>"),
    ]

    private var room: Int { limit - text.utf8.count }

    /// Returns a number up to `most`, most likely a small one or one close to `most`.
    private mutating func count(upTo most: Int) -> Int {
        let most = max(1, most)
        return switch random.below(3) {
        case 0: 1 + random.below(min(8, most))
        case 1: 1 + random.below(most)
        default: most - random.below(min(3, most))
        }
    }

    private mutating func construct(depth: Int) {
        switch random.below(depth > 5 ? 4 : 8) {
        case 0: text += random.pick(Self.lines)
        case 1: text += random.pick(Self.spans)
        case 2: repeated(Self.spans)
        case 3: repeated(Self.lines)
        case 4: nested(depth: depth)
        case 5: table()
        case 6: indented()
        default: references()
        }
    }

    private mutating func repeated(_ pieces: [String]) {
        let part = (0..<(1 + random.below(3))).map { _ in random.pick(pieces) }.joined()
        text += String(repeating: part, count: count(upTo: room / part.utf8.count))
    }

    private mutating func nested(depth: Int) {
        let (begin, end) = random.pick(Self.pairs)
        let levels = count(upTo: room / (begin.utf8.count + end.utf8.count + 1))
        text += String(repeating: begin, count: levels)
        construct(depth: depth + 1)
        if !random.chance(3) { text += String(repeating: end, count: levels) }
    }

    private mutating func table() {
        let columns = count(upTo: room / 6)
        let row = count(upTo: columns)
        text += "\n\n" + String(repeating: "|a", count: columns) + "\n" + String(repeating: "|-", count: columns) + "\n"
        let rows = count(upTo: room / (2 * row + 1))
        text += String(repeating: String(repeating: "|b", count: row) + "\n", count: max(0, rows))
    }

    private mutating func indented() {
        let marker = random.pick(["- ", "1. ", "> ", "a"])
        var lines = 0
        let most = count(upTo: 1_000)
        while room > 0, lines < most {
            text += String(repeating: " ", count: 2 * lines) + marker + "a\n"
            lines += 1
        }
    }

    private mutating func references() {
        let mark = random.chance(2) ? "^" : ""
        let length = count(upTo: min(room / 2, 5_000))
        let names = count(upTo: max(1, room / 2 / (length + 12)))
        for name in 0..<names { text += "\n[\(mark)\(name)]: /" + String(repeating: "u", count: length) + "\n" }
        text += "\n"
        for use in 0..<count(upTo: room / 8) { text += "[\(mark)\(use % names)] " }
    }
}
