import Foundation
import StargazerCore
import StargazerLibrary

struct RepositoryPresentation: CatalogPresentation {
    private typealias Words = RepositoryText

    let kind = CatalogKind.repositories
    let icon = "stargazer-repository-symbolic"
    let hasPagesOffline = true
    let suggestsFavorite = true
    let offersPackages = true

    var name: String { Words.repositories }
    var placeholder: String { Words.placeholder }
    var searchActionLabel: String { Words.searchActionLabel }
    func name(ofExample text: String) -> String? { Words.name(ofExample: text) }
    func trendingCriteria(since day: String) -> String? { Words.trendingCriteria(since: day) }
    var noResultsText: String { Words.noResultsText }
    var selectionPrompt: String { Words.selectionPrompt }
    var hasSummaryInLists: Bool { true }
    func name(of key: SortKey) -> String? { Words.name(of: key) }
    func order(_ sort: ItemOrder) -> String? { Words.order(sort) }
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
            note: !isStarred && item.isFavorite && !item.isStarWaiting ? StarText.onlyOnThisComputer : nil)
    }

    func metadataLine(of item: ItemContent) -> MetadataLine {
        guard let more = item.more as? RepositoryContent else { return MetadataLine() }
        var flags = more.flags
        if !item.marks.contains(.archived) { flags.isArchived = false }
        var line = MetadataLine(["★ " + more.stars] + [StarText.mark(of: item)].compactMap(\.self) + Words.flags(flags))
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
        let (item, star) = (details.item, RowText.star)
        return (item.isStarWaiting ? StarText.waiting : item.isFavorite ? Words.starred : star, star)
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
            .figures(figures(of: more, release, awaitsRelease: details.awaitsSupplements)),
            .shares(shares(languages, main: details.awaitsSupplements ? more.language : nil)),
        ]
    }

    func topics(of details: DetailsContent) -> [Topic] {
        guard let more = details.more as? RepositoryDetailsContent else { return [] }
        return more.topics.map { Topic($0, search: RepositoryQualifier.topic($0)) }
            + (more.moreTopics.map { [Topic(Words.moreTopics($0))] } ?? [])
    }

    func moreFacts(of details: DetailsContent) -> [Fact] {
        guard let more = details.more as? RepositoryDetailsContent else { return [] }
        let facts = [
            more.homepageText.map {
                Fact(label: Words.homepage, text: $0, target: more.homepage.map { .web($0.absoluteString) })
            },
            more.parentName.map {
                Fact(label: Words.forkedFrom, text: $0, target: more.parent.map { .item($0) })
            },
            more.created.map { Fact(label: Words.created, text: $0, inFull: more.createdFull) },
            more.size.map { Fact(label: Words.size, text: $0) },
        ]
        return facts.compactMap(\.self)
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

    /// What people decide by: how many use it, and whether it is alive. What arrives late is at the end, and has its room
    /// before. The number of watchers leads nowhere: GitHub shows that list only to people with write access.
    private func figures(
        of item: RepositoryDetailsContent, _ release: ReleaseContent?, awaitsRelease: Bool
    ) -> [Fact] {
        let latest =
            release.map { fact(ofRelease: $0.title, $0.published, target: target(of: $0)) }
            ?? (awaitsRelease ? fact(ofRelease: "v1.2.3", "3 weeks ago", isPending: true) : nil)
        let facts = [
            count(item.stars, Words.stars, page: "stargazers", of: item),
            count(item.forks, Words.forks, page: "forks", of: item),
            count(item.openIssues, Words.issues, page: "issues", of: item),
            item.pushed.map {
                Fact(label: "", text: Words.pushed($0), inFull: item.pushedFull)
            },
            item.watchers.map { count($0, Words.watchers) } ?? count(item.forks, Words.watchers, isPending: true),
            latest,
        ]
        return facts.compactMap(\.self)
    }

    private func fact(
        ofRelease title: String, _ published: String?, target: Fact.Target? = nil, isPending: Bool = false
    ) -> Fact {
        Fact(
            label: "", text: JoinText.list([title, published].compactMap(\.self)), target: target,
            name: Words.latestRelease(title, published), isPending: isPending, isQuiet: true)
    }

    /// Returns a number with its label; nil for none.
    private func count(
        _ count: NumberContent, _ label: (Int) -> String, page name: String? = nil,
        of item: RepositoryDetailsContent? = nil, isPending: Bool = false
    ) -> Fact? {
        guard count.number > 0 else { return nil }
        let page = name.flatMap { name in item?.webURL?.appending(path: name).absoluteString }
        return Fact(
            label: label(count.number), text: count.text, target: page.map { .web($0) },
            name: "\(count.text) \(label(count.number))", isPending: isPending, isQuiet: true)
    }

    /// Returns the release notes, or the release's web page when it has none.
    private func target(of release: ReleaseContent) -> Fact.Target? {
        release.hasNotes ? .document(.releaseNotes) : release.webURL.map { .web($0.absoluteString) }
    }
}
