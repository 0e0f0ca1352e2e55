public import Foundation

/// What a row shows of a repository, ready to be painted. Nothing in it is markup.
public struct ItemRowContent: Equatable, Sendable, Identifiable {
    public let id: ItemID
    public let owner: String
    public let name: String
    /// `owner/name`.
    public let title: String
    /// The description on one line, emoji codes replaced, isolated when it is written from right to left; `""` if none.
    public let summary: String
    /// Compact: `66.9K`.
    public let stars: String
    /// For plural forms.
    public let starCount: Int
    /// In full: `66,912`.
    public let starsFull: String
    public let language: String?
    /// The last push, relative: `2 hours ago`.
    public let pushed: String?
    /// The last push, date and time of day.
    public let pushedFull: String?
    public let isArchived: Bool
    public let isFork: Bool
    public let isTemplate: Bool
    public let isMirror: Bool
    /// As committed to the library.
    public internal(set) var isFavorite: Bool
    /// Whether the account's own star is on it; nil where there is no account for it.
    public internal(set) var isStarredOnServer: Bool?
    public let avatarURL: URL?
    /// One or two capitals that stand in for the picture.
    public let initials: String
    public let webURL: URL?
    public let cloneURL: URL?
}

extension ItemRowContent {
    /// - Parameter now: what the relative dates count from.
    public init(_ item: Item, isFavorite: Bool = false, isStarredOnServer: Bool? = nil, formats: Formats, now: Date) {
        switch item.payload {
        case .repository(let repository):
            id = item.id
            owner = CleanText.line(repository.owner)
            name = CleanText.line(repository.name)
            title = "\(owner)/\(name)"
            summary = CleanText.description(repository.summary)
            stars = formats.compact(repository.stars)
            starCount = repository.stars
            starsFull = formats.full(repository.stars)
            language = repository.language.map { CleanText.line($0) }
            pushed = repository.pushedAt.map { formats.relative($0, now: now) }
            pushedFull = repository.pushedAt.map(formats.absolute)
            isArchived = repository.isArchived
            isFork = repository.isFork
            isTemplate = repository.isTemplate
            isMirror = repository.isMirror
            self.isFavorite = isFavorite
            self.isStarredOnServer = isStarredOnServer
            avatarURL = repository.ownerAvatarURL
            initials = owner.initials
            webURL = repository.webURL?.ifWeb
            cloneURL = repository.cloneURL?.ifWeb
        }
    }
}
