import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// Files in other formats than Markdown, and what begins a file.
@Suite struct TextFilesTests {
    private func file(_ text: String, path: String) async -> Document {
        await MarkdownReader().document(text, in: TextFormat(path: path), baseURLs: .sample) ?? Document(blocks: [])
    }

    @Test(arguments: [
        ("README.md", TextFormat.markdown), ("docs/Readme.MARKDOWN", .markdown), ("README.html", .html),
        ("README", .lines), ("readme.txt", .lines), ("README.rst", .markup(.rst)), ("README.adoc", .markup(.asciidoc)),
        ("README.org", .markup(.org)), ("docs.v2/README", .lines),
    ])
    func `the name tells the format`(path: String, format: TextFormat) {
        #expect(TextFormat(path: path) == format)
    }

    @Test func `lines and spaces are as they are, and wrap`() async {
        let document = await file(
            "Kettle\r\n======\r\n\r\n  a *b* :rocket:   c\n\td <e>\n\n\n\nlast\n", path: "README.txt")
        #expect(outline(document) == "p Kettle⏎======\np   a *b* :rocket:   c⏎\td <e>\np last")
        guard case .paragraph(let text)? = document.blocks.first?.content else {
            Issue.record("no paragraph")
            return
        }
        #expect(text.spans.allSatisfy { $0.style == .monospace })
    }

    @Test func `addresses are links`() async {
        let text = """
            See https://a.example/b_(c). `Guide <https://d.example/e>`_ and link:HTTP://f.example/[here],
            [[https://g.example][there]] (www.h.example), me@i.example. nohttps://j.example @k a@b www. https://
            """
        #expect(
            outline(await file(text, path: "README")) == """
                p See [https://a.example/b_(c)](https://a.example/b_(c)). `Guide \
                <[https://d.example/e](https://d.example/e)>`_ and link:[HTTP://f.example/](HTTP://f.example/)[here],⏎\
                [[[https://g.example](https://g.example)][there]] ([www.h.example](http://www.h.example)), \
                [me@i.example](mailto:me@i.example). nohttps://j.example @k a@b www. https://
                """)
    }

    @Test func `a page of HTML is read as HTML`() async {
        let text = "<!DOCTYPE html><html><body><h1>Kettle</h1><p>Boils <b>fast</b>.</p><ul><li>one</ul></body></html>"
        #expect(outline(await file(text, path: "README.html")) == "h1 Kettle\np Boils **fast**.\n- p one")
    }

    /// The time is linear in the size: a square would take hours.
    @Test(
        .timeLimit(.minutes(20)),
        arguments: [
            "a@", "https://", "https://.", "www.", "a@a.", "(", ")", "https://x.example/)", "@a.b", "\n", "- x\n",
        ])
    func `a hostile text file is read in time`(part: String) async {
        let document = await file(String(repeating: part, count: 1_000_000 / part.utf8.count), path: "README.txt")
        #expect(!document.isUnformatted)
    }

    @Test func `reStructuredText has headings, lists, code and links`() async {
        let text = """
            ======
            Kettle
            ======

            .. image:: https://a.example/logo.png
               :alt: Logo
               :target: https://a.example

            Boils *fast* and **well**, with ``a  *b*``. See `the guide <https://b.example/c>`_ or
            https://d.example.

            Usage
            -----

            Run this::

                kettle --boil
                  now

            .. code-block:: python

               import kettle

            - one
            - two
              goes on

              more of two

              1. inner
            - three

            .. _a target: https://x.example
            .. note:: Hot.

            =====  =====
            a      b
            =====  =====
            """
        #expect(
            outline(await file(text, path: "README.rst")) == """
                h1 Kettle
                p [![Logo](https://a.example/logo.png)](https://a.example)
                p Boils *fast* and **well**, with `a *b*`. See [the guide](https://b.example/c) or \
                [https://d.example](https://d.example).
                h2 Usage
                p Run this:
                code |kettle --boil⏎  now
                code python|import kettle
                - p one
                - p two goes on
                | p more of two
                | 1. p inner
                - p three
                !note title note
                !note p Hot.
                table a | b
                """)
    }

    @Test func `Org has headings, lists, code and links`() async {
        let text = """
            #+TITLE: Kettle
            #+OPTIONS: toc:nil
            * Usage
            :PROPERTIES:
            :END:
            See [[https://a.example][the /guide/]] and [[https://b.example]], =a *b*= or /this/ *one*.
            #+BEGIN_SRC sh
            * no heading
            #+END_SRC
            ** More
            - one
              - two
            3) three
            """
        #expect(
            outline(await file(text, path: "README.org")) == """
                h1 Kettle
                h1 Usage
                p See [the /guide/](https://a.example) and [https://b.example](https://b.example), \
                `a *b*` or *this* **one**.
                code sh|* no heading
                h2 More
                - p one
                | -- p two
                3. p three
                """)
    }

    @Test func `AsciiDoc has headings, lists, code and links`() async {
        let text = """
            = Kettle
            :toc:
            // a comment

            image::https://a.example/logo.png[Logo,200]

            == Usage
            See https://a.example[the guide] or link:docs/b.adoc[b], `a` *b* _c_.

            [source,sh]
            ----
            = no heading
            ----

            * one
            ** two
            * three
            . four
            """
        #expect(
            outline(await file(text, path: "README.adoc")) == """
                h1 Kettle
                p ![Logo](https://a.example/logo.png)
                h2 Usage
                p See [the guide](https://a.example) or \
                [b](https://github.com/octocat/hello/blob/main/docs/b.adoc), `a` **b** *c*.
                code sh|= no heading
                - p one
                | -- p two
                - p three
                1. p four
                """)
    }

    @Test(.timeLimit(.minutes(20)), arguments: ["README.rst", "README.org", "README.adoc"])
    func `hostile marks are read in time, and no word is lost`(path: String) async {
        let parts = [
            "`a <", "[[", "*a ", "link:", "https://a[", "- ", "::\n\n  a\n", ".. code::\n", "----\n", "#+begin_src\n",
        ]
        for part in parts {
            _ = await file(String(repeating: part, count: 200_000 / part.utf8.count), path: path)
        }
        let words = "one `two <three [[four *five _six /seven =eight link:nine https://ten.example[eleven"
        let shown = outline(await file(words, path: path))
        for word in ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"] {
            #expect(shown.contains(word), "\(word) in \(path)")
        }
    }

    // MARK: Front matter

    @Test(arguments: [
        ("---\ntitle: A page\nlayout: default\n---\n\n# Real title\n", "title | layout // A page | default"),
        (
            "---\r\ntitle: \"A: page\"\r\ntags:\r\n  - a\r\n  - 'b'\r\n---\r\n# Real title\r\n",
            "title | tags // A: page | a, b"
        ),
        (
            "---\ntags:\n- a\n- b\n# comment\n\nlong: >\n  words\n\n  more\n...\n# Real title",
            "tags | long // a, b | words more"
        ),
        ("--- \n\"name\": x\nlist: [\n  1,\n]\n---\n# Real title", "name | list // x | [ 1, ]"),
        ("---\na: *b* <c>\nempty:\n---\n# Real title", "a | empty // *b* <c> | "),
    ])
    func `front matter is a table`(text: String, table: String) async {
        await expect(text, shows: "table* \(table)\nh1 Real title")
    }

    @Test func `long front matter is bounded`() async {
        let many = (0..<1_000).map { "name\($0): \(String(repeating: "word ", count: 50))\n" }.joined()
        let document = await read("---\n\(many)---\ntext")
        #expect(document.isCut && document.blocks.count < 10)
        #expect(document.blocks.allSatisfy { $0.cost < 2 * DocumentBuilder.Limit.tableCost })
    }

    @Test(arguments: [
        ("---\n\nText\n\n---\n\nMore", "rule\np Text\nrule\np More"),
        ("Text\n\n---\ntitle: A page\n---\n", "p Text\nrule\nh2 title: A page"),
        ("---\ntitle: never closed\n\nText", "rule\np title: never closed\np Text"),
        ("---\nNote: this is text.\nAnd it goes on.\n\n---\n", "rule\np Note: this is text. And it goes on.\nrule"),
        ("---\n---\n\nText", "rule\nrule\np Text"), ("----\na: b\n----\n", "rule\nh2 a: b"),
    ])
    func `a rule stays a rule`(text: String, shown: String) async {
        await expect(text, shows: shown)
    }

    // MARK: Formulas

    @Test(arguments: [
        ("$E = mc^2$ is", "p `E = mc^2` is"), ("so $a*b*c$.", "p so `a*b*c`."), ("($x_1$, $y_1$)", "p (`x_1`, `y_1`)"),
        ("$`a_1`$ and $`b_1`$", "p `a_1` and `b_1`"), ("$$\\sum_{i=0}^{n} x_i$$", "p `\\sum_{i=0}^{n} x_i`"),
        ("$$\na*b*c\n= d\n$$", "p `a*b*c⏎= d`"), ("**$a<b>c$**", "p `**a<b>c**`"),
        ("| $a*b*c$ |\n|---|\n| $d_e_f$ |", "table* `a*b*c` // `d_e_f`"),
        ("It costs $5 or $6", "p It costs $5 or $6"), ("$HOME/$PATH and $5-$10", "p $HOME/$PATH and $5-$10"),
        ("a $ b $ *c*", "p a $ b $ *c*"), ("US$5 and *NZ$6*", "p US$5 and *NZ$6*"), ("\\$a*b*c$", "p $a*b*c$"),
        ("`$a$` and $ $$ $$$", "p `$a$` and $ $$ $$$"), ("$a\n\nb$", "p $a\np b$"), ("$a\\$b$", "p `a\\$b`"),
    ])
    func formulas(text: String, shown: String) async {
        await expect(text, shows: shown)
    }

    @Test(arguments: ["$a ", "$$a ", "$`a ", "$$"])
    func `open formulas are read in time`(part: String) async {
        let text = String(repeating: part, count: 1_000_000 / part.utf8.count)
        #expect(await read(text).isUnformatted == false)
    }

    // MARK: Lists

    @Test func `the letters and numerals of a list`() async {
        let list = "<ol type=\"a\" start=\"26\"><li>x</li><li>y</li></ol><ol type=I><li>x<li value=9>y<li type=A>z</ol>"
        await expect(list, shows: "z. p x\naa. p y\nI. p x\nIX. p y\nJ. p z")
        #expect(ListNumbering.lowerRoman.text(3_999) == "mmmcmxcix" && ListNumbering.lowerRoman.text(4_000) == "4000")
        #expect(ListNumbering.upperAlpha.text(0) == "0" && ListNumbering.upperAlpha.text(703) == "AAA")
        #expect(ListNumbering(type: "disc") == nil)
    }
}
