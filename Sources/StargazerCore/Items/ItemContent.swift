public import Foundation

/// What a catalog alone shows of its items, formatted; its face puts it in words. Nothing in it is markup.
public protocol CatalogContent: Sendable, Equatable {}

/// A picture and what stands in for it.
public struct PictureContent: Equatable, Sendable {
    public enum Shape: Equatable, Sendable {
        /// A face or a mark.
        case round
        /// Width by height of what is shown whole.
        case ratio(Double)
    }

    /// Only http and https.
    public let url: URL?
    public let shape: Shape
    /// Whom or what it shows: initials are made of it while there is no picture.
    public let name: String
    /// The same as a moving picture, of which the other is a still; only http and https.
    public let animated: URL?

    public init(url: URL?, shape: Shape = .round, name: String, animated: URL? = nil) {
        self.url = url?.asWebURL
        self.animated = animated?.asWebURL
        self.shape = shape
        self.name = name
    }
}

/// What a row or cell shows of an item, ready to be painted. Nothing in it is markup.
public struct ItemContent: Equatable, Sendable, Identifiable {
    public let id: ItemID
    /// The whole name, cleaned, on one line.
    public let title: String
    /// The part of the name that tells it from its neighbors.
    public let name: String
    /// What stands dim before the name, such as whose it is; `""` if nothing does.
    public let context: String
    /// What stands dim after the name, such as what it is called by; `""` if nothing does.
    public let aside: String
    /// The description on one line, emoji codes replaced, isolated when it is written from right to left; `""` if none.
    public let summary: String
    /// The same with as much of it as the details have room for.
    public let fullSummary: String
    public let picture: PictureContent
    /// The picture that the item is; nil for what is none.
    public let fullSizePicture: FullSizePicture?
    public let webURL: URL?
    /// Only http and https.
    public let links: [ItemLink]
    public let more: any CatalogContent
    public internal(set) var flags = ItemFlags()
    /// It is what was searched for by its very name.
    public internal(set) var isExactMatch = false

    /// In Unicode scalars. What a row shows of a text is laid out whole before it is cut to its width, and the letters of
    /// many scripts take long: a hundred rows of long texts would hold the window for seconds. GitHub, for one, allows
    /// names of 100 characters and descriptions of 350.
    public static let maxNameLength = 200
    public static let maxSummaryLength = 350

    public var isFavorite: Bool { flags.isFavorite }
    public var isStarredOnServer: Bool? { flags.isStarredOnServer }

    public init(
        id: ItemID, facts: any ItemFacts, name: String? = nil, context: String = "", aside: String = "",
        summary: String? = nil, picture: PictureContent, more: any CatalogContent
    ) {
        self.id = id
        title = CleanText.line(facts.title, limit: Self.maxNameLength)
        self.name = name ?? CleanText.line(facts.title, limit: Self.maxNameLength)
        self.context = context
        self.aside = aside
        self.summary = CleanText.description(summary, limit: Self.maxSummaryLength)
        fullSummary = CleanText.description(summary)
        self.picture = picture
        webURL = facts.webURL?.asWebURL
        fullSizePicture = facts.fullSizePicture
        links = facts.links.filter { $0.url.asWebURL != nil }
        self.more = more
    }

    public static func == (one: ItemContent, other: ItemContent) -> Bool {
        one.id == other.id && one.flags == other.flags && one.title == other.title && one.name == other.name
            && one.context == other.context && one.aside == other.aside
            && one.isExactMatch == other.isExactMatch && one.fullSummary == other.fullSummary
            && one.picture == other.picture && one.webURL == other.webURL && one.links == other.links
            && one.fullSizePicture == other.fullSizePicture
            && one.more.isEqual(to: other.more)
    }
}

extension ItemContent {
    /// - Parameter now: what the relative dates count from.
    public init(_ item: Item, flags: ItemFlags = ItemFlags(), formats: Formats, now: Date) {
        self = item.facts.content(id: item.id, formats: formats, now: now)
        self.flags = flags
    }
}

/// The facts of an item that are the person's own: kept here, and what the account has to do with it.
public struct ItemFlags: Sendable, Hashable {
    /// As committed to the library.
    public var isFavorite: Bool
    /// Whether the account's own star is on it; nil where there is no account for it.
    public var isStarredOnServer: Bool?
    /// How the account and somebody else stand; nil while nothing is known of it.
    public var follow: FollowState?

    public init(isFavorite: Bool = false, isStarredOnServer: Bool? = nil, follow: FollowState? = nil) {
        self.isFavorite = isFavorite
        self.isStarredOnServer = isStarredOnServer
        self.follow = follow
    }
}
