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
