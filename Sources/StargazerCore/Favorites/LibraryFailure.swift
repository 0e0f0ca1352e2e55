public import Foundation

/// Why a change was not saved.
public enum LibraryFailure: Error, Sendable, Hashable {
    case diskFull
    case readOnly
    /// The library was created by a newer version.
    case newer
    /// Another process locked the library for too long.
    case busy
    case replaced
    /// The library's file was removed and cannot be written again.
    case removed
    /// The caller cancelled, and nothing was saved. Never shown as a failure.
    case cancelled
    case unavailable(code: String)
}

/// The state of the library. A banner at the top of the window shows it when it is not `ready`.
public enum LibraryCondition: Sendable, Hashable {
    case opening
    case ready
    /// Like ready. The folder's disk has no shared memory, so writes and reads wait for each other. Said once.
    case withoutLog(folder: URL)
    /// The file could not be read. It was moved to `backupURL`, and a new library was created.
    case movedAside(backupURL: URL)
    /// Created by a newer version: readable, not writable.
    case newer
    /// The folder or the disk is read-only. Favorites can be read, not changed.
    case readOnly(folder: URL)
    /// Another file has replaced the open one. The open file's favorites are shown; nothing can be written.
    case replaced(folder: URL)
    /// The file was removed while it was open, and has been written again.
    case restored(folder: URL)
    /// The file was removed while it was open, and cannot be written again. Its favorites are still shown.
    case removed(folder: URL)
    /// No library could be opened, so favorites cannot be saved. `folder` is the place to look.
    case unavailable(folder: URL)
}
