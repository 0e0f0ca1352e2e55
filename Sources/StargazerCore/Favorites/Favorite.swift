public import Foundation

/// An item kept on this machine, with what a row needs to be read offline.
public struct Favorite: Sendable, Hashable, Identifiable {
    public var item: Item
    public var addedAt: Date
    /// Whether the account's own star is on it, as last known; nil when never asked.
    public var isStarredOnServer: Bool?

    public var id: ItemID { item.id }

    public init(item: Item, addedAt: Date, isStarredOnServer: Bool? = nil) {
        self.item = item
        self.addedAt = addedAt
        self.isStarredOnServer = isStarredOnServer
    }
}

/// What the library can do just now, said once at the top of the window when it is not `ready`.
public enum LibraryCondition: Sendable, Hashable {
    case opening
    case ready
    /// The file could not be read; it was moved to `backupURL` and a new one was begun.
    case movedAside(backupURL: URL)
    /// Made by a newer version: shown, not changed.
    case newer
    /// Nothing can be written: the folder or the disk is read-only. What was there is shown.
    case readOnly(folder: URL)
    /// Another file took the place of the one that is open. What that one holds is shown; nothing can be written.
    case replaced(folder: URL)
    /// The file was removed while it was open, and has been written again.
    case restored(folder: URL)
    /// The file was removed while it was open, and cannot be written again. What it held is shown.
    case removed(folder: URL)
    /// Nothing could be opened; favorites cannot be kept. What to look at is in `folder`.
    case unavailable(folder: URL)
}

/// Why a change was not kept.
public enum LibraryFailure: Error, Sendable, Hashable {
    case diskFull
    case readOnly
    /// The library was made by a newer version.
    case newer
    /// Another process held the library for too long.
    case busy
    /// Another file took the place of the library's.
    case replaced
    /// The library's file was removed and cannot be written again.
    case removed
    /// The asker broke it off; nothing of it was kept. Never shown as a failure.
    case cancelled
    case unavailable(code: String)
}
