public import Foundation

/// What the details pane shows of a repository, ready to be painted. Nothing in it is markup.
public struct DetailsContent: Equatable, Sendable, Identifiable {
    public let id: ItemID
    public let owner: String
    public let name: String
    /// `owner/name`.
    public let title: String
    /// The description, emoji codes replaced, isolated when it is written from right to left; `""` if none.
    public let summary: String
    public let avatarURL: URL?
    public let initials: String
    /// SPDX identifier.
    public let license: String?
    public let language: String?
    /// The last push, relative: `2 hours ago`.
    public let pushed: String?
    /// The last push, date and time of day.
    public let pushedFull: String?
    public let createdFull: String?
    public let starCount: Int
    public let starsFull: String
    /// Nil until the full repository has been loaded.
    public let watcherCount: Int?
    public let watchersFull: String?
    public let forkCount: Int
    public let forksFull: String
    public let openIssueCount: Int
    public let openIssuesFull: String
    public let topics: [String]
    /// Only http and https.
    public let homepage: URL?
    /// The homepage without its scheme.
    public let homepageText: String?
    /// `owner/name` of the repository this one was forked from; nil until loaded.
    public let parentName: String?
    public let isArchived: Bool
    public let isFork: Bool
    public let isTemplate: Bool
    public let isMirror: Bool
    public let isPrivate: Bool
    /// As committed to the library.
    public internal(set) var isFavorite: Bool
    /// Whether the account's own star is on it; nil where there is no account for it.
    public internal(set) var isStarredOnServer: Bool?
    public let webURL: URL?
    public let cloneURL: URL?
}

extension DetailsContent {
    /// - Parameters:
    ///   - details: nil while only the row's facts are known.
    ///   - now: what the relative dates count from.
    public init(
        _ item: Item, details: RepositoryDetails? = nil, isFavorite: Bool = false, isStarredOnServer: Bool? = nil,
        formats: Formats, now: Date
    ) {
        switch item.payload {
        case .repository(let listed):
            let repository = details?.repository ?? listed
            id = item.id
            owner = CleanText.line(repository.owner)
            name = CleanText.line(repository.name)
            title = "\(owner)/\(name)"
            summary = CleanText.description(repository.summary)
            avatarURL = repository.ownerAvatarURL
            initials = owner.initials
            license = repository.license.map { CleanText.line($0) }
            language = repository.language.map { CleanText.line($0) }
            pushed = repository.pushedAt.map { formats.relative($0, now: now) }
            pushedFull = repository.pushedAt.map(formats.absolute)
            createdFull = repository.createdAt.map(formats.absolute)
            starCount = repository.stars
            starsFull = formats.full(repository.stars)
            watcherCount = details?.watchers
            watchersFull = details.map { formats.full($0.watchers) }
            forkCount = repository.forks
            forksFull = formats.full(repository.forks)
            openIssueCount = repository.openIssues
            openIssuesFull = formats.full(repository.openIssues)
            topics = repository.topics.map { CleanText.line($0) }
            homepage = repository.homepage?.ifWeb
            homepageText = homepage?.withoutScheme
            parentName = details?.parentName.map { CleanText.line($0) }
            isArchived = repository.isArchived
            isFork = repository.isFork
            isTemplate = repository.isTemplate
            isMirror = repository.isMirror
            isPrivate = repository.isPrivate
            self.isFavorite = isFavorite
            self.isStarredOnServer = isStarredOnServer
            webURL = repository.webURL?.ifWeb
            cloneURL = repository.cloneURL?.ifWeb
        }
    }
}
