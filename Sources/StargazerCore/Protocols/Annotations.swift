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

    /// Creates a tag and adds it to items, in one transaction. If a tag has this name, apart from case, accents and
    /// character width, adds that one unchanged.
    /// - Parameter name: white space around it is dropped.
    @discardableResult
    func addTag(
        _ name: String, color: TagColor?, to items: [ItemID]
    ) async throws(AnnotationFailure) -> (tag: Tag, change: TagChange)
    /// Renames a tag. If another tag has the name, merges this tag into that one.
    func renameTag(_ id: TagID, to name: String) async throws(AnnotationFailure) -> TagRenaming
    func setColor(_ color: TagColor?, of id: TagID) async throws(AnnotationFailure)
    /// Gives the items of a tag to another tag and deletes the first.
    func mergeTag(_ id: TagID, into other: TagID) async throws(AnnotationFailure) -> RemovedTag
    func deleteTag(_ id: TagID) async throws(AnnotationFailure) -> RemovedTag
    /// Undoes a deletion or merge: the tag and its items come back, and what the merge added to the other tag goes.
    /// - Returns: the tag, which may have another ID.
    @discardableResult
    func restoreTag(_ removed: RemovedTag) async throws(AnnotationFailure) -> Tag

    /// Adds a tag to items or removes it from them, in one transaction.
    func setTag(_ id: TagID, to isSet: Bool, on items: [ItemID]) async throws(AnnotationFailure) -> TagChange

    /// Returns nil if the item has no note.
    func note(of item: ItemID) async throws(LibraryFailure) -> Note?
    /// Writes an item's note. A text of white space alone removes the note.
    func setNote(_ text: String, of item: ItemID) async throws(AnnotationFailure)
}

/// The ID of a tag in one library.
public struct TagID: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct Tag: Sendable, Hashable, Identifiable {
    /// Maximum length of a name in Unicode scalars. A longer name is refused, since two cut names could become equal.
    public static let maxNameLength = 100
    /// Maximum number of tags.
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
    /// The items that had the tag.
    public var items: [ItemID]
    /// The tag that got the items; nil after a deletion.
    public var mergedInto: TagID?
    /// The items that did not have that tag before.
    public var addedByMerge: [ItemID]

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
    /// The item is not in the library.
    case missingItem
    case library(LibraryFailure)
}
