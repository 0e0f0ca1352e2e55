public import Foundation

/// A repository as search results and favorites show it.
public struct Repository: Sendable, Hashable {
    public var owner: String
    public var name: String
    public var ownerAvatarURL: URL?
    /// The server's description, unmodified; nil when there is none.
    public var summary: String?
    public var stars: Int
    public var forks: Int
    /// Open issues and pull requests together, as GitHub counts them.
    public var openIssues: Int
    public var language: String?
    public var topics: [String]
    /// The license's SPDX identifier; nil when there is none or GitHub could not identify it (`NOASSERTION`).
    public var license: String?
    public var homepage: URL?
    public var webURL: URL?
    public var cloneURL: URL?
    public var createdAt: Date?
    public var pushedAt: Date?
    public var isArchived: Bool
    public var isFork: Bool
    public var isTemplate: Bool
    public var isMirror: Bool
    public var isPrivate: Bool

    public var fullName: String { "\(owner)/\(name)" }

    public init(
        owner: String, name: String, ownerAvatarURL: URL? = nil, summary: String? = nil, stars: Int = 0,
        forks: Int = 0, openIssues: Int = 0, language: String? = nil, topics: [String] = [],
        license: String? = nil, homepage: URL? = nil, webURL: URL? = nil, cloneURL: URL? = nil,
        createdAt: Date? = nil, pushedAt: Date? = nil, isArchived: Bool = false, isFork: Bool = false,
        isTemplate: Bool = false, isMirror: Bool = false, isPrivate: Bool = false
    ) {
        self.owner = owner
        self.name = name
        self.ownerAvatarURL = ownerAvatarURL
        self.summary = summary
        self.stars = stars
        self.forks = forks
        self.openIssues = openIssues
        self.language = language
        self.topics = topics
        self.license = license
        self.homepage = homepage
        self.webURL = webURL
        self.cloneURL = cloneURL
        self.createdAt = createdAt
        self.pushedAt = pushedAt
        self.isArchived = isArchived
        self.isFork = isFork
        self.isTemplate = isTemplate
        self.isMirror = isMirror
        self.isPrivate = isPrivate
    }
}
