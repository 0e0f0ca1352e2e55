import Foundation
import StargazerCore
import StargazerLibrary

struct PersonPresentation: CatalogPresentation {
    private typealias Words = PersonText

    let kind = CatalogKind.people
    let icon = "system-users-symbolic"
    let hasPagesOffline = true

    var name: String { Words.people }
    var placeholder: String { Words.placeholder }
    var searchActionLabel: String { Words.searchActionLabel }
    var noResultsText: String { Words.noResultsText }
    var selectionPrompt: String { Words.selectionPrompt }
    let summaryLines: Int32 = 1
    let hasQuietStar = true
    func name(ofExample text: String) -> String? { Words.name(ofExample: text) }
    func name(of key: SortKey) -> String? { Words.name(of: key) }
    func order(_ sort: ItemOrder) -> String? { Words.order(sort) }
    func description(of qualifier: QualifierName) -> QualifierDescription? { Words.description(of: qualifier) }
    func name(of relation: RelationKind) -> String? { Words.name(of: relation) }
    func commonListName(of relation: RelationKind) -> String? { Words.commonListName(of: relation) }
    func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? { Words.wording(of: problem) }

    /// Accounts of the first years have names that GitHub no longer permits.
    func textToSearchAnyway(_ text: String, after problem: QueryProblem) -> String? {
        guard [.nameHyphens, .nameUnderscores].contains(problem) else { return nil }
        return GitHubUsername.parse(text.trimmingCharacters(in: .whitespaces)).map { "\"\($0)\"" }
    }
    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? { nil }
    func labels(of document: DocumentKind) -> (heading: String, none: String?) { (Words.readme, nil) }
    var gone: (heading: String, statement: String, sentence: String) {
        (Words.goneHeading, Words.goneStatement, Words.goneSentence)
    }
    var blocked: String { Words.blockedHeading }
    func resultCount(_ shown: NumberContent, of total: NumberContent?) -> String { Words.results(shown, of: total) }

    var mutual: (label: String, tooltip: String)? { (Words.mutual, Words.mutualInFull) }

    func noResultsText(in relation: RelationKind) -> (heading: String, sentence: String)? {
        Words.noResultsText(in: relation)
    }

    func accountAction(of item: ItemContent) -> AccountActionOffer? {
        guard let follow = item.flags.follow else { return nil }
        if follow.isOwn {
            return AccountActionOffer(
                change: .init(label: ListChangesText.title, action: "win.show-changes"), isOffered: true)
        }
        return AccountActionOffer(
            change: follow.isFollowed.map {
                .init(label: FollowText.change(isFollowed: $0), action: "win.toggle-follow")
            }, isOffered: true, isSuggested: follow.isFollowed == false, pendingLabel: FollowText.follow)
    }

    func metadataLine(of item: ItemContent) -> MetadataLine {
        guard let more = item.more as? PersonContent else { return MetadataLine() }
        return MetadataLine(
            (item.isExactMatch ? [Words.exactMatch] : []) + filledFields(of: more)
                + [FollowText.status(item.flags.follow)].compactMap(\.self))
    }

    /// The known fields, after the kind of an account that is no person.
    private func filledFields(of more: PersonContent) -> [String] {
        let counts = [
            more.followers.map { Words.followers($0) }, more.repositories.map { Words.repositories($0) },
        ].compactMap(\.self)
        return more.kind == .person ? counts : [Words.name(of: more.kind)] + counts
    }

    func metadataTooltip(of item: ItemContent) -> String? {
        guard let more = item.more as? PersonContent, let followers = more.followers else { return nil }
        return Words.followers(followers, inFull: true)
    }

    func accessibleMetadata(_ item: ItemContent) -> [String] {
        guard let more = item.more as? PersonContent else { return [] }
        return (item.isExactMatch ? [Words.exactMatch] : [])
            + [
                Words.name(of: more.kind), more.followers.map { Words.followers($0, inFull: true) },
                more.repositories.map { Words.repositories($0, inFull: true) }, FollowText.status(item.flags.follow),
            ].compactMap(\.self)
    }

    func subtitle(of details: DetailsContent) -> [Fact] {
        guard let more = details.more as? PersonDetailsContent else {
            return [Fact(label: "", text: details.item.aside)]
        }
        let login = more.login == details.item.name ? nil : more.login
        let kind = more.kind == .person ? nil : Words.name(of: more.kind)
        let parts = [login, kind, FollowText.statusBeyondButton(details.item.flags.follow)]
        return parts.compactMap(\.self).map { Fact(label: "", text: $0) }
    }

    func blocks(of details: DetailsContent) -> [DetailBlock] {
        guard let more = details.more as? PersonDetailsContent else { return [] }
        let favorites = details.ownedFavorites.map {
            Fact(label: Words.ownFavorites, text: $0.count.text, target: .favorites($0.query))
        }
        let lists = [
            number(more.followers, Words.followers, .followers),
            number(more.following, { _ in Words.following }, .following),
            number(more.repositories, Words.repositories, .ownRepositories),
            Fact(label: Words.name(of: .starred) ?? "", text: "", target: .relation(.starred)), favorites,
        ]
        let facts = [
            fact(Words.company, more.company), fact(Words.location, more.location),
            fact(Words.website, more.websiteText, more.website.map { .web($0.absoluteString) }),
        ]
        return [lists, facts].map { .rows($0.compactMap(\.self)) }
    }

    func moreFacts(of details: DetailsContent) -> [Fact] {
        guard let more = details.more as? PersonDetailsContent else { return [] }
        let gists = more.gists.flatMap { $0.number == 0 ? nil : fact(Words.gists($0.number), $0.text) }
        return [gists, fact(Words.email, more.email), fact(Words.memberSince, more.memberSince)].compactMap(\.self)
    }

    /// A number that leads to a list is there before it is known.
    private func number(_ count: NumberContent?, _ label: (Int) -> String, _ relation: RelationKind) -> Fact {
        Fact(
            label: label(count?.number ?? 0), text: count?.text ?? "", target: .relation(relation),
            isZero: count?.number == 0)
    }

    private func fact(_ label: String, _ text: String?, _ target: Fact.Target? = nil) -> Fact? {
        text.map { Fact(label: label, text: $0, target: target) }
    }
}
