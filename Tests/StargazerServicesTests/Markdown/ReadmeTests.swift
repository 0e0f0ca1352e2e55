import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// READMEs like those that people write, tidy and untidy.
@Suite struct ReadmeTests {
    private let root = "https://github.com/octocat/hello/blob/main"
    private let raw = "https://raw.githubusercontent.com/octocat/hello/main"

    @Test func empty() async {
        for text in ["", "\n \n", "<!-- only a comment -->", "[a]: b", "<p></p><div><br></div>", "\u{FEFF}"] {
            #expect(await read(text).blocks.isEmpty, "\(text)")
        }
    }

    @Test func `byte order mark and carriage returns`() async {
        await expect("\u{FEFF}# A\r\n\r\nb\r\nc\r\n\r\n```\r\nd\r\ne\r\n```\r\n", shows: "h1 A\np b c\ncode |d⏎e")
    }

    @Test func `nothing but text`() async {
        await expect("just a line", shows: "p just a line")
    }

    @Test(arguments: [
        ("# Zed\n\ntext", true), ("<h2 align=center>zed</h2>\n\ntext", true), ("Zed\n===\ntext", true),
        ("![logo](https://a.example/b.png)\n\n# zed-industries/zed\n\ntext", true), ("# 🚀 Zed!\n\ntext", true),
        ("text\n\n# Zed", false), ("# The Zed Editor\n\ntext", false), ("# Zed", false), ("", false),
        ("# 🚀\n\na", false),
        ("# ![Zed](https://a.example/b.png)\n\ntext", false),
    ]) func `a title at the beginning that is the name goes`(text: String, goes: Bool) async {
        let document = await read(text)
        let rest = document.withoutTitle(["zed", "zed-industries/zed", "🚀"])
        #expect(rest.blocks.count == document.blocks.count - (goes ? 1 : 0))
        #expect(goes || rest == document)
    }

    @Test func `links within a text lead to the same parts without its title`() async throws {
        let document = await read("# Zed\n\ntext\n\n## Use\n\nmore")
        let rest = document.withoutTitle(["zed"])
        let place = try #require(rest.block(at: "use"))
        #expect(rest.blocks[place].texts == ["Use"])
        #expect(rest.block(at: "zed") == 0)
    }

    @Test func `badge wall`() async throws {
        let badge = "[![b](https://img.shields.io/b.svg)](https://x.example/b)"
        let document = await read("# Badges\n\n" + Array(repeating: badge, count: 957).joined(separator: "\n"))
        #expect(document.blocks.count >= 2)
        let spans = document.blocks.dropFirst().flatMap { block -> [TextSpan] in
            if case .paragraph(let prose) = block.content { prose.spans } else { [] }
        }
        let pictures = spans.filter { $0.picture != nil }
        #expect(pictures.count == 957)
        #expect(pictures.allSatisfy { $0.target != nil && $0.text == "b" && $0.picture?.url != nil })
    }

    @Test func `badges by reference`() async {
        let text = """
            [![ci][ci-badge]][ci] [![docs][docs-badge]][docs]

            [ci]: https://x.example/ci
            [ci-badge]: https://x.example/ci.svg
            [docs]: docs/
            [docs-badge]: https://x.example/docs.svg "Documentation"
            """
        await expect(
            text,
            shows: """
                p [![ci](https://x.example/ci.svg)](https://x.example/ci) [![docs](https://x.example/docs.svg)](\(root)/docs/)
                """)
    }

    @Test func `changelog of five thousand lines`() async {
        let lines = (0..<1_000).flatMap {
            ["## 1.\($0).0", "", "- **core**: change `\($0)` ([#\($0)](../../pull/\($0)))", "- fix", ""]
        }
        let document = await read(lines.joined(separator: "\n"))
        #expect(document.blocks.count == 3_000)
        #expect(!document.isCut)
        #expect(document.chunks.count > 50)
        #expect(document.chunks.flatMap { Array($0.blocks) } == Array(0..<3_000))
        #expect(document.block(at: "19900") == 2_970)
    }

    @Test func `more than a megabyte`() async {
        let document = await read(String(repeating: "A line of words.\n\n", count: 70_000))
        #expect(document.isCut)
        #expect(document.blocks.count == DocumentBuilder.Limit.blocks)
        let one = await read("# End\n\n" + String(repeating: "word ", count: 300_000))
        #expect(one.isCut)
        let longest = one.blocks.map { $0.texts.joined().unicodeScalars.count }.max() ?? 0
        #expect(longest <= DocumentBuilder.Limit.prose)
        #expect(one.blocks.dropFirst(2).allSatisfy { $0.gap == .none })
    }

    @Test func `code without end`() async {
        let text =
            "```\n" + (0..<500).map { "line \($0)" }.joined(separator: "\n") + "\n"
            + String(repeating: "x", count: 50_000)
        let document = await read(text)
        let parts = document.blocks.compactMap { block -> DocumentCode? in
            if case .code(let code) = block.content { code } else { nil }
        }
        #expect(parts.count == 9)
        #expect(parts.map(\.isFirst).count { $0 } == 1 && parts.map(\.isLast).last == true)
        #expect(parts.allSatisfy { $0.fullText.utf8.count == parts[0].fullText.utf8.count })
        #expect(parts[0].fullText.hasSuffix("xxx") && parts[0].fullText.utf8.count > 50_000)
        #expect(parts.allSatisfy { $0.text.utf8.count < 60 * 1_010 })
    }

    @Test func `deep nesting`() async {
        let quotes = await read(String(repeating: "> ", count: 5_000) + "deep")
        #expect(quotes.blocks.count == 1 && quotes.blocks[0].frames.count == DocumentBuilder.Limit.depth)
        let lists = await read(
            (0..<200).map { String(repeating: " ", count: $0 * 2) + "- \($0)" }.joined(separator: "\n"))
        #expect(lists.blocks.count == 200)
        #expect(lists.blocks.allSatisfy { $0.frames.count <= DocumentBuilder.Limit.depth })
        let html = await read(String(repeating: "<div><blockquote>", count: 5_000) + "deep")
        #expect(html.blocks.count == 1 && html.blocks[0].frames.count <= DocumentBuilder.Limit.depth)
        let styles = await read(String(repeating: "<b><i>", count: 5_000) + "deep")
        #expect(outline(styles) == "p ***deep***")
        let folds = await read(String(repeating: "<details>", count: 5_000) + "deep")
        #expect(folds.blocks.count <= DocumentBuilder.Limit.scopes + 1)
    }

    @Test func `huge tables`() async {
        let rows = (0..<3_000).map { "| \($0) | b |" }.joined(separator: "\n")
        let document = await read("| a | b |\n|---|---|\n" + rows)
        guard case .table(let table) = document.blocks.first?.content else {
            Issue.record("no table")
            return
        }
        #expect(document.isCut)
        #expect(table.rows.count <= 1_001 && table.rows.allSatisfy { $0.count == 2 })
    }

    @Test func `Chinese, Japanese Korean`() async {
        await expect(
            "# 望远镜\n\n[English](README.en.md) | **简体中文**\n\n- 快速：`rápido`\n- 「引用」と*強調*\n\n밤하늘의 별자리",
            shows: "h1 望远镜\np [English](\(root)/README.en.md) | **简体中文**\n- p 快速：`rápido`\n- p 「引用」と*強調*\np 밤하늘의 별자리")
    }

    @Test func `right to left`() async {
        await expect("# نجم\n\nمكتبة **سريعة**\n\n1. `composer`", shows: "h1 نجم\np مكتبة **سريعة**\n1. p `composer`")
    }

    @Test func `invisible and reordering characters`() async {
        await expect(
            "a\u{202E}b\u{200B}c\u{FEFF} \u{2067}d\u{2069} `e\u{202E}f` \u{1B}[31mred\u{7}\n\n```\ng\u{202E}h\u{200B}\n```",
            shows: "p abc d `ef` [31mred\ncode |gh")
    }

    @Test func `emoji of several characters`() async {
        await expect("👩‍🚀 🏳️‍🌈 🇯🇵 می‌خواهم", shows: "p 👩‍🚀 🏳️‍🌈 🇯🇵 می‌خواهم")
    }

    @Test func `pictures in the text`() async {
        let data = "data:image/png;base64," + String(repeating: "iVBORw0KGgo", count: 20_000)
        await expect("![a](\(data)) <img src=\"\(data)\" alt=b> <img src=\"\(data)\">", shows: "p ![a]() ![b]()")
    }

    @Test func `broken Markdown`() async {
        let text = """
            #No space
            **never closed

            [link](https://x.example "title
            ![img](
            | not | a table

            ```js
            never closed either
            # not a heading
            """
        await expect(
            text,
            shows: """
                p #No space **never closed
                p [link]([https://x.example](https://x.example) "title ![img]( | not | a table
                code js|never closed either⏎# not a heading
                """)
    }

    @Test func contributors() async {
        let cell = { (name: String) in
            "<td align=\"center\"><a href=\"https://github.com/\(name)\"><img src=\"https://a.example/\(name).png\" width=\"100px;\" alt=\"\"/><br /><sub><b>\(name)</b></sub></a><br /><a href=\"#code-\(name)\" title=\"Code\">💻</a></td>"
        }
        let text =
            "<!-- START -->\n<table>\n<tr>\n" + ["ada", "bo"].map(cell).joined(separator: "\n")
            + "\n</tr>\n</table>\n<!-- END -->\n\nThanks"
        await expect(
            text,
            shows: """
                table <c> [![](https://a.example/ada.png){100}](https://github.com/ada)⏎[^**^ada^**^](https://github.com/ada)⏎[💻](#code-ada) | \
                <c> [![](https://a.example/bo.png){100}](https://github.com/bo)⏎[^**^bo^**^](https://github.com/bo)⏎[💻](#code-bo)
                p Thanks
                """.replacing("^**^ada^**^", with: "~**ada**~").replacing("^**^bo^**^", with: "~**bo**~"))
    }

    @Test func `table of contents`() async {
        let document = await read("- [A](#a-b)\n  - [C](#c)\n\n# A & B\n## A -- B\n# C\n")
        #expect(document.block(at: "a--b") == 2)
        #expect(document.block(at: "a----b") == 3)
        #expect(document.block(at: "c") == 4)
    }

    @Test func `plain text of other notations`() async throws {
        let text = "Title\n=====\n\n.. code::\n\n  x\n\n"
        let document = try #require(await MarkdownReader().document(text, in: .lines, baseURLs: .sample))
        #expect(outline(document) == "p Title⏎=====\np .. code::\np   x")
    }

    @Test func `figures side by side`() async {
        await expect(
            "<p float=\"left\">\n<img src=\"a.png\" width=\"32%\" />\n<img src=\"b.png\" width=\"32%\" />\n</p>",
            shows: "p ![](\(raw)/a.png){32%} ![](\(raw)/b.png){32%}")
    }

    @Test func `heading with a logo`() async {
        await expect(
            "<h1><img src=\"logo.svg\" height=\"32\" alt=\"\"> Name</h1>\n\n# <img src=x.png> Two",
            shows: "h1 ![](\(raw)/logo.svg) Name\nh1 ![](\(raw)/x.png) Two")
    }

    @Test func `math is code, and mentions stay text`() async {
        await expect("$a_1$ and @octocat, #12, $$x^2$$", shows: "p `a_1` and @octocat, #12, `x^2`")
    }

    @Test func `steps with code between`() async {
        await expect(
            "1. One\n\n   ```sh\n   a\n   ```\n\n2. Two\n3. Three\n",
            shows: "1. p One\n| code sh|a\n2. p Two\n3. p Three")
    }

    @Test func `HTML comments across blocks`() async {
        await expect("a\n\n<!--\n# hidden\n\n- hidden\n-->\n\nb <!-- c --> d", shows: "p a\np b d")
    }

    @Test func `films are links with a play mark`() async {
        await expect(
            """
            https://github.com/user-attachments/assets/0a1b

            <video src="docs/x%20y.mp4" width="300">no film</video>

            <video controls><source src="https://a.example/b.webm" type="video/webm"><source src="c.mp4"></video>

            See https://github.com/user-attachments/assets/0a1b or https://a.example/c.mp4

            https://a.example/demo.mov

            | [d.mp4](https://a.example/d.mp4) | https://a.example/e.MP4 |
            |---|---|
            """,
            shows: """
                p [▶ 0a1b](https://github.com/user-attachments/assets/0a1b)
                p [▶ x y.mp4](\(root)/docs/x%20y.mp4) no film
                p [▶ b.webm](https://a.example/b.webm)
                p See [https://github.com/user-attachments/assets/0a1b](https://github.com/user-attachments/assets/0a1b) or \
                [https://a.example/c.mp4](https://a.example/c.mp4)
                p [▶ demo.mov](https://a.example/demo.mov)
                table* [d.mp4](https://a.example/d.mp4) | [▶ e.MP4](https://a.example/e.MP4)
                """)
    }

    @Test func `a film without an end takes no picture's sources`() async {
        await expect(
            """
            <p><video src="a.mp4"> <picture><source srcset="b.png"><img src="c.png" alt="x"></picture></p>

            <p><video></p>

            <p><source src="d.mp4">words</p>
            """,
            shows: "p [▶ a.mp4](\(root)/a.mp4) ![x](\(raw)/b.png)\np words")
    }

    @Test func `the name of a film is one short line`() async {
        let name = String(repeating: "x", count: 200)
        await expect(
            "<video src=\"https://a.example/a%0Ab%E2%80%AE.mp4\"></video> <video src=\"https://a.example/%E2%80%AE\"></video>",
            shows:
                "p [▶ a b.mp4](https://a.example/a%0Ab%E2%80%AE.mp4) [▶ https://a.example/%E2%80%AE](https://a.example/%E2%80%AE)"
        )
        await expect(
            "<video src=\"https://a.example/\(name)\"></video>",
            shows: "p [▶ \(name.prefix(99))…](https://a.example/\(name))")
    }

    @Test func `stray whitespace`() async {
        await expect("<p>\n\n\n   a    b\n c  </p>\n<br>\n<br>\n\n&nbsp;\n\nd<br><br>e", shows: "p a b c\np d⏎⏎e")
    }

    @Test func `nothing is nested`() async {
        await expect("> - > - a\n\n</div></p></details>\n\nb", shows: "> - > -- p a\np b")
    }
}
