import Foundation
import StargazerCore
import Testing

struct DocumentTests {
    private func code(_ text: String, _ runs: [CodeRun] = []) -> DocumentBlock {
        var code = DocumentCode(text, language: "c")
        code.runs = runs
        return DocumentBlock(.code(code))
    }

    @Test(arguments: ["usage", "Usage", "user-content-usage", "User-Content-Usage"])
    func `a link with the server's mark leads to the heading`(anchor: String) {
        let blocks = [DocumentBlock(.rule), DocumentBlock(.heading(1, RichText("Usage")))]
        #expect(Document(blocks: blocks, anchors: ["usage": 1]).block(at: anchor) == 1)
        #expect(Document(blocks: blocks, anchors: ["user-content-usage": 1]).block(at: anchor) == 1)
        #expect(Document(blocks: blocks, anchors: ["usage": 1]).block(at: "content-usage") == nil)
    }

    @Test func `only documents that differ in nothing but colors are recolored`() {
        let plain = Document(blocks: [code("a"), DocumentBlock(.rule), code("b")])
        let colored = Document(blocks: [code("a"), DocumentBlock(.rule), code("b", [CodeRun(1, .type)])])
        #expect(colored.recolored(from: plain) == [2])
        #expect(plain.recolored(from: plain) == [])
        #expect(Document(blocks: [code("a"), DocumentBlock(.rule), code("c")]).recolored(from: plain) == nil)
        #expect(Document(blocks: [code("a"), DocumentBlock(.rule)]).recolored(from: plain) == nil)
    }

    /// Otherwise a view would build all of its widgets again.
    @Test func `colors leave the chunks as they are`() {
        let line = "int a = 1; "
        let text = String(repeating: line, count: 100)
        let runs = Array(repeating: [CodeRun(3, .type), CodeRun(8, nil)], count: 100).flatMap(\.self)
        let plain = Document(blocks: Array(repeating: code(text), count: 20))
        var colored = plain
        for index in plain.blocks.indices { colored.color(index, runs) }
        #expect(Document(blocks: colored.blocks).chunks == plain.chunks)
        #expect(colored.recolored(from: plain)?.count == 20)
    }

    @Test func `a cell over several rows ends with its part of the table`() {
        let rows = Array(repeating: [RichText(String(repeating: "word ", count: 100)), RichText([])], count: 4)
        var table = DocumentTable(rows: rows, hasHeader: false)
        table.spans = [.init(row: 1, column: 1): .init(columns: 1, rows: 3)]
        let parts = table.parts(of: 1_300, id: 1)
        #expect(parts.map(\.spans) == [[.init(row: 1, column: 1): .init(columns: 1, rows: 1)], [:]])
        #expect(table.coveredCells == [.init(row: 2, column: 1), .init(row: 3, column: 1)])
    }

    private func picture(_ side: RichText.Alignment?) -> TextSpan {
        var picture = Picture(url: URL(string: "https://a.example/b.png"))
        picture.side = side
        return TextSpan("logo", picture: picture)
    }

    @Test func `pictures at a side have their text in the same chunk`() {
        let text = DocumentBlock(.paragraph(RichText(String(repeating: "word ", count: 300))))
        let float = DocumentBlock(.paragraph(RichText([picture(.right), TextSpan(" "), picture(.right)])))
        #expect(float.floatSide == .right && text.floatSide == nil)
        #expect(DocumentBlock(.paragraph(RichText([picture(nil)]))).floatSide == nil)
        #expect(DocumentBlock(.paragraph(RichText([picture(.left), picture(.right)]))).floatSide == nil)
        #expect(Document(blocks: [text, float, text]).chunks.map(\.blocks) == [0..<1, 1..<3])
    }
}
