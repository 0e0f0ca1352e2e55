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
    public let avatarURL: URL?
    /// One or two capitals that stand in for the picture.
    public let initials: String
    public let webURL: URL?
    public let cloneURL: URL?
}
