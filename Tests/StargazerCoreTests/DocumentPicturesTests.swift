import Foundation
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct DocumentPicturesTests {
    private let preferences = CurrentPreferences()
    private let pictures: DocumentPictures
    private let one = Item.sample(1).id
    private let other = Item.sample(2).id

    init() { pictures = DocumentPictures(preferences: preferences) }

    @Test func `they are loaded in every document unless that is not wanted`() {
        #expect(pictures.areLoaded(in: .itself, of: one))
        preferences.change { $0.loadsDocumentPictures = false }
        #expect(!pictures.areLoaded(in: .itself, of: one))
    }

    @Test func `on request they are loaded in one document`() {
        preferences.change { $0.loadsDocumentPictures = false }
        pictures.load(in: .itself, of: one)
        #expect(pictures.areLoaded(in: .itself, of: one))
        #expect(!pictures.areLoaded(in: .itself, of: other))
        #expect(!pictures.areLoaded(in: DocumentKind(rawValue: "notes"), of: one))
    }

    @Test func `a document has pictures where one could be loaded`() throws {
        let url = try #require(URL(string: "https://pictures.example/1"))
        let picture = Prose([Span("words"), Span("a", picture: Picture(url: url))])
        let contents: [(DocumentBlock.Content, Bool)] = [
            (.paragraph(picture), true), (.heading(1, picture), true),
            (.table(DocumentTable(rows: [[Prose("a")], [picture]], hasHeader: true)), true),
            (.paragraph(Prose("words")), false), (.paragraph(Prose([Span("a", picture: Picture(url: nil))])), false),
            (.code(DocumentCode("![a](b)")), false), (.summary(picture, fold: 1, isOpen: true), false),
        ]
        for (content, has) in contents {
            #expect(Document(blocks: [DocumentBlock(.rule), DocumentBlock(content)]).hasPictures == has)
        }
    }
}
