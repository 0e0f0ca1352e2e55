public import Observation

/// A favorite that was taken off the shelf, to be offered back.
public struct Removal: Equatable, Sendable {
    /// Differs from one removal to the next.
    public let serial: Int
    public let favorite: Favorite
}

/// A change that could not be kept, to be said once.
public struct ShelfProblem: Equatable, Sendable {
    /// Differs from one problem to the next.
    public let serial: Int
    public let failure: LibraryFailure
}

/// The favorites, the same for every view. What it shows is what the library has committed.
@MainActor @Observable public final class FavoritesShelf {
    /// Newest first.
    public private(set) var favorites: [Favorite] = []
    /// The library has answered once.
    public private(set) var isLoaded = false
    public private(set) var condition = LibraryCondition.opening
    public private(set) var lastRemoval: Removal?
    public private(set) var problem: ShelfProblem?

    private let time: TimeSource

    /// - Parameter library: may be attached later; changes made before that wait, in order.
    public init(library: (any Library)? = nil, time: TimeSource) {
        self.time = time
    }

    public func attach(library: any Library) {}

    public func conditionChanged(_ condition: LibraryCondition) {}

    public func contains(_ id: ItemID) -> Bool { false }

    /// Adds or removes. Pressed again before the first is on disk, it takes back the first.
    public func toggle(_ item: Item) {}

    public func remove(_ id: ItemID) {}

    /// Puts the last removed favorite back where it was.
    public func undoRemoval() {}

    /// Brings the stored snapshots of those that are favorites up to date, when nothing else is to be written.
    public func refresh(_ items: [Item]) {}
}
