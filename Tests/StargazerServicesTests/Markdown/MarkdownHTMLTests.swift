import Foundation
import StargazerCore
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

/// HTML in Markdown, as documents show it.
@Suite struct MarkdownHTMLTests {
    private let root = "https://github.com/octocat/hello/blob/main"
    private let raw = "https://raw.githubusercontent.com/octocat/hello/main"

    @Test func `centered head`() async {
        let text = """
            <p align="center">
              <a href="https://x.example"><img src="docs/logo.png" width="120" alt="Logo"></a>
            </p>
            <h1 align=center>Name &amp; more</h1>
            <div align="center">

            **Words** in Markdown

            ## Heading

            </div>

            After
            """
        await expect(
            text,
            shows: """
                p <c> [![Logo](\(raw)/docs/logo.png){120}](https://x.example)
                h1 <c> Name & more
                p <c> **Words** in Markdown
                h2 <c> Heading
                p After
                """)
    }

    @Test func `a paragraph ends where a block begins`() async {
        await expect(
            "<p align=center>one\n\ntwo\n\n<p align=right>three<p>four<div>five</div>\n\nsix",
            shows: "p <c> one\np two\np <r> three\np four\np five\np six")
    }

    @Test func styles() async {
        let text = """
            <b>a</b> <i>b</i> <kbd>Ctrl</kbd>+<kbd>C</kbd> H<sub>2</sub>O x<sup>2</sup> <del>c</del> <code>d&lt;</code>
            <u>e</u> <small>f</small> <span style="color:red">g</span> <unknown-tag x=">">h</unknown-tag><br/>i **<i>j**</i> k
            """
        await expect(
            text,
            shows: """
                p **a** *b* ⌨Ctrl⌨+⌨C⌨ H~2~O x^2^ ~~c~~ `d<` _e_ °f° g h⏎i ***j*** k
                """)
    }

    @Test(arguments: [
        ("100px;", "{100}"), ("100", "{100}"), (" 12.5 px", "{12}"), ("50%;", "{50%}"), ("50 %", "{50}"), ("auto", ""),
        ("-1", ""), ("1e3", "{1}"), ("99999999999", ""), ("", ""),
    ])
    func `the width of a picture`(written: String, expected: String) async {
        await expect(
            "<img src=\"a.png\" alt=a width=\"\(written)\">", shows: "p ![a](\(raw)/a.png)\(expected)")
    }

    @Test(arguments: [("right", "{right}"), ("LEFT", "{left}"), ("middle", ""), ("", "")])
    func `the side of a picture`(written: String, expected: String) async {
        await expect(
            "<p align=\"center\"><img src=\"a.png\" alt=a align=\"\(written)\"></p>",
            shows: "p <c> ![a](\(raw)/a.png)\(expected)")
    }

    @Test func `pictures at a side come before the text next to them`() async {
        let picture = "<img src=\"a.png\" alt=a align=\"right\">"
        let float = "p ![a](\(raw)/a.png){right}"
        await expect("\(picture)\n\none\n\ntwo", shows: "\(float)\np one\np two")
        await expect("one \(picture) two", shows: "\(float)\np one two")
        await expect("# Title \(picture)\n\none", shows: "\(float)\nh1 Title\np one")
        await expect("- \(picture) one\n- two", shows: "\(float)\n- p one\n- p two")
        await expect("- one\n\n  \(picture)\n\n  two", shows: "- p one\n| \(float)\n| p two")
        await expect("> \(picture) one", shows: "> \(float)\n> p one")
        await expect(
            "<details><summary>\(picture) one</summary>two</details>",
            shows: "summary ![a](\(raw)/a.png){right} one\n+ p two")
    }

    @Test func `a heading in a cell is strong`() async {
        await expect(
            "<table><tr><td>\n\n### Recent *work*\n\ntext\n\n</td><td><h2>Old</h2>more</td></tr></table>",
            shows: "table **Recent *****work***⏎text | **Old**⏎more")
    }

    @Test func `a gap above a picture at a side is that above its text`() async throws {
        let blocks = await read("text\n\n# <img src=a.png align=left> Title\n\none").blocks
        #expect(blocks.map(\.gap) == [.none, .section, .section, .block])
    }

    @Test(arguments: [
        ("<tr><th colspan=2>Both</th></tr><tr><td>a<td>b</tr>", [[0, 0, 2, 1]]),
        ("<tr><td rowspan=2>a<td>b<tr><td>c", [[0, 0, 1, 2]]),
        ("<tr><td>a<td rowspan=2 colspan=2>b<tr><td>c<tr><td>d<td>e<td>f", [[0, 1, 2, 2]]),
        ("<tr><td colspan=9999999 rowspan=9999999>a<tr><td>b<td>c", [[0, 0, 1, 2]]),
        ("<thead><tr><th rowspan=3>a<th>b</thead><tbody><tr><td>c<td>d</tbody>", []),
        // No cell begins in the second column.
        ("<tr><td colspan=2>a<tr><td colspan=2>b", []),
        ("<tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e", [[0, 0, 2, 1]]),
    ])
    func `cells span columns and rows`(cells: String, expected: [[Int]]) async {
        guard case .table(let table)? = await read("<table>\(cells)</table>").blocks.first?.content else {
            Issue.record("no table")
            return
        }
        let spans = table.spans.map { [$0.row, $0.column, $1.columns, $1.rows] }
        #expect(spans.sorted { $0.lexicographicallyPrecedes($1) } == expected)
        #expect(table.coveredCells.allSatisfy { table.rows[$0.row][$0.column].isEmpty })
    }

    @Test(arguments: ["<div align=center>\n\n@\n\n</div>", "<center>\n\n@\n\n</center>"])
    func `a table is aligned like the text around it`(around: String) async {
        let cells = "<tr><td>a</td></tr>"
        await expect(around.replacing("@", with: "|a|\n|-|"), shows: "table*<c> a")
        await expect(around.replacing("@", with: "<table>\(cells)</table>"), shows: "table<c> a")
        await expect("<table align=center>\(cells)</table>", shows: "table<c> a")
        await expect(around.replacing("@", with: "- <table>\(cells)</table>"), shows: "- table a")
    }

    @Test func `preformatted code states its language`() async {
        await expect("<pre lang=\"Swift\">let a = 1</pre>", shows: "code Swift|let a = 1")
    }

    @Test func `nothing is ever run`() async {
        let text = """
            Hello <script>alert(1)</script>world<!-- hidden -->!

            <script>
            alert(2)

            alert(3)
            </script>

            <style>body { color: red }</style>
            <iframe src="https://x.example">inside</iframe>

            <svg><g></g><text>drawn</text></svg>

            <a href="javascript:alert(4)" onclick="alert(5)">a link</a> <img src=x.png onerror="alert(6)" alt="p">
            <?php echo 1 ?> <![CDATA[ x ]]> <form action=x><input value=y><button>Press</button></form>
            """
        await expect(
            text,
            shows: """
                p Hello world!
                p <iframe src="https://x.example">inside</iframe>
                p drawn
                p a link ![p](\(raw)/x.png)
                p Press
                """)
    }

    @Test func folds() async {
        let text = """
            <details open>
            <summary><b>More</b> of it</summary>

            - inside
              <details><summary>Deeper</summary>text</details>

            ```
            code
            ```

            </details>

            <details>no summary</details>

            outside
            """
        await expect(
            text,
            shows: """
                summary open **More** of it
                + - p inside
                + | summary Deeper
                + | + p text
                + code |code
                summary \("")
                + p no summary
                p outside
                """)
    }

    @Test func `the words of a summary are the name of its fold`() async {
        let text = """
            <details>
            <summary><h2>Install on Linux</h2></summary>

            Run the installer.

            </details>

            <details><summary><h3>Open one</h3></summary>Shown at once when opened.</details>

            <details open><summary>

            ### With *Markdown*

            </summary>

            a
            </details>

            <details><summary><p>b</p><ul><li>c</ul><pre>d</pre><table><tr><td>e<td>f</table>g</summary>h</details>

            <details><summary><h4>i</h4>

            j

            ## k

            </details>
            """
        let document = await read(text)
        #expect(
            outline(document) == """
                summary **Install on Linux**
                + p Run the installer.
                summary **Open one**
                + p Shown at once when opened.
                summary open **With *****Markdown***
                + p a
                summary b c `d` e f g
                + p h
                summary **i**
                + p j
                + h2 k
                """)
        #expect(document.block(at: "install-on-linux") == 0)
        #expect(document.block(at: "open-one") == 2)
        #expect(document.block(at: "with-markdown") == 4)
        #expect(document.block(at: "k") == 10)
    }

    @Test func `inline elements go on over blank lines`() async {
        await expect(
            """
            <a href="https://kettle.example">

            ![Kettle](kettle.png)

            </a>

            <b>

            First.

            - Second.

            </b>

            Third.

            > <i>
            >
            > Fourth.

            Fifth. <b>Sixth.

            Seventh.

            <p align=center><a href="https://a.example">

            ![A](a.png)

            </a></p>
            <table><tr><td><u>

            Eighth

            </td><td>Ninth</td></tr></table>
            """,
            shows: """
                p [![Kettle](\(raw)/kettle.png)](https://kettle.example)
                p **First.**
                - p **Second.**
                p Third.
                > p *Fourth.*
                p Fifth. **Sixth.**
                p Seventh.
                p [![A](\(raw)/a.png)](https://a.example)
                table _Eighth_ | Ninth
                """)
    }

    @Test func `a link ends a link without an end`() async {
        await expect(
            "<a href=\"https://a.example\">\none <a href=\"https://b.example\">two</a> three\n\nfour",
            shows: "p [one ](https://a.example)[two](https://b.example) three\np four")
    }

    @Test func `quotations, marks and strange tags`() async {
        await expect("<q>quoted</q> <mark>marked</mark>", shows: "p “quoted” =marked=")
        await expect("<div>a</খ>b</div>", shows: "p ab")
    }

    @Test func `numbers of items`() async {
        await expect(
            "<ol start=4><li>a<li value=10>b<li>c</ol><ul><li value=3>d</ul>",
            shows: "4. p a\n10. p b\n11. p c\n- p d")
    }

    @Test func `tables in tables`() async {
        await expect("<table><tr><td>a<table><tr><td>b<td>c</table>d</table>", shows: "table a⏎b c⏎d")
    }

    @Test func `lists quotes and code`() async {
        let text = """
            <ul><li>a<li>b<ol start=3><li>c</li><li>d</ol></ul>
            <blockquote>e<p>f</blockquote>
            <pre><code class="x">if a &lt; b {
              &amp;
            }
            </code></pre>
            <dl><dt>g<dd>h</dl><hr>i
            """
        await expect(
            text,
            shows: """
                - p a
                - p b
                | 3. p c
                | 4. p d
                > p e
                > p f
                code |if a < b {⏎  &⏎}
                p g
                : p h
                rule
                p i
                """)
    }

    @Test func `pictures for dark and light`() async {
        let text = """
            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="dark.png">
              <source media="(prefers-color-scheme: light)" srcset="light.png">
              <img src="any.png" alt="A" height=20px>
            </picture>
            <img src="next.png" alt="B">

            ![x](a.png#gh-dark-mode-only)![y](b.png#gh-light-mode-only)
            """
        let document = await read(text)
        #expect(
            outline(document) == """
                p ![A](\(raw)/light.png){dark \(raw)/dark.png} ![B](\(raw)/next.png)
                p ![x](\(raw)/a.png#gh-dark-mode-only)![y](\(raw)/b.png#gh-light-mode-only)
                """)
        guard case .paragraph(let prose) = document.blocks[1].content else {
            Issue.record("no paragraph")
            return
        }
        #expect(prose.spans.map(\.picture?.colorScheme) == [.dark, .light])
    }

    @Test func `pages about pictures become the pictures`() async {
        await expect(
            "![a](https://github.com/o/r/blob/main/a.png?raw=true) ![b](../../b.png) ![c](//c.example/c.png)",
            shows: """
                p ![a](https://github.com/o/r/raw/main/a.png?raw=true) \
                ![b](https://raw.githubusercontent.com/octocat/b.png) ![c](https://c.example/c.png)
                """)
    }

    @Test func anchors() async {
        let document = await read(
            "a\n\n<a name=\"here\"></a>\n## There\n\n<h3 id=\"own\">Own</h3>\n\n<div id=last></div>")
        #expect(document.block(at: "here") == 1)
        #expect(document.block(at: "there") == 1)
        #expect(document.block(at: "own") == 2)
        #expect(document.block(at: "last") == 2)
    }

    @Test func `tokens of broken HTML`() {
        #expect(
            HTMLTokens.all(in: "a < b <c d='e>f' g=h i>j</C ><!-- k --><k") == [
                .text("a < b "), .open("c", ["d": "e>f", "g": "h", "i": ""]), .text("j"), .close("c"), .text("<k"),
            ])
        #expect(
            HTMLTokens.all(
                in: "a<script b>c</p></SCRIPT >d<Title e=f>g</title><style>h<script>i", filtersTags: true) == [
                    .text("a"), .text("d"), .filtered("title", source: "<Title e=f>"), .text("g"),
                    .filtered("title", source: "</title>"), .filtered("style", source: "<style>"), .text("h"),
                    .filtered("script", source: "<script>"), .text("i"),
                ])
        #expect(HTMLTokens.all(in: "&amp;&#65;&nbsp;&bogus;&lt;b&gt;") == [.text("&A\u{A0}&bogus;<b>")])
        #expect(HTMLTokens.all(in: "<a href=\"x&amp;y") == [.text("<a href=\"x&y")])
        #expect(HTMLTokens.all(in: "<!-- never closed <b>") == [])
    }
}
