public import Foundation

/// What is known of one thing of a catalog. Neutral code reads it through this and never asks which kind it is.
public protocol ItemFacts: Sendable, Hashable {
    /// The name people use, in full, as the server wrote it.
    var title: String { get }
    /// The title without what only tells it from another of that name.
    var shortTitle: String { get }
    /// The page to open in a browser; only http and https are ever offered.
    var webURL: URL? { get }
    /// What a filter looks at beside the title: descriptions, topics, names.
    var words: [String] { get }
    /// Addresses that can be copied, the page in the browser left out.
    var links: [ItemLink] { get }
    /// The picture that it is; nil for what is none.
    var fullSizePicture: FullSizePicture? { get }
    /// A list told only some of it; what is kept of the item already may be more.
    var isPartial: Bool { get }
    /// What favorites can be put in order by; nil when it is not known, which comes last in either direction.
    func value(of key: SortKey) -> SortValue?
    /// What a row or cell shows of it.
    func content(id: ItemID, formats: Formats, now: Date) -> ItemContent
    /// What the details show of it.
    /// - Parameter details: nil while only what the row knows is there.
    func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent
}

extension ItemFacts {
    public var shortTitle: String { title }
    public var isPartial: Bool { false }
    public var fullSizePicture: FullSizePicture? { nil }
}

/// What only the address of an item itself tells.
public protocol DetailFacts: Sendable, Hashable {}

/// One thing of a catalog, as a list answers it.
public struct Item: Sendable, Identifiable {
    public let id: ItemID
    public let facts: any ItemFacts

    public init(id: ItemID, facts: any ItemFacts) {
        self.id = id
        self.facts = facts
    }

    /// As the server wrote it.
    public var title: String { facts.title }
    /// Fit for a sentence.
    public var cleanTitle: String { CleanText.line(facts.title, limit: ItemContent.maxNameLength) }
    /// The same, where it is clear of whom it is said.
    public var cleanShortTitle: String { CleanText.line(facts.shortTitle, limit: ItemContent.maxNameLength) }
    public var webURL: URL? { facts.webURL }
}

extension Item: Hashable {
    public static func == (one: Item, other: Item) -> Bool { one.id == other.id && one.facts.isEqual(to: other.facts) }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// All that a catalog knows of one item.
public struct ItemDetails: Sendable, Hashable {
    public var item: Item
    public var facts: any DetailFacts
    /// Nil for what the server has just said.
    public var cached: CachedResponse?

    public init(item: Item, facts: any DetailFacts, cached: CachedResponse? = nil) {
        self.item = item
        self.facts = facts
        self.cached = cached
    }

    public static func == (one: ItemDetails, other: ItemDetails) -> Bool {
        one.item == other.item && one.cached == other.cached && one.facts.isEqual(to: other.facts)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(item) }
}

/// An address of an item that is there to be copied.
public struct ItemLink: Sendable, Hashable {
    /// What the address is for; its catalog's face has the words.
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

/// What a list is put in order by.
public enum SortValue: Sendable, Hashable {
    case number(Int)
    case date(Date)

    /// As the library keeps it: a number, or seconds since 1970.
    public var number: Double {
        switch self {
        case .number(let number): Double(number)
        case .date(let date): date.timeIntervalSince1970
        }
    }
}

extension Equatable {
    /// Equal values of one type; values of two types never are.
    func isEqual(to other: any Equatable) -> Bool { other as? Self == self }
}
