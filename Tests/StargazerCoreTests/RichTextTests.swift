import Foundation
import Testing

@testable import StargazerCore

struct RichTextTests {
    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test func `white space at the ends is removed across spans`() {
        let blank = [TextSpan("\u{A0}"), TextSpan("\n", style: .strong)]
        let long = TextSpan(repeated("\n\u{A0}", 200_000), style: .code)
        let prose = RichText(
            blank + [long, TextSpan(" \n word \n", style: .emphasis)] + [TextSpan(repeated("\n", 200_000))])
        #expect(prose.spans == [TextSpan("word", style: .emphasis)])
        #expect(RichText([long]).isEmpty)
    }

    @Test func `neighboring spans of one style are joined`() {
        let prose = RichText(Array(repeating: TextSpan("a"), count: 200_000))
        #expect(prose.spans.count == 1 && prose.text.utf8.count == 200_000)
    }

    @Test func `an ordinary letter costs one`() {
        #expect(RichText(repeated("words ", 500)).cost == 2_999 + LayoutCost.span)
        #expect(RichText(repeated("слова ", 500)).cost < 3_100)
        #expect(RichText(repeated("星空", 1_000)).cost < 4_100)
    }

    @Test func `spans, links, code, joined emoji and very long words cost more`() {
        let letters = RichText(repeated("a ", 300)).cost
        func spans(_ style: TextSpan.Style, _ target: LinkTarget? = nil) -> Int {
            RichText((0..<300).flatMap { _ in [TextSpan("a", style: style, target: target), TextSpan(" ")] }).cost
        }
        #expect(spans(.emphasis) > 5 * letters)
        #expect(spans(.code) > spans(.emphasis))
        #expect(spans([], .anchor("a")) > 5 * letters)
        #expect(RichText(repeated("👩‍🚀", 200)).cost > 20 * 600)
        #expect(RichText(repeated("a", 3_000)).cost > 5 * 3_000)
        #expect(RichText(repeated("aя", 300)).cost > 5 * 600)
    }

    @Test(arguments: ["word ", "a", "a\u{301}", "👩‍🚀", "星", "א a "]) func `pieces are bounded and form the text`(
        part: String
    ) {
        let prose = RichText([
            TextSpan(repeated(part, 4_000)), TextSpan("b", style: .strong),
            TextSpan(repeated(part, 900), target: .anchor("x")),
        ])
        let pieces = prose.pieces(of: 1_000, cost: 2_000)
        #expect(pieces.allSatisfy { $0.text.unicodeScalars.count <= 1_001 && $0.cost <= 2_000 + LayoutCost.span })
        #expect(pieces.map(\.text).joined() == prose.text)
        #expect(pieces.allSatisfy { !$0.isEmpty })
    }

    @Test func `pieces end between words and never inside a character`() {
        let words = RichText(repeated("some words ", 200)).pieces(of: 1_000, cost: 5_000)
        #expect(words.dropLast().allSatisfy { $0.text.hasSuffix(" ") } && words[1].text.hasPrefix("some"))
        let emoji = RichText(repeated("👩‍🚀", 200)).pieces(of: 100, cost: 50_000)
        #expect(emoji.allSatisfy { $0.text.allSatisfy { $0 == "👩‍🚀" } })
        let one = RichText(repeated("👩\u{200D}", 2_000)).pieces(of: 100, cost: 50_000)
        #expect(one.allSatisfy { $0.text.unicodeScalars.count <= 101 })
    }

    @Test func `spans are split by cost`() {
        let spans = (0..<2_000).flatMap { _ in [TextSpan("a", style: .code), TextSpan(" ")] }
        let pieces = RichText(spans).pieces(of: 3_000, cost: 6_000)
        #expect(pieces.count > 10 && pieces.allSatisfy { $0.cost <= 6_010 })
        #expect(pieces.map(\.text).joined() == RichText(spans).text)
    }

    @Test func `a text that fits stays unchanged`() {
        let prose = RichText([TextSpan("a "), TextSpan("b", style: .strong)], alignment: .center)
        #expect(prose.pieces(of: 10, cost: 100) == [prose])
        #expect(prose.prefix(of: 10, cost: 100) == prose)
        #expect(RichText([]).pieces(of: 10, cost: 100) == [RichText([])])
    }

    @Test func `a cut text ends in an ellipsis`() {
        let prose = RichText([TextSpan("some words and ", style: .strong), TextSpan("more")], alignment: .right)
        #expect(prose.prefix(of: 12, cost: 100).spans == [TextSpan("some words…", style: .strong)])
        #expect(prose.prefix(of: 12, cost: 100).alignment == .right)
        #expect(prose.prefix(of: 17, cost: 100).spans.last == TextSpan("mo…"))
    }

    @Test func `chunks have about the same cost`() {
        let blocks = (0..<500).map { DocumentBlock(.paragraph(RichText(repeated("word ", $0 % 50)))) }
        let document = Document(blocks: blocks + [DocumentBlock(.paragraph(RichText(repeated("a ", 5_000))))])
        #expect(document.chunks.dropLast().allSatisfy { $0.cost <= 2_500 && $0.cost > 1_000 })
        for chunk in document.chunks {
            #expect(chunk.cost == chunk.blocks.reduce(0) { $0 + document.blocks[$1].cost })
        }
    }

    @Test func `rows that cost too much together become parts of one table`() {
        let table = DocumentTable(rows: (0..<10).map { [RichText("\($0)"), RichText("words")] }, hasHeader: true)
        let parts = table.parts(of: 3 * DocumentTable.cost(of: table.rows[0]), id: 7)
        #expect(parts.map(\.rows.count) == [3, 3, 3, 1])
        #expect(parts.allSatisfy { $0.id == 7 } && parts.map(\.hasHeader) == [true, false, false, false])
        #expect(table.parts(of: 100_000, id: 7) == [table])
        #expect(table.parts(of: 1, id: 7).count == 10)
    }
}
