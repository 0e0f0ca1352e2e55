import Foundation
import StargazerCore

/// The presentation of repositories.
struct RepositoryPresentation: CatalogPresentation {
    private typealias Words = RepositoryText

    let kind = CatalogKind.repositories
    let icon = "package-x-generic-symbolic"
    let hasPagesOffline = true

    var name: String { Words.repositories }
    var placeholder: String { Words.placeholder }
    var searchActionLabel: String { Words.searchActionLabel }
    func startPageDescription(_ signInState: SignInState) -> String { Words.startPageDescription(signInState) }
    func trendingCriteria(since day: String) -> String? { Words.trendingCriteria(since: day) }
    var noResultsText: String { Words.noResultsText }
    var selectionPrompt: String { Words.selectionPrompt }
    func name(of key: SortKey) -> String? { Words.name(of: key) }
    func order(_ sort: StargazerCore.SortOrder) -> String? { Words.order(sort) }
    func description(of qualifier: QualifierName) -> QualifierDescription? { Words.description(of: qualifier) }
    var searchEverywhere: String? { Words.searchEverywhere }
    var loadBeyondLimit: String? { Words.loadMoreByCreationDate }
    func slices(_ count: NumberContent) -> String? { Words.slices(count) }
    var gone: (heading: String, sentence: String) { (Words.goneHeading, Words.goneSentence) }
    var blocked: String { Words.blockedHeading }
    func resultCount(_ shown: NumberContent, of total: NumberContent?) -> String { Words.results(shown, of: total) }
    func labels(of document: DocumentKind) -> (heading: String, none: String?) {
        document == .releaseNotes ? (Words.releaseNotes, Words.noReleaseNotes) : (Words.readme, Words.noReadme)
    }

    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? {
        link == .clone ? (Words.copyCloneAddress, Words.cloneAddressCopied) : nil
    }

    /// Offers to star a favorite that was added before signing in, or whose star was rejected.
    func accountStatus(of item: ItemContent) -> AccountItemStatus? {
        guard let isStarred = item.isStarredOnServer else { return nil }
        return AccountItemStatus(
            text: isStarred ? StarText.starredOnGitHub : nil,
            change: .init(label: StarText.change(isStarred: isStarred), action: "win.toggle-star-on-server"),
            offer: !isStarred && item.isFavorite ? .link : nil)
    }

    /// The line wraps between two of its parts, never inside one.
    func metadataLine(of item: ItemContent) -> MetadataLine {
        guard let more = item.more as? RepositoryContent else { return MetadataLine() }
        var line = MetadataLine(text: unbroken(["★ " + more.stars] + Words.flags(more.flags)))
        if let language = more.language {
            line.text += separator
            line.dot = line.text.utf8.count..<(line.text.utf8.count + "●".utf8.count)
            line.text += unbroken(["● " + language])
            line.color = LanguageColors.color(of: language)
        }
        let last = [more.pushed, item.isStarredOnServer == true ? StarText.onServer : nil].compactMap(\.self)
        if !last.isEmpty { line.text += separator + unbroken(last) }
        return line
    }

    private var separator: String { "\u{A0}· " }

    private func unbroken(_ parts: [String]) -> String {
        parts.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: separator)
    }

    func metadataTooltip(of item: ItemContent) -> String? {
        (item.more as? RepositoryContent)?.pushedFull.map(Words.pushed)
    }

    func accessibleText(_ item: ItemContent) -> [String] {
        guard let more = item.more as? RepositoryContent else { return [] }
        return [more.language, Words.stars(more)].compactMap(\.self) + Words.flags(more.flags)
    }

    func subtitle(of details: DetailsContent) -> (text: String, inFull: String?) {
        guard let more = details.more as? RepositoryDetailsContent else { return (details.item.context, nil) }
        let parts = [more.owner, more.license, more.pushed.map(Words.pushed)].compactMap(\.self)
        return ((parts + Words.flags(more.flags)).joined(separator: " · "), more.pushedFull.map(Words.pushed))
    }

    func blocks(of details: DetailsContent) -> [DetailBlock] {
        guard let more = details.more as? RepositoryDetailsContent else { return [] }
        let languages = details.supplements.lazy.compactMap { $0 as? LanguagesContent }.first
        let release = details.supplements.lazy.compactMap { $0 as? ReleaseContent }.first
        let moved = more.movedFrom.map { DetailBlock.note(Words.moved(from: $0, to: more.fullName)) }
        return [moved].compactMap(\.self) + [
            .statistics(statistics(of: more)),
            .shares(ProportionBar.Content(name: Words.languages, shares: (languages?.shares ?? []).map(share))),
            .chips(
                more.topics.map { Chip($0, search: RepositoryQualifier.topic($0)) }
                    + (more.moreTopics.map { [Chip(Words.moreTopics($0))] } ?? [])),
            .facts(facts(of: more, release)),
        ]
    }

    private func share(_ share: LanguagesContent.Share) -> ProportionBar.Segment {
        ProportionBar.Segment(
            name: share.name ?? Words.otherLanguages, percent: share.percent, columns: share.columns,
            color: LanguageColors.color(of: share.name ?? ""),
            search: share.name.flatMap(RepositoryQualifier.language))
    }

    private func statistics(of item: RepositoryDetailsContent) -> [StatisticTiles.Statistic] {
        let statistics = [
            StatisticTiles.Statistic(value: item.stars.text, label: Words.stars(item.stars.number)),
            page("forks", item.forks, Words.forks, of: item),
            page("issues", item.openIssues, Words.openIssues, of: item),
        ]
        // Watchers load last, so they are at the end, where nothing else moves.
        return statistics + (item.watchers.map { [.init(value: $0.text, label: Words.watchers($0.number))] } ?? [])
    }

    /// Returns a number that links to the page of what it counts, and to nothing when it is zero. Stars and watchers
    /// have no link: GitHub shows those lists only to people with write access.
    private func page(
        _ name: String, _ count: NumberContent, _ label: (Int) -> String, of item: RepositoryDetailsContent
    ) -> StatisticTiles.Statistic {
        let page = count.number > 0 ? item.webURL?.appending(path: name).absoluteString : nil
        return StatisticTiles.Statistic(value: count.text, label: label(count.number), page: page)
    }

    private func facts(of item: RepositoryDetailsContent, _ release: ReleaseContent?) -> [FactList.Line] {
        let all: [(label: String, text: String?, target: FactList.Target?)] = [
            (Words.owner, item.ownerItem == nil ? nil : item.owner, item.ownerItem.map { .item($0) }),
            (Words.homepage, item.homepageText, item.homepage.map { .web($0.absoluteString) }),
            (Words.language, item.language, item.language.flatMap(RepositoryQualifier.language).map { .search($0) }),
            (Words.license, item.license, item.license.flatMap(RepositoryQualifier.license).map { .search($0) }),
            (Words.lastPush, item.pushedFull, nil), (Words.created, item.createdFull, nil),
            (Words.forkedFrom, item.parentName, item.parent.map { .item($0) }),
            (Words.latestRelease, release.map(Words.release), release.flatMap(target(of:))),
            (
                Words.cloneHTTPS, item.cloneURL?.absoluteString,
                .copying(offer: Words.copyHTTPS, done: Words.cloneAddressCopied)
            ),
            (Words.cloneSSH, item.sshAddress, .copying(offer: Words.copySSH, done: Words.cloneAddressCopied)),
        ]
        return all.compactMap { fact in
            fact.text.map { FactList.Line(label: fact.label, text: $0, target: fact.target) }
        }
    }

    /// Returns the release notes, or the release's web page when it has none.
    private func target(of release: ReleaseContent) -> FactList.Target? {
        release.hasNotes ? .document(.releaseNotes) : release.webURL.map { .web($0.absoluteString) }
    }
}
