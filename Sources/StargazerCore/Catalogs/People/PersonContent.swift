public import Foundation

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

/// The person-specific part of the details.
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
    /// The web page; only http and https.
    public let page: URL?
    /// The web page without its scheme.
    public let pageText: String?
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
        page = person.webURL?.asWebURL
        pageText = page?.withoutScheme
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
