import Testing

/// A text that makes some parser use far more memory or time than its length suggests.
struct MarkdownBomb: CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }

    private init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

    /// Short texts to repeat. Some parser takes quadratic time or worse for each.
    private static let repeated = [
        "[", "![", "*", "_", "`", "<", "<a ", "&", "|", "[^a]", "~~", "~~a", "<!--", "\\", "- ", "1. ", "[a](", "<b>",
        "**a", "](", ":", "<?", "http://", "@", "a@", "| a |\n|-|\n", "#", "```\n", "![[]()", "*a* ", "*a_ ", "[a](<b",
        "a\n=\n", "> ", "<a href=\"", "<!", "[\n", "&#1234567;",
    ].map { part in
        let name = part.replacing("\n", with: "⏎")
        return MarkdownBomb("“\(name)” repeated", String(repeating: part, count: 240_000 / part.utf8.count))
    }

    private static let built = [
        MarkdownBomb(
            "a table whose short rows are filled",
            String(repeating: "|a", count: 4_000) + "\n" + String(repeating: "|-", count: 4_000) + "\n"
                + String(repeating: "x\n", count: 4_000)),
        MarkdownBomb(
            "a table of 60,000 columns",
            ["|a", "|-", "|b"].map { String(repeating: $0, count: 60_000) }.joined(separator: "\n")),
        MarkdownBomb("tags without an end in an HTML block", "<div\n" + String(repeating: "<a b ", count: 20_000)),
        MarkdownBomb(
            "quotes without an end in an HTML block", "<div>\n" + String(repeating: "<a b=\" '", count: 20_000)),
        MarkdownBomb(
            "footnotes", (0..<10_000).map { "[^\($0)]: a\n\n" }.joined() + (0..<10_000).map { "[^\($0)]" }.joined()),
        MarkdownBomb(
            "one long reference used often",
            "[a]: http://x.example/" + String(repeating: "u", count: 5_000) + "\n\n"
                + String(repeating: "[a] ", count: 100_000)),
        MarkdownBomb("many references", (0..<20_000).map { "[r\($0)]: /\($0)\n" }.joined()),
        MarkdownBomb("brackets in lines", String(repeating: "[a\n", count: 60_000)),
        MarkdownBomb("a setext heading of many lines", String(repeating: "a\n", count: 100_000) + "=\n"),
        MarkdownBomb(
            "lists in lists", (0..<700).map { String(repeating: " ", count: 2 * $0) + "- a\n" }.joined()),
        MarkdownBomb("quotes in quotes", (0..<500).map { String(repeating: "> ", count: $0) + "a\n" }.joined()),
        MarkdownBomb("anchors", String(repeating: "<a name=\"x\"></a>", count: 20_000) + "end"),
        MarkdownBomb(
            "rows of an HTML table, then cells",
            "<table>" + String(repeating: "<tr>", count: 100_000) + String(repeating: "<td>a", count: 20_000)),
        MarkdownBomb("tables in tables", String(repeating: "<table><tr><td>", count: 20_000)),
        MarkdownBomb("attributes", "<p " + String(repeating: "a=b ", count: 100_000) + ">end"),
        MarkdownBomb("links", String(repeating: "[a](b) ", count: 140_000)),
        MarkdownBomb("pictures", String(repeating: "![](b) ", count: 140_000)),
        MarkdownBomb("one word of a megabyte", String(repeating: "x", count: 1_000_000)),
        MarkdownBomb("a heading of a megabyte", "# " + String(repeating: "word ", count: 200_000)),
        MarkdownBomb("backticks of every length", (1..<1_400).map { String(repeating: "`", count: $0) + "a" }.joined()),
        MarkdownBomb("emphasis in emphasis", String(repeating: "*a **a ", count: 30_000)),
    ]

    static let every = repeated + built
}
