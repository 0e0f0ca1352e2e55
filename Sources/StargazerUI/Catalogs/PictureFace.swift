import Foundation
import StargazerCore

/// What the details of a picture say below it: facts in lines, and tags that search.
protocol PictureDetails: CatalogContent {
    var picture: PictureContent { get }
    var tags: [String] { get }
}

/// What a catalog of pictures calls what every one of them has.
protocol PictureWords {
    static var many: String { get }
    static var one: String { get }
    static var placeholder: String { get }
    static var goToSearch: String { get }
    static var startSentence: String { get }
    static var noneFound: String { get }
    static var selectOne: String { get }
    static var goneHeading: String { get }
    static var goneSentence: String { get }
    static var blockedHeading: String { get }
    static var keyHeading: String { get }
    static var keySentence: String { get }
    static var keySteps: [String] { get }
    static func name(of key: SortKey) -> String?
    static func order(_ sort: StargazerCore.SortOrder) -> String?
    static func wording(of flaw: QueryFlaw) -> (heading: String, sentence: String)?
}

/// The face of a catalog whose items are pictures: what those have in common.
protocol PictureFace: CatalogFace {
    associatedtype Words: PictureWords
    associatedtype Details: PictureDetails
    /// Stands for the catalog: the name of an icon of the theme.
    var icon: String { get }
    /// The address of the picture itself.
    var pictureLink: ItemLink.Kind { get }
    /// Those that are not known are nil.
    func facts(of details: Details, page: String?) -> [(label: String, text: String?, address: String?)]
    /// Who made it; nil where nobody put their name to it.
    func author(of item: ItemContent) -> String?
    /// What stands after the author.
    func aside(of item: ItemContent) -> String?
    func author(of details: Details) -> String?
}

extension PictureFace {
    var name: String { Words.many }
    var placeholder: String { Words.placeholder }
    var goToSearch: String { Words.goToSearch }
    func startSentence(_ standing: AccountStanding) -> String { Words.startSentence }
    var noneFound: String { Words.noneFound }
    var selectOne: String { Words.selectOne }
    var gone: (heading: String, sentence: String) { (Words.goneHeading, Words.goneSentence) }
    var blocked: String { Words.blockedHeading }
    var keyWords: KeyWords? {
        KeyWords(icon: icon, heading: Words.keyHeading, sentence: Words.keySentence, steps: Words.keySteps)
    }
    func name(of key: SortKey) -> String? { Words.name(of: key) }
    func order(_ sort: StargazerCore.SortOrder) -> String? { Words.order(sort) }
    func wording(of flaw: QueryFlaw) -> (heading: String, sentence: String)? { Words.wording(of: flaw) }

    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? {
        link == pictureLink ? (PictureText.copyLink, PictureText.linkCopied) : nil
    }

    func line(of item: ItemContent) -> FaceLine {
        let parts = [author(of: item), aside(of: item)].compactMap(\.self)
        return FaceLine(text: parts.isEmpty ? Words.one : parts.joined(separator: " · "))
    }

    func spoken(_ item: ItemContent) -> [String] { [author(of: item).map(PictureText.by) ?? Words.one] }

    func subtitle(of details: DetailsContent) -> (text: String, inFull: String?) {
        ((details.more as? Details).flatMap { author(of: $0) }.map(PictureText.by) ?? Words.one, nil)
    }

    func picture(of details: DetailsContent) -> PictureContent? { (details.more as? Details)?.picture }

    func blocks(of details: DetailsContent) -> [DetailBlock] {
        guard let more = details.more as? Details else { return [] }
        let lines = facts(of: more, page: details.item.webURL?.absoluteString).compactMap { fact in
            fact.text.map { FactList.Line(label: fact.label, text: $0, target: fact.address.map { .web($0) }) }
        }
        return [.facts(lines), .chips(more.tags.map { Chip($0, search: $0) })]
    }
}
