import Foundation
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

@Suite("Plain text of Markdown")
struct PlainTextLinesTests {
    private func lines(_ source: String) -> [String] {
        var lines: [String] = []
        PlainTextLines.forEach(in: source) { line in
            lines.append(String(decoding: line, as: UTF8.self))
            return true
        }
        return lines
    }

    @Test(arguments: [
        ("## A heading", "A heading"), ("#hashtag", "#hashtag"), ("> * quoted item", "quoted item"),
        ("- item", "item"), ("1. first", "1. first"),
        ("some **bold**, *slanted* and `code`", "some bold, slanted and code"),
        ("snake_case and _slanted_", "snake_case and slanted"), ("2 * 3 * 4", "2 * 3 * 4"), ("~~gone~~", "gone"),
        ("a [link](https://example.org/a_(b) \"title\") here", "a link here"), ("a [link][1] here", "a [link][1] here"),
        ("a [link][] here", "a link here"), ("matrix[row][column]", "matrix[row][column]"),
        ("[1](see the text)", "[1](see the text)"), ("[a](<b c> 'd') [e](f(g) (h))", "a e"),
        ("[note]: this is text", "[note]: this is text"),
        ("![an image](a.png)", "an image"), ("[![badge](a.svg)](https://example.org)", "badge"),
        ("array[0] and [x]", "array[0] and [x]"), ("open [link](never closed", "open [link](never closed"),
        ("H<sub>2</sub>O<br>and <b class='x'>water</b>", "H2O and water"),
        ("<https://example.org>", "https://example.org"),
        ("a < b and c > d", "a < b and c > d"), ("a <b", "a <b"), ("x <!-- hidden --> y", "x y"),
        ("&lt;tag&gt; &amp;amp; R&D", "<tag> &amp; R&D"), ("\\*stars\\*", "*stars*"), ("| a | b |", "a b"),
        ("The `<!-- more` mark and `Vec<String>` in ``a ` b``", "The <!-- more mark and Vec<String> in a ` b"),
        ("`open <b>code</b>", "open code"), ("M&uuml;ller &copy; &#8211; &bogus;", "Müller © – &bogus;"),
        ("Injects a <style> tag", "Injects a <style> tag"), ("# <title>", "<title>"), ("| <xmp> | |", "<xmp>"),
        ("Works with <video> and <audio> elements.", "Works with and elements."),
        ("Closed: <script>let a = 1</script> after.", "Closed: after."), ("<title>a</title>", "<title>a</title>"),
        ("a <b && c> d", "a <b && c> d"), ("a <!-- b", "a <!-- b"), ("<b a='>' c=d e>f", "f"), ("</b c>", "</b c>"),
        ("<svg><text>words</text></svg> after", "words after"),
        ("\ttabs\tand  spaces \r", "tabs and spaces"),
    ])
    func `marks are left out`(_ source: String, _ plain: String) {
        #expect(lines(source) == [plain])
    }

    @Test(arguments: [
        "", "\n\n", "---", "===", "|---|:-:|", "[1]: https://example.org", "<br/>", "```", "<!-- a", "\0",
        "[1]: <a b> \"c d\"", "<noscript>", "</style>", "<style>a</style>",
    ])
    func `lines without text are left out`(_ source: String) {
        #expect(lines(source) == [])
    }

    @Test func `code keeps its marks`() {
        #expect(lines("a\n```sh\necho *.c | <in\n# b\n```\n*c*") == ["a", "echo *.c | <in", "# b", "c"])
        #expect(lines("~~~\n```\na_*\n~~~\n*b*") == ["a_*", "b"])
        #expect(lines("```inline``` *a*") == ["inline a"])
    }

    @Test func `comments and tags go on in the next lines`() {
        #expect(lines("a\n<!-- b\nc\nd --> e\nf") == ["a", "e", "f"])
        #expect(lines("<img src='a'\n  alt='b'\n> text\nc") == ["text", "c"])
        #expect(lines("a <!-- b\nc --> d\ne") == ["a", "d", "e"])
        #expect(lines("a <!-- b\n\nc") == ["a <!-- b", "c"])
        #expect(lines("<style>\na\n\nb\n</style> c\nd") == ["c", "d"])
        #expect(lines("a <script>b\n\nc</script> d") == ["a <script>b", "c</script> d"])
    }

    @Test func `a tag without an end takes no line along`() {
        #expect(lines("<unclosed\na\n> b").map(\.utf8.count) == [9, 1, 1])
        #expect(lines("<a href='x\n\nb' c>") == ["<a href='x", "b' c>"])
        #expect(lines("- <!-- a\n\nb") == ["<!-- a", "b"])
    }

    @Test func `only a definition makes a label an address`() {
        #expect(lines("a [link][Some  label]\n\n[some label]: b 'c'\n[d]: e\nf") == ["a link", "f"])
        #expect(lines("legend:\n[x]: done") == ["legend:", "[x]: done"])
    }

    @Test func `long lines are divided between words and characters`() {
        let words = String(repeating: "word ", count: 1_000)
        #expect(lines(words).allSatisfy { $0.utf8.count <= PlainTextLines.maxLength })
        #expect(lines(words).joined(separator: " ") + " " == words)
        let characters = String(repeating: "漢", count: 2_000)
        #expect(lines(characters).map(\.utf8.count) == [1_998, 1_998, 1_998, 6])
        #expect(lines(characters).joined() == characters)
    }

    @Test(arguments: [
        ("a\nb\r\n  c\n\nd", ["a b c", "d"]), ("# A\nb\nc\n## D\ne", ["A", "b c", "D", "e"]),
        ("Title\n=====\na\nb", ["Title", "a b"]), ("- a\n  b\n- c\n* d\ne", ["a b", "c", "d e"]),
        ("1. a\nb\n2) c\n2024 d", ["1. a b", "2) c 2024 d"]), ("> a\n> b\n\n> c\nd", ["a b", "c d"]),
        ("a\n> b\n>> c\n> - d", ["a", "b", "c", "d"]),
        ("a\n```\nb\nc\n```\nd\ne", ["a", "b", "c", "d e"]), ("a\n\n    b\n    c\n\nd", ["a", "b", "c", "d"]),
        ("a\n| b | c |\n|---|---|\n| d | e |\n\nf", ["a", "b c", "d e", "f"]),
        ("a | b\n--|--\nc | d\ne | f", ["a b", "c d", "e f"]), ("a  \nb\\\nc\nd", ["a", "b\\", "c d"]),
        ("a\n<p>b\nc</p>\n<p>d", ["a", "b c", "d"]), ("a\n![b](c)\nd", ["a b d"]), ("a\n---\nb", ["a", "b"]),
        (":author: a\n:date: b\n\nc", [":author: a", ":date: b", "c"]), ("a\n<!-- b\nc -->\nd", ["a", "d"]),
    ])
    func `wrapped lines are one paragraph`(_ source: String, _ expected: [String]) {
        var paragraphs: [String] = []
        PlainTextLines.forEachParagraph(in: source) { paragraph in
            paragraphs.append(String(decoding: paragraph, as: UTF8.self))
            return true
        }
        #expect(paragraphs == expected)
    }

    @Test func `a paragraph is no longer than the longest line`() {
        var sizes: [Int] = []
        PlainTextLines.forEachParagraph(in: String(repeating: "some words\n", count: 100_000)) { paragraph in
            sizes.append(paragraph.count)
            return sizes.count < 1_000
        }
        #expect(sizes.count > 500 && sizes.allSatisfy { $0 <= PlainTextLines.maxLength })
    }

    @Test func `reading stops on request`() {
        var count = 0
        PlainTextLines.forEach(in: "a\nb\nc") { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }

    /// Each of these makes a reader quadratic that searches for an end again and again.
    @Test(arguments: [
        "](", "[", "<a", "<!--", "[a][", "![](", "&", "`", "\\", "<", "<a b=\"", "<script>", "a <!--\n", "<script>\n",
        "<a\n", "](a)(", "`` ` ",
        "[a]: b\n", "<a b='\n", "a <style></styl\n",
    ])
    func `repeated marks take linear time`(_ mark: String) {
        // Eight times the text takes 64 times as long in a quadratic reader. Only this thread's time counts.
        #expect(processorTime(reading: mark, bytes: 200_000) < 24 * processorTime(reading: mark, bytes: 25_000))
    }

    /// Returns the least seconds of three readings.
    private func processorTime(reading mark: String, bytes: Int) -> Double {
        let source = String(repeating: mark, count: bytes / mark.utf8.count)
        let times = (0..<3).map { _ in
            let start = Self.threadSeconds
            var size = 0
            PlainTextLines.forEach(in: source) { line in
                size += line.count
                return true
            }
            #expect(size <= source.utf8.count)
            return Self.threadSeconds - start
        }
        return times.min() ?? 0
    }

    private static var threadSeconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    @Test func `random bytes are read to the end`() {
        var random = FuzzRandom(seed: 5)
        let parts = [
            "a", " ", "\n", "[", "]", "(", ")", "<", ">", "`", "*", "_", "\\", "!", "&amp;", "-->", "<!--", "漢", "#",
            "|", "\0", "<style>", "</style>", "<a b='", "<b\n", "]:", "``", "&#x202e;", "&#10;", "'", "\n\n",
        ]
        for _ in 0..<2_000 {
            let source = (0..<random.below(60)).map { _ in random.pick(parts) }.joined()
            for line in lines(source) { #expect(!line.utf8.contains { $0 < 0x20 }) }
        }
    }
}
