import StargazerCore
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

/// No tag takes words along, whatever its name, wherever it is, and even if it is never closed.
struct LostWordsTests {
    /// Texts with a tag at `@`. Their words, which begin with "w", show in the same order.
    private static let texts: [String: String] = [
        "sentence": "w1 @ w2\n\nw3",
        "sentence of lines": "w1\nw2 @ w3\nw4\n\nw5",
        "end of a sentence": "w1 @\n\nw2",
        "beginning of a sentence": "*w1*\n@ w2\n\nw3",
        "emphasis": "w1 *w2 @ w3* w4\n\nw5",
        "link": "w1 [w2 @ w3](https://x.example) w4\n\nw5",
        "heading": "## w1 @ w2\n\nw3\n\n# w4",
        "underlined heading": "w1 @ w2\n---\n\nw3",
        "item": "- w1 @ w2\n- w3\n\nw4",
        "nested item": "1. w1\n   - w2 @ w3\n   - w4\n2. w5\n\nw6",
        "quote": "> w1 @ w2\n\nw3",
        "cell": "| w1 | w2 |\n|---|---|\n| w3 @ w4 | w5 |\n| w6 | w7 |\n\nw8\n\nw9",
        "header cell": "| w1 @ w2 | w3 |\n|---|---|\n| w4 | w5 |\n\nw6",
        "HTML cell": "<table><tr><td>w1 @ w2</td><td>w3</td></tr><tr><td>w4</td></tr></table>\n\nw5\n\nw6",
        "footnote": "w1[^1]\n\n[^1]: w2 @ w3\n",

        "block": "w1\n\n@ w2\n\nw3\n\n- w4\n\n| w5 |\n|---|\n| w6 |\n\n```\nw7\n```\n\nw8",
        "block of lines": "w1\n\n@\nw2\n\nw3\n\n# w4",
        "block of its own": "w1\n\n@\n\nw2\n\n> w3",
        "block in a division": "<div>w1 @ w2</div>\n\nw3",
        "block that goes on": "<div>\nw1\n@\nw2\n\nw3\n\n</div>\n\nw4",
        "block in an item": "- @ w1\n- w2\n\nw3",
        "block in a quote": "> @ w1\n\nw2",
        "block in a heading": "## @ w1\n\nw2",
        "block in a cell": "| w1 | w2 |\n|---|---|\n| @ w3 | w4 |\n| w5 | @ |\n\nw6",
        "block in an HTML cell":
            "<table>\n<tr><td>\n@\nw1\n</td>\n<td>w2</td></tr>\n<tr><td>w3</td></tr>\n</table>\n\nw4",
        "Markdown in an HTML cell":
            "<table><tr><td>\n\nw1 @ w2\n\n</td><td>w3</td></tr>\n<tr><td>w4</td></tr></table>\n\nw5",
        "HTML list": "<ul><li>w1 @ w2</li><li>w3</li></ul>\n\nw4",
        "fold": "<details><summary>w1</summary>\n\nw2 @ w3\n\n</details>\n\nw4",
        "summary": "<details><summary>w1 @ w2</summary>\n\nw3\n\n</details>\n\nw4",
    ]

    @Test(arguments: texts.keys.sorted()) func `a tag without an end`(place: String) async {
        // Words between cells come before their table, as in a browser.
        for element in Self.elements { await check(place, "<\(element)>", inOrder: element != "tr") }
    }

    @Test(arguments: texts.keys.sorted()) func `a tag without a beginning`(place: String) async {
        let elements = [
            "a", "b", "blockquote", "details", "div", "foo", "h2", "li", "p", "pre", "script", "select", "style",
            "summary", "svg", "table", "td", "title", "tr", "ul", "video",
        ]
        for element in elements { await check(place, "</\(element)>", inOrder: false) }
    }

    @Test func `elements with an end keep their words`() async {
        for element in Self.elements where !["script", "style"].contains(element) {
            for text in ["w1 <@>w2</@> w3\n\nw4", "<@>\nw1\n</@>\n\nw2", "<@ class=\"a\">\n\nw1\n\n</@>\n\nw2"] {
                await check(text.replacing("@", with: element))
            }
        }
    }

    @Test(
        arguments: [
            ("Injects a <style> tag into the page.\n\nNext.", "p Injects a <style> tag into the page.\np Next."),
            ("Works with <video> and <audio> elements.", "p Works with and elements."),
            ("- a <textarea> one\n- item two", "- p a <textarea> one\n- p item two"),
            ("> quote <canvas> x", "> p quote x"),
            ("Closed: <script>let a = 1</script> after.", "p Closed: after."),
            ("a <STYLE a=b>*b*</style> c <style> d", "p a c <style> d"),
            ("*a <script> b* c </script> d", "p *a *d"),
            ("a <script>![b](c.png)<br>`d`[^1]</script> e\n\n[^1]: f", "p a e\nrule\n1. p f[\u{A0}↩](#fnref-1)"),
            ("<script>a\n<b></p><!--\n\nb</script>c\n\nd", "p c\np d"),
            ("<div>a<style>b <p> c</style>d</div>", "p ad"),
            ("<svg><text>words</text></svg> after", "p words after"),
            ("one <svg> hidden", "p one hidden"),
            ("<select><option>a<option>b</select><button>c</button><button>d</button>", "p a b c d"),
            ("Use <title lang=\"en\">words</title> here", "p Use <title lang=\"en\">words</title> here"),
            ("a\n<noscript>\nb\n</noscript>", "p a b"), ("<noscript>\n<img src=x.png alt=c>\n</noscript>\n\na", nil),
            ("<textarea>\na\n</textarea>\n\nb", "p a\np b"), ("<title>a</title>", "p <title>a</title>"),
            ("## <title>", "h2 <title>"),
            ("| <title> | a |\n|---|---|\n| `b` | <xmp> |", "table* <title> | a // `b` | <xmp>"),
            ("a <pre> b\n\nc\n\n# d", "p a\ncode | b⏎⏎c\nh1 d"), ("<pre>a<br>b<br/>c</pre>", "code |a⏎b⏎c"),
            ("<div><pre>a\n\n*b*\nc</pre></div>\n\nd", "code |a⏎⏎b⏎c\np d"),
            ("| a <div> b | c |\n|---|---|\n| d <td> e | <tr> f |\n\ng", "table* a⏎b | c // d e | f\np g"),
        ] as [(String, String?)])
    func `what tags become`(_ text: String, _ shown: String?) async {
        guard let shown else { return #expect(!outline(await read(text)).contains("noscript")) }
        await expect(text, shows: shown)
    }

    @Test func `a tag in a heading is a part of its name`() async {
        let document = await read("Text.\n\n## Set the <title> of a page\n\nText.")
        #expect(outline(document) == "p Text.\nh2 Set the <title> of a page\np Text.")
        #expect(document.block(at: "set-the-title-of-a-page") == 1)
    }

    private func check(_ place: String, _ tag: String, inOrder: Bool = true) async {
        await check((Self.texts[place] ?? "").replacing("@", with: tag), inOrder: inOrder)
    }

    private func check(_ text: String, inOrder: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) async {
        let wanted = text.matches(of: /w[0-9]/).map { String($0.output) }
        let document = await read(text)
        let shown = document.blocks.flatMap(\.texts).joined(separator: "\n").matches(of: /w[0-9]/)
            .map { String($0.output) }
        #expect((inOrder ? shown : shown.sorted()) == wanted, "\(text)", sourceLocation: sourceLocation)
        var lines: [String] = []
        PlainTextLines.forEach(in: text) { line in
            lines.append(String(decoding: line, as: UTF8.self))
            return true
        }
        let indexed = lines.joined(separator: "\n").matches(of: /w[0-9]/).map { String($0.output) }
        #expect(indexed == wanted, "in the index: \(text)", sourceLocation: sourceLocation)
    }

    /// The names of HTML, current and obsolete, some of SVG and MathML, and some that nothing defines.
    private static let elements = """
        a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
        colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2
        h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu
        meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script
        search section select selectedcontent slot small source span strong style sub summary sup svg table tbody td
        template textarea tfoot th thead time title tr track u ul var video wbr

        acronym applet basefont bgsound big blink center command content dir element fencedframe font frame frameset
        image isindex keygen layer listing marquee menuitem multicol nextid nobr noembed noframes noindex nolayer param
        plaintext portal rb rtc shadow spacer strike tt xmp

        animate circle clipPath defs desc ellipse filter foreignObject g line linearGradient marker mask metadata path
        pattern polygon rect set stop switch symbol text textPath tspan use view
        annotation annotation-xml maction merror mfrac mi mn mo mrow ms msqrt mtable mtd mtext mtr semantics

        foo my-element unknown-tag T String VIDEO Title
        """.split { $0.isWhitespace }.map(String.init)
}
