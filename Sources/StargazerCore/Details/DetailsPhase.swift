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
    public let webURL: URL?
    public let cloneURL: URL?
}

/// How complete the details are.
public enum DetailsProgress: Equatable, Sendable {
    /// What the row knew; nothing was asked.
    case preview
    /// The full facts are on their way. `isSlow` after 500 ms: time for a spinner.
    case loading(isSlow: Bool)
    case loaded
    /// What was known stays.
    case failed(FailureContent)
}

/// The one state of the details pane.
public enum DetailsPhase: Equatable, Sendable {
    case none
    case shown(DetailsContent, DetailsProgress)
}
