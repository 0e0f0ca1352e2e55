public import Foundation

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

    public init(
        owner: String? = nil, language: String? = nil, license: String? = nil, topics: [String] = [],
        stars: Int? = nil, pushedAt: Date? = nil, createdAt: Date? = nil, isArchived: Bool? = nil,
        isFork: Bool? = nil
    ) {
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
