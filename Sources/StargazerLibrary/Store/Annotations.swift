public import Foundation

/// The user's tags and notes. They belong to items of the library: favorites, and removed ones until their removal can
/// no longer be undone.
///
/// The library's `changes()` reports changes of tags and notes too. A changed tag or note gives its items new stamps.
public protocol Annotations: Sendable {
    /// Returns all tags by name, with the number of favorites that have them.
    func tags() async throws(LibraryFailure) -> [CountedTag]
    /// Returns the tags of each item by name. Items without tags are left out.
    func tags(of items: [ItemID]) async throws(LibraryFailure) -> [ItemID: [Tag]]

    /// Returns nil if the item has no note.
    func note(of item: ItemID) async throws(LibraryFailure) -> Note?
}

/// The ID of a tag in one library.
public struct TagID: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct Tag: Sendable, Hashable, Identifiable {
    /// Maximum length of a name in Unicode scalars. A longer name is refused, since two cut names could become equal.
    public static let maxNameLength = 100
    public static let maxCount = 10_000

    public var id: TagID
    /// One line of text.
    public var name: String
    public var color: TagColor?

    public init(id: TagID, name: String, color: TagColor? = nil) {
        self.id = id
        self.name = name
        self.color = color
    }
}

/// The accent colors of libadwaita. The window's style has their values.
public enum TagColor: String, Sendable, Hashable, CaseIterable {
    case blue, teal, green, yellow, orange, red, pink, purple, slate
}

public struct CountedTag: Sendable, Hashable {
    public var tag: Tag
    /// The number of favorites that have the tag.
    public var favorites: Int

    public init(tag: Tag, favorites: Int) {
        self.tag = tag
        self.favorites = favorites
    }
}

public enum TagRenaming: Sendable, Hashable {
    case renamed(Tag)
    /// Another tag had the name and now has the items of both.
    case merged(into: Tag, removed: RemovedTag)
}

/// What is needed to restore a deleted or merged tag.
public struct RemovedTag: Sendable, Hashable {
    public var tag: Tag
    public var items: [ItemID]
    /// The tag that got the items; nil after a deletion.
    public var mergedInto: TagID?
    /// The items that did not have that tag before.
    public var addedByMerge: [ItemID]
    /// The saved searches that name that tag since.
    public var searches: [RetaggedSearch] = []

    public init(tag: Tag, items: [ItemID], mergedInto: TagID? = nil, addedByMerge: [ItemID] = []) {
        self.tag = tag
        self.items = items
        self.mergedInto = mergedInto
        self.addedByMerge = addedByMerge
    }
}

public struct TagChange: Sendable, Hashable {
    /// The items that had the tag added or removed. Setting the tag back on these undoes the change.
    public var changed: [ItemID]
    /// The number of items that are not in the library and were ignored.
    public var missing: Int

    public init(changed: [ItemID], missing: Int) {
        self.changed = changed
        self.missing = missing
    }
}

public struct Note: Sendable, Hashable {
    /// Maximum length of a text in bytes of UTF-8. A longer text is refused, so that nothing written is lost unseen.
    public static let maxLength = 65_536

    public var text: String
    /// When it was last changed, on any device.
    public var changedAt: Date?

    public init(text: String, changedAt: Date? = nil) {
        self.text = text
        self.changedAt = changedAt
    }
}

/// Why a change of tags, notes or saved searches was not saved. Nothing was changed.
public enum AnnotationFailure: Error, Sendable, Hashable {
    /// The name has no letters, digits or symbols.
    case emptyName
    case nameTooLong
    case textTooLong
    /// There are as many tags or saved searches as a library can have.
    case tooMany
    /// The tag or saved search was deleted, perhaps by another process.
    case deleted
    case missingItem
    case library(LibraryFailure)
}
