import Foundation
import StargazerCore
import StargazerLibrary

struct PhotoPresentation: PicturePresentation {
    typealias Words = PhotoText

    let kind = CatalogKind.photos
    let icon = "camera-photo-symbolic"
    let pictureLink = ItemLink.Kind.photo
    let source: PictureSource

    init(_ source: PictureSource) { self.source = source }

    /// The text that Flickr's terms require, in every language.
    var attribution: String? {
        source == .commons
            ? nil : "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."
    }

    func name(of relation: RelationKind) -> String? { relation == .sameAuthor ? Words.sameAuthor : nil }

    func description(of qualifier: QualifierName) -> QualifierDescription? {
        source == .commons ? CommonsText.description(of: qualifier) : Words.description(of: qualifier)
    }

    func metadataTooltip(of item: ItemContent) -> String? { (item.more as? PhotoContent)?.postedFull }

    func author(of item: ItemContent) -> String? { (item.more as? PhotoContent)?.owner }
    func secondaryText(of item: ItemContent) -> String? { (item.more as? PhotoContent)?.posted }
    func author(of details: PhotoDetailsContent) -> (name: String, page: URL?)? {
        details.owner.map { ($0, details.ownerPage) }
    }

    func facts(of details: PhotoDetailsContent) -> [(label: String, text: String?, address: String?)] {
        [
            (Words.realName, details.otherName, nil),
            (Words.location, details.location, nil),
            (
                PictureText.license, details.license.map { Words.name(of: $0) } ?? details.licenseName,
                (details.license?.page ?? details.licensePage)?.absoluteString
            ),
            (source == .commons ? CommonsText.made : Words.taken, details.taken, nil),
            (source == .commons ? CommonsText.uploaded : Words.posted, details.posted, nil),
            (PictureText.size, details.size, nil),
            (Words.views, details.views?.text, nil), (Words.comments, details.comments?.text, nil),
        ]
    }
}

extension PhotoDetailsContent: PictureDetails {}
