import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct DocumentPicturePolicyTests {
    private let preferences = CurrentPreferences()
    private let pictures: DocumentPicturePolicy
    private let one = Item.sample(1).id
    private let other = Item.sample(2).id

    init() { pictures = DocumentPicturePolicy(preferences: preferences) }

    @Test func `pictures load in every document unless the preference is off`() {
        #expect(pictures.areLoaded(in: .readme, of: one))
        preferences.change { $0.loadsDocumentPictures = false }
        #expect(!pictures.areLoaded(in: .readme, of: one))
    }

    @Test func `pictures load in a single document on request`() {
        preferences.change { $0.loadsDocumentPictures = false }
        pictures.load(in: .readme, of: one)
        #expect(pictures.areLoaded(in: .readme, of: one))
        #expect(!pictures.areLoaded(in: .readme, of: other))
        #expect(!pictures.areLoaded(in: DocumentKind(rawValue: "notes"), of: one))
    }

    @Test func `a document has pictures when at least one can be loaded`() throws {
        let url = try #require(URL(string: "https://pictures.example/1"))
        let picture = RichText([TextSpan("words"), TextSpan("a", picture: Picture(url: url))])
        let contents: [(DocumentBlock.Content, Bool)] = [
            (.paragraph(picture), true), (.heading(1, picture), true),
            (.table(DocumentTable(rows: [[RichText("a")], [picture]], hasHeader: true)), true),
            (.paragraph(RichText("words")), false),
            (.paragraph(RichText([TextSpan("a", picture: Picture(url: nil))])), false),
            (.code(DocumentCode("![a](b)")), false), (.summary(picture, fold: 1, isOpen: true), false),
        ]
        for (content, has) in contents {
            #expect(Document(blocks: [DocumentBlock(.rule), DocumentBlock(content)]).hasPictures == has)
        }
    }
}
