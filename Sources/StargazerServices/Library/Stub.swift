public import Foundation
public import StargazerCore
public final class LibraryDatabase: Library {
    public static func inMemory() -> LibraryDatabase { LibraryDatabase() }
    public func favorites() -> AsyncStream<[Favorite]> { AsyncStream { $0.yield([]) } }
    public func add(_ favorite: Favorite) async throws(LibraryFailure) {}
    public func remove(_ id: ItemID) async throws(LibraryFailure) {}
    public func refresh(_ item: Item) async throws(LibraryFailure) {}
    public func recentQueries(limit: Int) async -> [String] { [] }
    public func noteQuery(_ text: String) async throws(LibraryFailure) {}
    public func clearRecentQueries() async throws(LibraryFailure) {}
}
public enum LibraryOpening {
    public static func open(at folder: URL) async -> (any Library, LibraryCondition) { (LibraryDatabase(), .ready) }
}
