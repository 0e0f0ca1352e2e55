import Foundation

/// What a file calls an item that is looked up.
public enum ItemLookupName: Sendable, Hashable {
    case id(String)
    /// The title, such as `owner/name`; case does not matter.
    case title(String)

    /// For people.
    public var text: String {
        switch self {
        case .id(let id): "#" + id
        case .title(let title): title
        }
    }
}

/// What became of a name.
public enum ItemLookupResult: Sendable, Hashable {
    case found(Item)
    case gone
    /// The server will not give the item, for a reason of its own.
    case refused
}

extension ItemLookupResult {
    /// Why the item is left out; nil for one that was found.
    public var state: ImportLookupState? {
        switch self {
        case .found: nil
        case .gone: .gone
        case .refused: .refused
        }
    }
}

/// An item of a file that becomes a favorite when it has been looked up. Its tags and its note are in the library.
public struct ImportLookup: Sendable, Hashable, Identifiable {
    public var id: Int64
    public var name: ItemLookupName
    public var state: ImportLookupState

    public init(id: Int64, name: ItemLookupName, state: ImportLookupState) {
        self.id = id
        self.name = name
        self.state = state
    }
}

public enum ImportLookupState: Int, Sendable, Hashable {
    case pending = 0
    /// The server does not have it.
    case gone
    case refused
    /// The user cancelled before it was looked up.
    case cancelled
}

public struct ImportLookupCounts: Sendable, Hashable {
    public var pending = 0
    public var leftOut = 0

    public init(pending: Int = 0, leftOut: Int = 0) {
        self.pending = pending
        self.leftOut = leftOut
    }
}

/// The items of imported files that are to be looked up. They stay in the library, so that a restart resumes lookups.
public protocol ImportLookupStore: Sendable {
    func lookupCounts(of catalog: CatalogKind, host: String) async throws(LibraryFailure) -> ImportLookupCounts
    /// Returns the items in the order of the files.
    /// - Parameter leftOut: returns those that were left out instead.
    func lookups(
        of catalog: CatalogKind, host: String, leftOut: Bool, limit: Int
    ) async throws(LibraryFailure) -> [ImportLookup]
    /// Makes what was found favorites with their tags and notes, and records the others as left out, all or none.
    /// - Returns: the number of items that were no favorites before.
    func endLookups(_ results: [Int64: ItemLookupResult]) async throws(LibraryFailure) -> Int
    /// Records everything that is not looked up yet as cancelled.
    func cancelLookups(of catalog: CatalogKind, host: String) async throws(LibraryFailure)
    /// Deletes those of these items that are left out.
    func forgetLeftOut(_ items: [ImportLookup]) async throws(LibraryFailure)
}
