import Foundation
import StargazerCore
import StargazerLibrary

/// The details of a picture: facts in lines, and tags to search for.
protocol PictureDetails: CatalogContent {
    var picture: PictureContent { get }
    var tags: [String] { get }
    /// The service that it comes from; nil for none.
    var service: String? { get }
    /// Its web page; only http and https.
    var page: URL? { get }
}

protocol PictureCatalogText {
    static var pluralName: String { get }
    static var singularName: String { get }
    static var placeholder: String { get }
    static var searchActionLabel: String { get }
    static var noResultsText: String { get }
    static var selectionPrompt: String { get }
    static var goneHeading: String { get }
    static var goneStatement: String { get }
    static var goneSentence: String { get }
    static var blockedHeading: String { get }
    static var keyHeading: String { get }
    static var keySentence: String { get }
    static var keySteps: [String] { get }
    static func name(of key: SortKey) -> String?
    static func order(_ sort: ItemOrder) -> String?
    static func results(_ shown: NumberContent, of total: NumberContent?) -> String
    static func wording(of problem: QueryProblem) -> (heading: String, sentence: String)?
}

enum PictureSource {
    /// The service that requires the user's key.
    case keyed
    case commons
}

protocol PicturePresentation: CatalogPresentation {
    associatedtype Words: PictureCatalogText
    associatedtype Details: PictureDetails
    var source: PictureSource { get }
    var pictureLink: ItemLink.Kind { get }
    /// The facts in order; the text of an unknown one is nil.
    func facts(of details: Details) -> [(label: String, text: String?, address: String?)]
    func author(of item: ItemContent) -> String?
    /// The text after the author.
    func secondaryText(of item: ItemContent) -> String?
    func author(of details: Details) -> (name: String, page: URL?)?
}

extension PicturePresentation {
    var name: String { Words.pluralName }
    var placeholder: String { Words.placeholder }
    var searchActionLabel: String { Words.searchActionLabel }
    var noResultsText: String { Words.noResultsText }
    var selectionPrompt: String { Words.selectionPrompt }
    var gone: (heading: String, statement: String, sentence: String) {
        (Words.goneHeading, Words.goneStatement, Words.goneSentence)
    }
    var blocked: String { Words.blockedHeading }
    func resultCount(_ shown: NumberContent, of total: NumberContent?) -> String { Words.results(shown, of: total) }
    var apiKeyInstructions: APIKeyInstructions? {
        guard source == .keyed else { return nil }
        return APIKeyInstructions(
            icon: icon, heading: Words.keyHeading, sentence: Words.keySentence, steps: Words.keySteps)
    }
    var trendingHeading: String { source == .commons ? CommonsText.featured : CatalogText.trending }
    func name(of key: SortKey) -> String? { Words.name(of: key) }
    func order(_ sort: ItemOrder) -> String? { Words.order(sort) }
    func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? {
        CommonsText.wording(of: problem) ?? Words.wording(of: problem)
    }

    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? {
        link == pictureLink ? (PictureText.copyLink, PictureText.linkCopied) : nil
    }

    func metadataLine(of item: ItemContent) -> MetadataLine {
        // The date of a favorite is when it was added.
        let parts = [author(of: item), item.orderDate == nil ? secondaryText(of: item) : nil].compactMap(\.self)
        return MetadataLine(parts.isEmpty ? [Words.singularName] : parts)
    }

    func accessibleMetadata(_ item: ItemContent) -> [String] {
        [author(of: item).map(PictureText.by) ?? Words.singularName]
    }

    func subtitle(of details: DetailsContent) -> [Fact] {
        guard let author = (details.more as? Details).flatMap({ author(of: $0) }) else {
            return [Fact(label: "", text: Words.singularName)]
        }
        return [
            Fact(label: PictureText.author, text: author.name, target: author.page.map { .web($0.absoluteString) })
        ]
    }

    func largePicture(of details: DetailsContent) -> PictureContent? { (details.more as? Details)?.picture }

    func blocks(of details: DetailsContent) -> [DetailBlock] {
        guard let more = details.more as? Details else { return [] }
        let origin = (label: PictureText.source, text: more.service, address: more.page?.absoluteString)
        let lines = ([origin] + facts(of: more)).compactMap { fact in
            fact.text.map { Fact(label: fact.label, text: $0, target: fact.address.map { .web($0) }) }
        }
        return [.facts(lines)]
    }

    func topics(of details: DetailsContent) -> [Topic] {
        (details.more as? Details)?.tags.map { Topic($0, search: $0) } ?? []
    }
}
