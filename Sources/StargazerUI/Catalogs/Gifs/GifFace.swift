import Foundation
import StargazerCore

/// How moving pictures look.
struct GifFace: CatalogFace {
    private typealias Words = GifText

    let kind = CatalogKind.gifs

    var name: String { Words.gifs }
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
    /// The words that GIPHY's terms prescribe, in every language.
    var attribution: String? { "Powered by GIPHY" }

    func name(of key: SortKey) -> String? { Words.name(of: key) }
    func order(_ sort: StargazerCore.SortOrder) -> String? { Words.order(sort) }
    func name(of relation: RelationKind) -> String? { relation == .sameChannel ? Words.sameChannel : nil }
    func name(of rating: ContentRating) -> String? { Words.name(of: rating) }
    func wording(of flaw: QueryFlaw) -> (heading: String, sentence: String)? { Words.wording(of: flaw) }

    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? {
        link == .gif ? (Words.copyPictureLink, Words.pictureLinkCopied) : nil
    }

    func line(of item: ItemContent) -> FaceLine {
        guard let more = item.more as? GifContent else { return FaceLine() }
        let parts = [more.author, more.size].compactMap(\.self)
        return FaceLine(text: parts.isEmpty ? Words.gif : parts.joined(separator: " · "))
    }

    func lineInFull(of item: ItemContent) -> String? { nil }

    func spoken(_ item: ItemContent) -> [String] {
        guard let more = item.more as? GifContent else { return [] }
        return [more.author.map(Words.by) ?? Words.gif]
    }

    func subtitle(of details: DetailsContent) -> (text: String, inFull: String?) {
        let author = (details.more as? GifDetailsContent)?.author
        return (author.map(Words.by) ?? Words.gif, nil)
    }

    func picture(of details: DetailsContent) -> PictureContent? { (details.more as? GifDetailsContent)?.picture }

    func blocks(of details: DetailsContent) -> [DetailBlock] {
        guard let more = details.more as? GifDetailsContent else { return [] }
        let all: [(label: String, text: String?, address: URL?)] = [
            (Words.author, more.author, more.authorPage), (Words.added, more.added, nil), (Words.size, more.size, nil),
            (Words.bytes, more.bytes, nil), (Words.frames, more.frames?.text, nil),
            (Words.rating, more.rating.map { Words.name(of: ContentRating(rawValue: $0)) ?? $0 }, nil),
            (Words.source, more.sourceText, more.source), (Words.service, "GIPHY", details.item.webURL),
        ]
        let lines = all.compactMap { fact in
            fact.text.map {
                FactList.Line(label: fact.label, text: $0, target: fact.address.map { .web($0.absoluteString) })
            }
        }
        return [.facts(lines), .chips(more.tags.map { Chip($0, search: $0) })]
    }
}
