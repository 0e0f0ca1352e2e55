public import Foundation
public import StargazerLibrary

/// A number in compact form for rows, and in full for tooltips.
public struct CompactNumberContent: Equatable, Sendable {
    public let number: Int
    /// Compact: `21.4K`.
    public let text: String
    /// In full: `21,410`.
    public let full: String

    init(_ number: Int, formats: Formats) {
        self.number = number
        text = formats.compact(number)
        full = formats.full(number)
    }
}

/// The person-specific part of a row.
public struct PersonContent: CatalogContent {
    public let kind: Person.Kind
    /// Nil while unknown.
    public let followers: CompactNumberContent?
    public let repositories: CompactNumberContent?

    init(_ person: Person, formats: Formats) {
        kind = person.kind
        followers = person.followers.map { CompactNumberContent($0, formats: formats) }
        repositories = person.repositories.map { CompactNumberContent($0, formats: formats) }
    }
}

public struct PersonDetailsContent: CatalogContent {
    public let login: String
    public let kind: Person.Kind
    public let company: String?
    public let location: String?
    public let email: String?
    /// Only http and https.
    public let website: URL?
    /// The website without its scheme.
    public let websiteText: String?
    /// The day the account was created.
    public let memberSince: String?
    public let followers: NumberContent?
    public let following: NumberContent?
    public let repositories: NumberContent?
    public let gists: NumberContent?

    init(_ person: Person, formats: Formats) {
        let number = { (number: Int?) in number.map { NumberContent($0, formats: formats) } }
        login = CleanText.line(person.login, limit: ItemContent.maxNameLength)
        kind = person.kind
        company = Self.fact(person.company)
        location = Self.fact(person.location)
        email = Self.fact(person.email)
        website = person.website?.asWebURL
        websiteText = website?.withoutScheme
        memberSince = person.createdAt.map(formats.day)
        followers = number(person.followers)
        following = number(person.following)
        repositories = number(person.repositories)
        gists = number(person.gists)
    }

    /// Returns nil when no visible text is left.
    private static func fact(_ text: String?) -> String? {
        let line = CleanText.description(text, limit: ItemContent.maxNameLength)
        return line.isEmpty ? nil : line
    }
}

extension CatalogKind {
    public static let people = CatalogKind(rawValue: "people")
}

extension SortKey {
    public static let followers = SortKey(rawValue: "followers")
    public static let repositoryCount = SortKey(rawValue: "repositories")
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

    public var ownedFavorites: FavoritesQuery? {
        FavoritesQuery(text: "user:\(login)", scope: .catalog(.repositories))
    }

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
    public var person: Person? { facts as? Person }
}
