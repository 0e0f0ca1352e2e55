import Foundation
import StargazerCore
import StargazerLibrary

struct GifPresentation: PicturePresentation {
    typealias Words = GifText

    let kind = CatalogKind.gifs
    let icon = "stargazer-gif-symbolic"
    let pictureLink = ItemLink.Kind.gif
    let source: PictureSource

    init(_ source: PictureSource) { self.source = source }

    /// The text that GIPHY's terms require, in every language.
    var attribution: String? { source == .commons ? nil : "Powered by GIPHY" }

    func description(of qualifier: QualifierName) -> QualifierDescription? {
        source == .commons ? CommonsText.description(of: qualifier) : nil
    }

    func name(of relation: RelationKind) -> String? { relation == .sameChannel ? Words.sameChannel : nil }
    func name(of rating: ContentRating) -> String? { Words.name(of: rating) }

    func metadataTooltip(of item: ItemContent) -> String? { nil }

    func author(of item: ItemContent) -> String? { (item.more as? GifContent)?.author }
    func secondaryText(of item: ItemContent) -> String? { (item.more as? GifContent)?.size }
    func author(of details: GifDetailsContent) -> (name: String, page: URL?)? {
        details.author.map { ($0, details.authorPage) }
    }

    func facts(of details: GifDetailsContent) -> [(label: String, text: String?, address: String?)] {
        [
            (PictureText.license, details.licenseName, details.licensePage?.absoluteString),
            (CommonsText.made, details.made, nil),
            (source == .commons ? CommonsText.uploaded : Words.added, details.added, nil),
            (PictureText.size, details.size, nil), (Words.bytes, details.bytes, nil),
            (Words.frames, details.frames?.text, nil),
            (Words.rating, details.rating.map { Words.name(of: ContentRating(rawValue: $0)) ?? $0 }, nil),
            (Words.source, details.sourceText, details.source?.absoluteString),
        ]
    }
}

extension GifDetailsContent: PictureDetails {}
