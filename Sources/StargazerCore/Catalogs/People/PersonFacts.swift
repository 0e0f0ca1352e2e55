public import Foundation

extension CatalogKind {
    public static let people = CatalogKind(rawValue: "people")
}

extension SortKey {
    public static let followers = SortKey(rawValue: "followers")
    public static let repositoryCount = SortKey(rawValue: "repositories")
    /// When the account was created.
    public static let joined = SortKey(rawValue: "joined")
}

extension RelationKind {
    public static let followers = RelationKind(rawValue: "followers")
    public static let following = RelationKind(rawValue: "following")
    public static let ownRepositories = RelationKind(rawValue: "repositories")
    public static let starred = RelationKind(rawValue: "starred")
}

extension Person: ItemFacts {
    public var title: String { name.map { "\($0) (\(login))" } ?? login }
    public var shortTitle: String {
        // A name may have no visible characters.
        name.flatMap { CleanText.line($0, limit: ItemContent.maxNameLength).isEmpty ? nil : $0 } ?? login
    }

    public var attributes: ItemAttributes { ItemAttributes(owner: login, createdAt: createdAt) }

    public var words: [String] { [bio, company, location].compactMap(\.self) }

    public var links: [ItemLink] { [] }

    public var isPartial: Bool { followers == nil }

    public func value(of key: SortKey) -> SortValue? {
        switch key {
        case .followers: followers.map { .number($0) }
        case .repositoryCount: repositories.map { .number($0) }
        case .joined: createdAt.map { .date($0) }
        default: nil
        }
    }

    public func content(id: ItemID, formats: Formats, now: Date) -> ItemContent {
        let login = CleanText.line(login, limit: ItemContent.maxNameLength)
        let name = name.map { CleanText.line($0, limit: ItemContent.maxNameLength) } ?? ""
        return ItemContent(
            id: id, facts: self, name: name.isEmpty ? login : name, aside: name.isEmpty ? "" : login, summary: bio,
            picture: PictureContent(url: avatarURL, name: name.isEmpty ? login : name),
            more: PersonContent(self, formats: formats))
    }

    public func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent {
        PersonDetailsContent(self, formats: formats)
    }
}

extension Item {
    /// The person, or nil when the item belongs to another catalog.
    public var person: Person? { facts as? Person }
}
