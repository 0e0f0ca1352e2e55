import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// Substitutions, tables, admonitions and conditions of reStructuredText and AsciiDoc.
@Suite struct LightMarkupTests {
    private func expect(
        _ path: String, _ text: String, shows wanted: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let document = await MarkdownReader().document(text, in: TextFormat(path: path), baseURLs: .sample)
        #expect(document.map(outline) == wanted, sourceLocation: sourceLocation)
    }

    @Test func `substitutions are pictures and words`() async {
        await expect(
            "a.rst",
            """
            |Logo| |CI|_ by |who|, |unknown| and `guide <https://a.example/g>`__ |Logo|

            |Logo| `docs <https://a.example/d>`__

            .. |Logo| image:: https://a.example/a.svg
               :alt: The logo
               :target: https://a.example
            .. |ci| image:: https://a.example/b.svg
            .. |who| replace:: somebody
               else
            """,
            shows: """
                p [![The logo](https://a.example/a.svg)](https://a.example) ![ci](https://a.example/b.svg) by \
                somebody else, |unknown| and [guide](https://a.example/g) \
                [![The logo](https://a.example/a.svg)](https://a.example)
                p [![The logo](https://a.example/a.svg)](https://a.example) [docs](https://a.example/d)
                """)
    }

    @Test func `simple tables`() async {
        await expect(
            "a.rst",
            """
            ======  =========  =====
            Name    What       Rest
            ======  =========  =====
            ``a``   one of     x
                    two
            b       **two**    a long end
            ======  =========  =====

            after

            === ===
            no end
            """,
            shows: """
                table* Name | What | Rest // `a` | one of two | x // b | **two** | a long end
                p after
                p === ===⏎no end
                """)
    }

    @Test func `grid tables`() async {
        await expect(
            "a.rst",
            """
            +--------+-----------+
            | Name   | What      |
            +========+===========+
            | a      | one       |
            |        | two       |
            +--------+-----------+
            | both of them       |
            +--------+-----------+

            +---+
            no end
            """,
            shows: """
                table* Name | What // a | one two // both of them | 
                p +---+⏎no end
                """)
    }

    @Test func `admonitions of reStructuredText`() async {
        await expect(
            "a.rst",
            """
            .. note:: Watch *out*.
               It is hot.

               - one

               Usage::

                 boil

            .. WARNING::

               Really.

            - item

              .. tip:: inside

            after
            """,
            shows: """
                !note title note
                !note p Watch *out*. It is hot.
                !note - p one
                !note p Usage:
                !note code |boil
                !warning title warning
                !warning p Really.
                - p item
                | !tip title tip
                | !tip p inside
                p after
                """)
    }

    @Test func `admonitions and conditions of AsciiDoc`() async {
        await expect(
            "a.adoc",
            """
            ifdef::env-github[]
            :tip-caption: x
            shown
            endif::[]
            ifndef::a[shown, too]

            NOTE: Take *care*
            of it.

            [TIP]
            ====
            one

            * two
            ====

            [WARNING]
            hot

            ====
            plain
            ====

            NOTES: text
            """,
            shows: """
                p shown shown, too
                !note title note
                !note p Take **care** of it.
                !tip title tip
                !tip p one
                !tip - p two
                !warning title warning
                !warning p hot
                p plain
                p NOTES: text
                """)
    }

    @Test func `a substitution does not multiply the text`() async throws {
        let definition = ".. |a| replace:: " + String(repeating: "word ", count: 80_000)
        let text = definition + "\n\n" + String(repeating: "|a| ", count: 140_000)
        let document = try #require(
            await MarkdownReader().document(text, in: TextFormat(path: "a.rst"), baseURLs: .sample))
        #expect(document.isCut)
        #expect(document.blocks.reduce(0) { $0 + $1.texts.joined().utf8.count } < 2 * text.utf8.count)
        #expect(outline(document).hasSuffix("|a| |a|"))
    }

    /// As many cells as the product of columns and rows would not fit into memory.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            String(repeating: "= ", count: 250_000) + "\n" + String(repeating: "a\n", count: 250_000),
            "+" + String(repeating: "-+", count: 250_000) + "\n" + String(repeating: "+\n", count: 250_000),
        ])
    func `tables of too many columns stay as they are`(text: String) async throws {
        let document = try #require(
            await MarkdownReader().document(text, in: TextFormat(path: "a.rst"), baseURLs: .sample))
        #expect(!outline(document).contains("table"))
    }

    @Test func `of a table with too many rows the first ones show`() async throws {
        let border = "== ==\n"
        let text = border + String(repeating: "a  b\n", count: 100_000) + border
        let document = try #require(
            await MarkdownReader().document(text, in: TextFormat(path: "a.rst"), baseURLs: .sample))
        #expect(document.isCut)
        #expect(outline(document).hasPrefix("table a | b // a | b"))
    }

    /// A square would take hours.
    @Test(
        .timeLimit(.minutes(20)),
        arguments: [
            ("a.rst", "+-+\n"), ("a.rst", "+-+\n| |\n"), ("a.rst", "== ==\n"), ("a.rst", "== ==\na b\n"),
            ("a.rst", ".. |a| image:: b\n|a"), ("a.rst", "|"), ("a.rst", ".. note::\n "), ("a.adoc", "[NOTE]\n====\n"),
            ("a.adoc", "NOTE: "), ("a.adoc", "ifdef::a[\n"), ("a.rst", "+-+\n|+|\n"),
        ])
    func `hostile marks are read in time`(path: String, part: String) async {
        for text in [
            String(repeating: part, count: 500_000 / part.utf8.count),
            (0..<700).map { String(repeating: " ", count: $0) + part }.joined(),
        ] {
            _ = await MarkdownReader().document(text, in: TextFormat(path: path), baseURLs: .sample)
        }
    }
}
