import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// Markdown's own syntax, as documents show it.
@Suite struct MarkdownTests {
    private let root = "https://github.com/octocat/hello/blob/main"
    private let raw = "https://raw.githubusercontent.com/octocat/hello/main"

    @Test func `headings and paragraphs`() async {
        await expect(
            "# One #\n\nTwo\nlines,  \nthree.\n\nFour\n====\n\n###### Six",
            shows: "h1 One\np Two lines,⏎three.\nh1 Four\nh6 Six")
    }

    @Test func styles() async {
        await expect(
            "*a* **b** ***c*** ~~d~~ `e  f` **g `h`** ~~i *j*~~",
            shows: "p *a* **b** ***c*** ~~d~~ `e f` **g **`**h**` ~~i ~~~~*j*~~".replacing("`**h**`", with: "`**h**`"))
    }

    @Test func links() async {
        let text = """
            [a](https://a.example/x?y=1&z=2) <https://b.example> https://c.example. [d](docs/d.md) [e](/e.md) [f](#Some-Part)
            [g](javascript:alert(1)) [h](file:///etc/passwd) [i](mailto:i@example.org) [j][k] [l](README.md#m)

            [k]: ../../issues
            """
        await expect(
            text,
            shows: """
                p [a](https://a.example/x?y=1&z=2) [https://b.example](https://b.example) \
                [https://c.example](https://c.example). [d](\(root)/docs/d.md) [e](\(root)/e.md) [f](#Some-Part) \
                g h [i](mailto:i@example.org) [j](https://github.com/octocat/hello/issues) [l](#m)
                """)
    }

    @Test func `mail addresses`() async {
        let text = """
            Mail me@example.org or [write](mailto:me@example.org?subject=Hi&body=a%20b&attach=/etc/passwd&cc=).
            <MAILTO:FOO@BAR.BAZ> <foo+special@Bar.baz-bar0.com> a.b-c_d@a.b- a.b-c_d@a.b. <a href="mailto:a@b.example">b</a>
            [c](mailto:) [d](mailto:x) [e](mailto:a@b.example%0Acc:x)
            """
        await expect(
            text,
            shows: """
                p Mail [me@example.org](mailto:me@example.org) or [write](mailto:me@example.org?subject=Hi&body=a%20b). \
                [MAILTO:FOO@BAR.BAZ](mailto:FOO@BAR.BAZ) \
                [foo+special@Bar.baz-bar0.com](mailto:foo+special@Bar.baz-bar0.com) \
                a.b-c_d@a.b- [a.b-c_d@a.b](mailto:a.b-c_d@a.b). [b](mailto:a@b.example) c d e
                """)
    }

    @Test func pictures() async {
        let text = """
            ![a *b*](docs/a.png) ![](/logo.svg "Logo") [![c](https://c.example/c.svg)](https://c.example)
            ![d](data:image/png;base64,AAAA) ![e](javascript:x)
            """
        await expect(
            text,
            shows: """
                p ![a b](\(raw)/docs/a.png) ![Logo](\(raw)/logo.svg) \
                [![c](https://c.example/c.svg)](https://c.example) ![d]() ![e]()
                """)
    }

    @Test func lists() async {
        let text = """
            - a
            - b
              - c

                more of c
              - d
                1. e
                   > quoted
            7. f
            8. g
            - [x] done
            - [ ] to do
            -
            """
        await expect(
            text,
            shows: """
                - p a
                - p b
                | -- p c
                | | p more of c
                | -- p d
                | | 1. p e
                | | | > p quoted
                7. p f
                8. p g
                [x] p done
                [ ] p to do
                - p \("")
                """)
    }

    @Test func `tight and loose lists`() async {
        let tight = await read("before\n- a\n- b\n  - c\n\nafter").blocks.map(\.gap)
        #expect(tight == [.none, .block, .tight, .tight, .block])
        let loose = await read("- a\n\n- b\n  - c\n  - d\n").blocks.map(\.gap)
        #expect(loose == [.none, .block, .block, .tight])
        let neighbors = await read("- a\n\n<!-- -->\n\n- b\n").blocks.map(\.gap)
        #expect(neighbors == [.none, .block])
    }

    @Test func code() async {
        let text = "```swift {.numbered}\nlet a = \"<b>\" &amp; `\n\n\tb\n```\n\n    indented\n      more\n\n~~~\n~~~"
        await expect(text, shows: "code swift|let a = \"<b>\" &amp; `⏎⏎\tb\ncode |indented⏎  more\ncode |")
    }

    @Test func `quotes and alerts`() async {
        let text = """
            > a
            >
            > > b
            c

            > [!WARNING]
            > Mind *this*.
            >
            > - and this

            > [!note]

            > [!TIP] not alone in its line

            > [!UNKNOWN]
            > said
            """
        await expect(
            text,
            shows: """
                > p a
                > > p b c
                !warning title warning
                !warning p Mind *this*.
                !warning - p and this
                > p [!note]
                > p [!TIP] not alone in its line
                > p [!UNKNOWN] said
                """)
    }

    @Test func tables() async {
        let text = """
            | a | *b* | c
            |:--|:-:|--:
            | `1` | [2](x.md) | 3 \\| 4
            | ![p](p.png) | <b>5</b><br>6
            """
        await expect(
            text,
            shows: """
                table* <l> a | <c> *b* | <r> c // <l> `1` | <c> [2](\(root)/x.md) | <r> 3 | 4 // <l> ![p](\(raw)/p.png) | \
                <c> **5**⏎6 | <r> \("")
                """)
    }

    @Test func footnotes() async {
        let document = await read("Said[^a], and again[^b].\n\n[^a]: First.\n[^b]: Second\n    *one*.\n")
        #expect(
            outline(document) == """
                p Said[^1^](#fn-1), and again[^2^](#fn-2).
                rule
                1. p First.[\u{A0}↩](#fnref-1)
                2. p Second *one*.[\u{A0}↩](#fnref-2)
                """)
        #expect(document.block(at: "fn-2") == 3)
        #expect(document.block(at: "fnref-1") == 0)
    }

    @Test func `a footnote that ends with code has a back link`() async {
        await expect(
            "Said[^a].\n\n[^a]:\n        code\n",
            shows: "p Said[^1^](#fn-1).\nrule\n1. code |code\n| p [↩](#fnref-1)")
    }

    @Test(arguments: [
        ("foo%20bä", "foo%20b%C3%A4"), ("<a b%20c>", "a%20b%20c"), ("foo\\)\\:", "foo):"), ("50%25ä", "50%25%C3%A4"),
        ("5%ä", "5%25%C3%A4"), ("a[1]%20b", "a%5B1%5D%20b"), ("?q=a|b%20", "README.md?q=a%7Cb%20"),
    ])
    func `an address is encoded once`(written: String, expected: String) async {
        await expect("[a](\(written))", shows: "p [a](\(root)/\(expected))")
    }

    @Test func `the host of an address is no part of that`() async {
        await expect("[a](http://é.example/%20ä?ä#ä)", shows: "p [a](http://xn--9ca.example/%20%C3%A4?%C3%A4#%C3%A4)")
        await expect("[a](/%20ä)", shows: "p [a](\(root)/%20%C3%A4)")
        await expect("[a](//x.example/%20ä)", shows: "p [a](https://x.example/%20%C3%A4)")
        await expect("[a](javascript:alert) [b](java%20script:x)", shows: "p a [b](\(root)/java%20script:x)")
    }

    @Test func `each back link of a footnote leads to its own place`() async {
        let document = await read("One[^a].\n\nTwo[^a] and[^b].\n\nThree[^a].\n\n[^a]: First.\n[^b]: Second.\n")
        #expect(
            outline(document) == """
                p One[^1^](#fn-1).
                p Two[^1^](#fn-1) and[^2^](#fn-2).
                p Three[^1^](#fn-1).
                rule
                1. p First.[\u{A0}↩](#fnref-1)[\u{A0}↩](#fnref-1-2)[^2^](#fnref-1-2)[\u{A0}↩](#fnref-1-3)[^3^](#fnref-1-3)
                2. p Second.[\u{A0}↩](#fnref-2)
                """)
        #expect(["fnref-1", "fnref-1-2", "fnref-1-3", "fnref-2"].map(document.block) == [0, 1, 2, 1])
    }

    @Test func `line breaks are kept where they are meant`() async throws {
        let text = "Checksums\r\nlinux  aaaa1111\r\nmacos  bbbb2222\r\n\r\n- item\r\n  more of the item"
        let notes = try #require(
            await MarkdownReader().document(text, baseURLs: .sample, keepsLineBreaks: true))
        #expect(outline(notes) == "p Checksums⏎linux aaaa1111⏎macos bbbb2222\n- p item⏎more of the item")
        await expect(text, shows: "p Checksums linux aaaa1111 macos bbbb2222\n- p item more of the item")
    }

    @Test func `emoji codes`() async {
        await expect(
            "# :rocket: Go\n\n:white_check_mark: `:rocket:` a:bc:d https://x.example/:rocket:/",
            shows: """
                h1 🚀 Go
                p ✅ `:rocket:` a:bc:d [https://x.example/🚀/](https://x.example/:rocket:/)
                """)
    }

    @Test func `rules and breaks`() async {
        await expect("a\n\n---\n\n***\nb\\\nc", shows: "p a\nrule\nrule\np b⏎c")
    }

    @Test func `names of headings`() async {
        let document = await read(
            "# Über uns & mehr!\n## API\n## API\n## `code` in it\n## 安装 说明\n## :rocket: Start\n## snake_case-x\n## 🚀 Up\n"
        )
        #expect(
            Set(document.anchors.keys) == [
                "über-uns--mehr", "api", "api-1", "code-in-it", "安装-说明", "rocket-start", "snake_case-x", "-up",
            ])
        #expect(document.block(at: "API") == 1)
        #expect(document.block(at: "nowhere") == nil)
    }

    @Test func `names of headings with pictures`() async {
        let document = await read(
            """
            [build](#build-) | [up](#top) | [begin](#readme)

            ## Build ![passing](https://badges.example/passing.png)

            ## ![logo](logo.png) Name

            <h2>
              Both <img src="a.png">
            </h2>

            ## Name
            """)
        #expect(["build-", "-name", "name", "both"].map(document.block) == [1, 2, 4, 3])
        // Some write the name without the hyphen, which GitHub does not know.
        #expect(document.block(at: "build") == 1)
        #expect(["top", "TOP", "readme"].map(document.block) == [0, 0, 0])
        let own = await read("First.\n\n# Top\n\nText.")
        #expect(own.block(at: "top") == 1)
        #expect(await read("").block(at: "top") == nil)
    }
}
