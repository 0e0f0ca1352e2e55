public import Foundation

extension CatalogKind {
    public static let repositories = CatalogKind(rawValue: "repositories")
}

extension SortKey {
    public static let stars = SortKey(rawValue: "stars")
    public static let forks = SortKey(rawValue: "forks")
    public static let helpWantedIssues = SortKey(rawValue: "helpWantedIssues")
    public static let updated = SortKey(rawValue: "updated")
    /// The last push. Every repository has this date, but not the date of its last update.
    public static let pushed = SortKey(rawValue: "pushed")
}

extension ItemLink.Kind {
    /// The clone address.
    public static let clone = ItemLink.Kind(rawValue: "clone")
}

extension Repository: ItemFacts {
    public var title: String { fullName }

    public var words: [String] { [summary, language].compactMap(\.self) + topics }

    public var links: [ItemLink] { cloneURL.map { [ItemLink(.clone, $0)] } ?? [] }

    public var attributes: ItemAttributes {
        ItemAttributes(
            owner: owner, language: language, license: license, topics: topics, stars: stars, pushedAt: pushedAt,
            createdAt: createdAt, isArchived: isArchived, isFork: isFork)
    }

    public func value(of key: SortKey) -> SortValue? {
        switch key {
        case .stars: .number(stars)
        case .pushed: pushedAt.map { .date($0) }
        default: nil
        }
    }

    public func content(id: ItemID, formats: Formats, now: Date) -> ItemContent {
        let owner = CleanText.line(owner, limit: ItemContent.maxNameLength)
        return ItemContent(
            id: id, facts: self, name: CleanText.line(name, limit: ItemContent.maxNameLength), context: owner,
            summary: summary,
            picture: PictureContent(url: ownerAvatarURL?.asWebURL, name: owner),
            more: RepositoryContent(self, formats: formats, now: now))
    }

    public func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent {
        RepositoryDetailsContent(self, details as? RepositoryDetails, formats: formats, now: now)
    }
}

extension Item {
    /// The repository, or nil when the item belongs to another catalog.
    public var repository: Repository? { facts as? Repository }
}
