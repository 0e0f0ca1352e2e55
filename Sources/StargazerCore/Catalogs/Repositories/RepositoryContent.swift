public import Foundation

/// The special properties of a repository.
public struct RepositoryFlags: Equatable, Sendable {
    public let isArchived: Bool
    public let isFork: Bool
    public let isTemplate: Bool
    public let isMirror: Bool

    init(_ repository: Repository) {
        isArchived = repository.isArchived
        isFork = repository.isFork
        isTemplate = repository.isTemplate
        isMirror = repository.isMirror
    }
}

/// The repository-specific part of a row.
public struct RepositoryContent: CatalogContent {
    /// Compact: `66.9K`.
    public let stars: String
    /// For plural forms.
    public let starCount: Int
    /// In full: `66,912`.
    public let starsFull: String
    public let language: String?
    /// The last push, relative: `2 h ago`.
    public let pushed: String?
    /// The last push, date and time of day.
    public let pushedFull: String?
    public let flags: RepositoryFlags

    public var shownWords: [String] { [language].compactMap(\.self) }

    /// - Parameter now: the date that relative dates refer to.
    init(_ repository: Repository, formats: Formats, now: Date) {
        stars = formats.compact(repository.stars)
        starCount = repository.stars
        starsFull = formats.full(repository.stars)
        language = repository.language.map { CleanText.line($0, limit: RepositoryDetailsContent.maxWordLength) }
        pushed = repository.pushedAt.map { formats.shortRelative($0, now: now) }
        pushedFull = repository.pushedAt.map(formats.absolute)
        flags = RepositoryFlags(repository)
    }
}

/// The repository-specific part of the details.
public struct RepositoryDetailsContent: CatalogContent {
    public let owner: String
    /// The owner as an item to navigate to; nil until loaded.
    public let ownerItem: Item?
    /// SPDX identifier.
    public let license: String?
    public let language: String?
    /// The last push, relative: `2 hours ago`.
    public let pushed: String?
    /// The last push, date and time of day.
    public let pushedFull: String?
    /// The day of its creation.
    public let created: String?
    public let createdFull: String?
    public let stars: NumberContent
    /// Nil until the full repository has been loaded.
    public let watchers: NumberContent?
    public let forks: NumberContent
    public let openIssues: NumberContent
    /// The first ``maxTopics`` topics.
    public let topics: [String]
    /// The number of further topics; nil when there are none.
    public let moreTopics: NumberContent?
    /// Only http and https.
    public let homepage: URL?
    /// The homepage without its scheme.
    public let homepageText: String?
    /// `owner/name` of the repository this one was forked from; nil until loaded.
    public let parentName: String?
    /// That repository as an item to navigate to.
    public let parent: Item?
    /// `owner/name`
    public let fullName: String
    /// The requested full name, when the repository has been renamed since.
    public let movedFrom: String?
    /// Only http and https.
    public let cloneURL: URL?
    /// The SSH clone address.
    public let sshAddress: String?
    /// The web page; only http and https.
    public let webURL: URL?
    public let flags: RepositoryFlags
    public let isPrivate: Bool

    /// GitHub allows 20; a server that sends more must not fill the window with widgets.
    static let maxTopics = 50
    /// Of topics, languages and licenses.
    static let maxWordLength = 100

    init(_ repository: Repository, _ details: RepositoryDetails?, formats: Formats, now: Date) {
        let number = { (number: Int) in NumberContent(number, formats: formats) }
        owner = CleanText.line(repository.owner, limit: ItemContent.maxNameLength)
        ownerItem = details?.owner
        license = repository.license.map { CleanText.line($0, limit: Self.maxWordLength) }
        language = repository.language.map { CleanText.line($0, limit: RepositoryDetailsContent.maxWordLength) }
        pushed = repository.pushedAt.map { formats.relative($0, now: now) }
        pushedFull = repository.pushedAt.map(formats.absolute)
        created = repository.createdAt.map(formats.day)
        createdFull = repository.createdAt.map(formats.absolute)
        stars = number(repository.stars)
        watchers = details.map { number($0.watchers) }
        forks = number(repository.forks)
        openIssues = number(repository.openIssues)
        topics = repository.topics.prefix(Self.maxTopics).map { CleanText.line($0, limit: Self.maxWordLength) }
        moreTopics = repository.topics.count > Self.maxTopics ? number(repository.topics.count - Self.maxTopics) : nil
        homepage = repository.homepage?.asWebURL
        homepageText = homepage?.withoutScheme
        parentName = details?.parentName.map { CleanText.line($0, limit: 2 * ItemContent.maxNameLength) }
        parent = details?.parent
        let name = { CleanText.line($0, limit: 2 * ItemContent.maxNameLength) }
        fullName = name(repository.fullName)
        movedFrom = details?.movedFrom.map(name)
        cloneURL = repository.cloneURL?.asWebURL
        sshAddress = details?.sshAddress.flatMap(SSHAddress.init)?.text
        webURL = repository.webURL?.asWebURL
        flags = RepositoryFlags(repository)
        isPrivate = repository.isPrivate
    }
}
