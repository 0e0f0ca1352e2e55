import Foundation
import StargazerCore

/// The presentation of repositories.
struct RepositoryPresentation: CatalogPresentation {
    private typealias Words = RepositoryText

    let kind = CatalogKind.repositories
    let icon = "stargazer-repository-symbolic"
    let hasPagesOffline = true
    let offersPackages = true

    var name: String { Words.repositories }
    var placeholder: String { Words.placeholder }
    var searchActionLabel: String { Words.searchActionLabel }
    func startPageDescription(_ signInState: SignInState) -> String { Words.startPageDescription(signInState) }
    func trendingCriteria(since day: String) -> String? { Words.trendingCriteria(since: day) }
    var noResultsText: String { Words.noResultsText }
    var selectionPrompt: String { Words.selectionPrompt }
    var hasSummaryInLists: Bool { true }
    func name(of key: SortKey) -> String? { Words.name(of: key) }
    func order(_ sort: StargazerCore.SortOrder) -> String? { Words.order(sort) }
    func description(of qualifier: QualifierName) -> QualifierDescription? { Words.description(of: qualifier) }
    var searchEverywhere: String? { Words.searchEverywhere }
    var loadBeyondLimit: String? { Words.loadMoreByCreationDate }
    func slices(_ count: NumberContent) -> String? { Words.slices(count) }
    var gone: (heading: String, statement: String, sentence: String) {
        (Words.goneHeading, Words.goneStatement, Words.goneSentence)
    }
    var blocked: String { Words.blockedHeading }
    func resultCount(_ shown: NumberContent, of total: NumberContent?) -> String { Words.results(shown, of: total) }
    func labels(of document: DocumentKind) -> (heading: String, none: String?) {
        document == .releaseNotes ? (Words.releaseNotes, Words.noReleaseNotes) : (Words.readme, Words.noReadme)
    }

    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? {
        link == .clone ? (Words.copyCloneAddress, Words.cloneAddressCopied) : nil
    }

    /// Offers to star a favorite that was added before signing in, or whose star was rejected.
    func accountAction(of item: ItemContent) -> AccountActionOffer? {
        guard let isStarred = item.isStarredOnServer else { return nil }
        return AccountActionOffer(
            change: .init(label: StarText.change(isStarred: isStarred), action: "win.toggle-star-on-server"),
            isOffered: !isStarred && item.isFavorite)
    }

    func metadataLine(of item: ItemContent) -> MetadataLine {
        guard let more = item.more as? RepositoryContent else { return MetadataLine() }
        var line = MetadataLine(
            ["★ " + more.stars] + [StarText.mark(of: item)].compactMap(\.self) + Words.flags(more.flags))
        if let language = more.language { line.add(language, dot: LanguageColors.color(of: language)) }
        if item.orderDate == nil, let pushed = more.pushed { line.add(pushed) }
        return line
    }

    func metadataTooltip(of item: ItemContent) -> String? {
        let pushed = (item.more as? RepositoryContent)?.pushedFull.map(Words.pushed)
        let lines = [pushed, StarText.state(of: item)].compactMap(\.self)
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    func accessibleMetadata(_ item: ItemContent) -> [String] {
        guard let more = item.more as? RepositoryContent else { return [] }
        return [more.language, Words.stars(more)].compactMap(\.self) + Words.flags(more.flags)
    }

    func subtitle(of details: DetailsContent) -> [Fact] {
        guard let more = details.more as? RepositoryDetailsContent else {
            return [Fact(label: Words.owner, text: details.item.context)]
        }
        let license = more.license.map {
            Fact(
                label: Words.license, text: Words.name(ofLicense: $0),
                target: RepositoryQualifier.license($0).map { .search($0) })
        }
        let parts = [
            Fact(label: Words.owner, text: more.owner, target: more.ownerItem.map { .item($0) }), license,
            more.language.map { Fact(label: Words.language, text: $0) },
        ]
        return parts.compactMap(\.self) + Words.flags(more.flags).map { Fact(label: "", text: $0) }
    }

    func favoriteLabel(of details: DetailsContent) -> (text: String, name: String) {
        let item = details.item
        // What is kept here only is a favorite, not a star.
        let kept = item.isFavorite ? CatalogText.favorite : RowText.star
        let text = item.isStarWaiting ? StarText.waiting : item.isStarredOnServer == true ? Words.starred : kept
        return (text, RowText.star)
    }

    func copyMenu(of details: DetailsContent) -> CopyMenu? {
        guard let more = details.more as? RepositoryDetailsContent else { return nil }
        let entries: [(label: String, text: String?, done: String)] = [
            (Words.copyHTTPS, more.cloneURL?.absoluteString, Words.cloneAddressCopied),
            (Words.copySSH, more.sshAddress, Words.cloneAddressCopied),
            (Words.copyCommand, "gh repo clone \(more.fullName)", Words.commandCopied),
        ]
        return CopyMenu(
            label: Words.clone,
            entries: entries.compactMap { entry in
                entry.text.map { CopyMenu.Entry(label: entry.label, text: $0, done: entry.done) }
            })
    }

    func blocks(of details: DetailsContent) -> [DetailBlock] {
        guard let more = details.more as? RepositoryDetailsContent else { return [] }
        let languages = details.supplements.lazy.compactMap { $0 as? LanguagesContent }.first
        let release = details.supplements.lazy.compactMap { $0 as? ReleaseContent }.first
        let moved = more.movedFrom.map { DetailBlock.note(Words.moved(from: $0, to: more.fullName)) }
        return [moved].compactMap(\.self) + [
            .numbers(mainFacts(of: more, release, awaitsRelease: details.awaitsSupplements)),
            .shares(shares(languages, main: details.awaitsSupplements ? more.language : nil)),
            .line(facts(of: more)),
            .chips(
                more.topics.map { Chip($0, search: RepositoryQualifier.topic($0)) }
                    + (more.moreTopics.map { [Chip(Words.moreTopics($0))] } ?? [])),
        ]
    }

    /// - Parameter main: keeps the room of the languages until they arrive; nil if they will not.
    private func shares(_ languages: LanguagesContent?, main: String?) -> ProportionBar.Content {
        var shares = languages?.shares.map { ($0.name, $0.percent, $0.columns) } ?? main.map { [($0, "", 100)] } ?? []
        // The line above names a single language.
        if languages != nil, shares.count < 2 { shares = [] }
        return ProportionBar.Content(
            name: Words.languages,
            shares: shares.map { name, percent, columns in
                ProportionBar.Segment(
                    name: name ?? Words.otherLanguages, percent: percent, columns: columns,
                    color: LanguageColors.color(of: name ?? ""), search: name.flatMap(RepositoryQualifier.language))
            }, isPending: languages == nil)
    }

    /// What people decide by: how many like it, and whether it is alive. What arrives late is at the end, and has its
    /// room before.
    private func mainFacts(
        of item: RepositoryDetailsContent, _ release: ReleaseContent?, awaitsRelease: Bool
    ) -> [Fact] {
        let stars = Fact(
            label: Words.stars(item.stars.number), text: item.stars.text,
            target: page("stargazers", item.stars, of: item))
        let pushed = item.pushed.map { Fact(label: Words.lastPush, text: $0, inFull: item.pushedFull) }
        let latest =
            release.map { fact(ofRelease: $0.title, $0.published, target: target(of: $0)) }
            ?? (awaitsRelease ? fact(ofRelease: "v1.2.3", "3 weeks ago", isPending: true) : nil)
        return [stars, pushed, latest].compactMap(\.self)
    }

    private func fact(
        ofRelease title: String, _ published: String?, target: Fact.Target? = nil, isPending: Bool = false
    ) -> Fact {
        Fact(
            label: Words.latestRelease(published == nil ? nil : title), text: published ?? title, target: target,
            name: Words.latestRelease(title, published), isPending: isPending)
    }

    /// Returns the web page of what is counted; nil where there is nothing to see.
    private func page(_ name: String, _ count: NumberContent, of item: RepositoryDetailsContent) -> Fact.Target? {
        guard count.number > 0 else { return nil }
        return item.webURL.map { .web($0.appending(path: name).absoluteString) }
    }

    /// What else is known. The number of watchers leads nowhere: GitHub shows that list only to people with write access.
    private func facts(of item: RepositoryDetailsContent) -> [Fact] {
        let parent = item.parentName.map {
            Fact(label: Words.forkedFrom, text: $0, target: item.parent.map { .item($0) })
        }
        let facts = [
            item.homepageText.map {
                Fact(label: Words.homepage, text: $0, target: item.homepage.map { .web($0.absoluteString) })
            },
            count(item.forks, Words.forks, page: "forks", of: item),
            count(item.openIssues, Words.openIssues, page: "issues", of: item),
            item.created.map { Fact(label: "", text: Words.created($0), inFull: item.createdFull) },
            parent ?? (item.flags.isFork ? Fact(label: "", text: item.fullName, isPending: true) : nil),
            item.watchers.map { count($0, Words.watchers) } ?? count(item.forks, Words.watchers, isPending: true),
        ]
        return facts.compactMap(\.self)
    }

    /// Returns a number with its label after it; nil for none.
    private func count(
        _ count: NumberContent, _ label: (Int) -> String, page name: String? = nil,
        of item: RepositoryDetailsContent? = nil, isPending: Bool = false
    ) -> Fact? {
        guard count.number > 0 else { return nil }
        let target = name.flatMap { name in item.flatMap { page(name, count, of: $0) } }
        return Fact(
            label: "", text: "\(count.text)\u{A0}\(label(count.number))", target: target, isPending: isPending,
            isQuiet: true)
    }

    /// Returns the release notes, or the release's web page when it has none.
    private func target(of release: ReleaseContent) -> Fact.Target? {
        release.hasNotes ? .document(.releaseNotes) : release.webURL.map { .web($0.absoluteString) }
    }
}
