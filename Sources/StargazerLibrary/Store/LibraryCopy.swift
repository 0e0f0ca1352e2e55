public import Foundation

/// The copies of the library that are made while the program runs: one a day, and one before each restoration.
public protocol LibraryCopies: Sendable {
    /// Returns the copies, the newest first; none for a library in memory.
    func copies() async -> [LibraryCopy]
    /// Replaces the library with a copy and opens it. The present library is copied first. Changes that still wait for
    /// a server stay, and those that waited when the copy was made do not come back.
    ///
    /// The library object stays the same. It reports the change like any other.
    func restore(_ copy: LibraryCopy) async throws(LibraryCopyFailure)
}

public struct LibraryCopy: Sendable, Hashable, Identifiable {
    public enum Kind: Sendable, Hashable {
        case daily
        case beforeRestoration
    }

    /// The name of its file.
    public var id: String
    public var kind: Kind
    /// The beginning of the day of a daily copy, and the time of any other.
    public var date: Date
    /// In bytes.
    public var size: Int
    /// The number of favorites in it; nil if the copy cannot be read.
    public var favorites: Int?

    public init(id: String, kind: Kind, date: Date, size: Int, favorites: Int?) {
        self.id = id
        self.kind = kind
        self.date = date
        self.size = size
        self.favorites = favorites
    }
}

/// Why a copy was not restored. The library is as it was.
public enum LibraryCopyFailure: Error, Sendable, Hashable {
    case missing
    case damaged
    /// The copy was made by a newer version.
    case newer
    case library(LibraryFailure)
}
