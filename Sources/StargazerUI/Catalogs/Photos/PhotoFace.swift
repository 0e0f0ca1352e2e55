import Foundation
import StargazerCore

/// How photos look.
struct PhotoFace: CatalogFace {
    private typealias Words = PhotoText

    let kind = CatalogKind.photos

    var name: String { Words.photos }
    var placeholder: String { Words.placeholder }
    var goToSearch: String { Words.goToSearch }
    func startSentence(_ standing: AccountStanding) -> String { Words.startSentence }
    var noneFound: String { Words.noneFound }
    var selectOne: String { Words.selectOne }
    var gone: (heading: String, sentence: String) { (Words.goneHeading, Words.goneSentence) }
    var blocked: String { Words.blockedHeading }
    var keyWords: KeyWords? {
        KeyWords(heading: Words.keyHeading, sentence: Words.keySentence, steps: Words.keySteps)
    }
    /// The words that Flickr's terms prescribe, in every language.
    var attribution: String? {
        "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."
    }

    func name(of key: SortKey) -> String? { Words.name(of: key) }
    func order(_ sort: StargazerCore.SortOrder) -> String? { Words.order(sort) }
    func name(of relation: RelationKind) -> String? { relation == .sameAuthor ? Words.sameAuthor : nil }

    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? {
        link == .photo ? (Words.copyPictureLink, Words.pictureLinkCopied) : nil
    }

    func line(of item: ItemContent) -> FaceLine {
        guard let more = item.more as? PhotoContent else { return FaceLine() }
        let parts = [more.owner, more.posted].compactMap(\.self)
        return FaceLine(text: parts.isEmpty ? Words.photo : parts.joined(separator: " · "))
    }

    func lineInFull(of item: ItemContent) -> String? { (item.more as? PhotoContent)?.postedFull }

    func spoken(_ item: ItemContent) -> [String] {
        guard let more = item.more as? PhotoContent else { return [] }
        return [more.owner.map(Words.by) ?? Words.photo]
    }

    func subtitle(of details: DetailsContent) -> (text: String, inFull: String?) {
        let author = (details.more as? PhotoDetailsContent)?.owner
        return (author.map(Words.by) ?? Words.photo, nil)
    }

    func picture(of details: DetailsContent) -> PictureContent? { (details.more as? PhotoDetailsContent)?.picture }

    func blocks(of details: DetailsContent) -> [DetailBlock] {
        guard let more = details.more as? PhotoDetailsContent else { return [] }
        let all: [(label: String, text: String?, address: URL?)] = [
            (Words.author, more.owner, more.ownerPage), (Words.realName, more.realName, nil),
            (Words.location, more.location, nil),
            (Words.license, more.license.map { Words.name(of: $0) }, nil),
            (Words.licenseText, more.license.flatMap(Words.linkName), more.license?.page),
            (Words.taken, more.taken, nil), (Words.posted, more.posted, nil), (Words.size, more.size, nil),
            (Words.views, more.views?.text, nil), (Words.comments, more.comments?.text, nil),
            (Words.page, "Flickr", details.item.webURL),
        ]
        let lines = all.compactMap { fact in
            fact.text.map {
                FactList.Line(label: fact.label, text: $0, target: fact.address.map { .web($0.absoluteString) })
            }
        }
        return [.facts(lines), .chips(more.tags.map { Chip($0, search: $0) })]
    }
}
