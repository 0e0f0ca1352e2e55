public import Foundation

/// The facts about an item. Code outside the catalogs reads an item through this protocol, regardless of its kind.
public protocol ItemFacts: Sendable, Hashable {
    /// The full display name, as the server sent it.
    var title: String { get }
    /// The title without what only distinguishes it from others of the same name.
    var shortTitle: String { get }
    /// The web page; the user interface offers only http and https.
    var webURL: URL? { get }
    /// What a filter searches besides the title: descriptions, topics, names.
    var words: [String] { get }
    /// Addresses to copy, except the web page.
    var links: [ItemLink] { get }
    /// The picture that the item consists of; nil when it is not a picture.
    var fullSizePicture: FullSizePicture? { get }
    /// The line that credits the author of a picture, as clean text; nil when there is none.
    var credit: String? { get }
    var creditLink: URL? { get }
    /// Whether a list returned only some of the facts, so that a stored item may have more.
    var isPartial: Bool { get }
    /// The values to ask for; without any unless the catalog says otherwise.
    var attributes: ItemAttributes { get }
    /// The query for the favorites that belong to the item; nil where nothing does.
    var ownedFavorites: FavoritesQuery? { get }
    /// Returns the value to sort favorites by; nil when unknown. Unknown values come last in either direction.
    func value(of key: SortKey) -> SortValue?
    /// Returns the content of a row or cell.
    func content(id: ItemID, formats: Formats, now: Date) -> ItemContent
    /// - Parameter details: nil while only the row's facts are loaded.
    func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent
}

extension ItemFacts {
    public var shortTitle: String { title }
    public var isPartial: Bool { false }
    public var fullSizePicture: FullSizePicture? { nil }
    public var credit: String? { nil }
    public var creditLink: URL? { nil }
    public var attributes: ItemAttributes { ItemAttributes() }
    public var ownedFavorites: FavoritesQuery? { nil }
}

/// The facts that only an item's own request returns.
public protocol DetailFacts: Sendable, Hashable {}

/// An item of a catalog, as a list returns it.
public struct Item: Sendable, Identifiable {
    public let id: ItemID
    public let facts: any ItemFacts

    public init(id: ItemID, facts: any ItemFacts) {
        self.id = id
        self.facts = facts
    }

    /// As the server sent it.
    public var title: String { facts.title }
    /// The title as clean text for a sentence.
    public var cleanTitle: String { CleanText.line(facts.title, limit: ItemContent.maxNameLength) }
    /// The short title as clean text, for sentences where the context is clear.
    public var cleanShortTitle: String { CleanText.line(facts.shortTitle, limit: ItemContent.maxNameLength) }
    public var webURL: URL? { facts.webURL }
}

extension Item: Hashable {
    public static func == (one: Item, other: Item) -> Bool { one.id == other.id && one.facts.isEqual(to: other.facts) }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An address of an item that the user can copy.
public struct ItemLink: Sendable, Hashable {
    /// The purpose of the address. Its catalog's presentation names it.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public var kind: Kind
    public var url: URL

    public init(_ kind: Kind, _ url: URL) {
        self.kind = kind
        self.url = url
    }
}

public enum SortValue: Sendable, Hashable {
    case number(Int)
    case date(Date)

    /// The value as the library stores it: a number, or seconds since 1970.
    public var number: Double {
        switch self {
        case .number(let number): Double(number)
        case .date(let date): date.timeIntervalSince1970
        }
    }
}

extension Equatable {
    /// Returns whether both values are equal; values of different types never are.
    package func isEqual(to other: any Equatable) -> Bool { other as? Self == self }
}

/// What can be asked about items of any catalog: the library stores these values in columns of their own.
/// A value that the catalog does not have, or that is not known, is nil.
public struct ItemAttributes: Sendable, Hashable {
    /// The account that the item belongs to, as the server spells it.
    public var owner: String?
    /// The programming language, as the server spells it.
    public var language: String?
    /// The license's identifier, as the catalog writes it.
    public var license: String?
    /// As the server spells them, without duplicates.
    public var topics: [String]
    public var stars: Int?
    public var pushedAt: Date?
    public var createdAt: Date?
    public var isArchived: Bool?
    public var isFork: Bool?
    /// Whether only some accounts may see it.
    public var isPrivate: Bool?

    public init(
        owner: String? = nil, language: String? = nil, license: String? = nil, topics: [String] = [],
        stars: Int? = nil, pushedAt: Date? = nil, createdAt: Date? = nil, isArchived: Bool? = nil,
        isFork: Bool? = nil, isPrivate: Bool? = nil
    ) {
        self.isPrivate = isPrivate
        self.owner = owner
        self.language = language
        self.license = license
        self.topics = topics
        self.stars = stars
        self.pushedAt = pushedAt
        self.createdAt = createdAt
        self.isArchived = isArchived
        self.isFork = isFork
    }
}
