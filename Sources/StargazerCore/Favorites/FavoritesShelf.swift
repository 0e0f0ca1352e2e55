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

/// What a person did to a favorite, before it is known whether it could be kept.
enum FavoriteIntent {
    case added(Item)
    case removed(Item)
    /// A removal was undone: all of it is to be as it was.
    case putBack(Item)
}

/// The favorites, the same for every view. What it shows is what the library has committed; what was pressed but is
/// not yet on disk is known apart, so that a second press takes back the first.
@MainActor @Observable public final class FavoritesShelf {
    /// Newest first.
    public private(set) var favorites: [Favorite] = []
    /// The library has answered once, or never will.
    public private(set) var isLoaded = false
    public private(set) var condition = LibraryCondition.opening
    /// What was taken off and may still be put back, the last one last. An item that comes back leaves it.
    public private(set) var removals: [Removal] = []
    public var lastRemoval: Removal? { removals.last }
    public private(set) var problem: ShelfProblem?

    /// What was pressed last, until the library's own word agrees.
    private struct Intent {
        var item: Item?
        /// What was on disk before: it is offered back when the item is taken off again.
        var kept: Favorite?
        var isFavorite: Bool
        var unwritten: Int
    }

    /// Told of every intent, wherever it came from.
    @ObservationIgnored var whenChanged: ((FavoriteIntent) -> Void)?

    private var byID: [ItemID: Favorite] = [:]
    @ObservationIgnored private var intents: [ItemID: Intent] = [:]
    @ObservationIgnored private var stale: [ItemID: Item] = [:]
    @ObservationIgnored private var lastSerial = 0
    @ObservationIgnored private var listening: Task<Void, Never>?
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private let time: TimeSource

    /// - Parameter library: may be attached later; changes made before that wait, in order.
    public init(library: (any Library)? = nil, time: TimeSource) {
        self.time = time
        writes.whenIdle = { [weak self] in self?.nextRefresh() }
        if let library { attach(library: library) }
    }

    isolated deinit { listening?.cancel() }

    public func attach(library: any Library) {
        listening?.cancel()
        let snapshots = library.favorites()
        listening = Task { [weak self] in
            for await snapshot in snapshots { self?.received(snapshot) }
        }
        writes.attach(library)
    }

    public func conditionChanged(_ condition: LibraryCondition) {
        self.condition = condition
        if case .unavailable = condition {
            writes.refuse(.unavailable(code: "no library"))
            isLoaded = true
        }
    }

    /// Returns when everything pressed so far is on disk or refused.
    public func settled() async {
        await withCheckedContinuation { continuation in
            writes.add({ _ in }, done: { _ in continuation.resume() })
        }
    }

    public func contains(_ id: ItemID) -> Bool { byID[id] != nil }

    public func favorite(for id: ItemID) -> Favorite? { byID[id] }

    /// Adds or removes. Pressed again before the first is on disk, it takes back the first.
    public func toggle(_ item: Item) {
        if isWanted(item.id) {
            takeOff(item.id)
        } else {
            // A favorite whose removal is not yet on disk keeps its place.
            putOn(byID[item.id] ?? Favorite(item: item, addedAt: time.now()))
            whenChanged?(.added(item))
        }
    }

    public func remove(_ id: ItemID) {
        if isWanted(id) { takeOff(id) }
    }

    /// Puts the removed favorites back where they were.
    public func undoRemoval() {
        for removal in removals where !isWanted(removal.favorite.id) {
            putOn(removal.favorite)
            whenChanged?(.putBack(removal.favorite.item))
        }
        removals = []
    }

    /// The removals are final: nobody offers to undo them any more.
    public func removalsSettled() { removals = [] }

    /// Brings the stored snapshots of those that are favorites up to date, when nothing else is to be written.
    public func refresh(_ items: [Item]) {
        for item in items {
            if let known = byID[item.id], known.item != item { stale[item.id] = item }
        }
        if !stale.isEmpty { writes.proceed() }
    }

    private func isWanted(_ id: ItemID) -> Bool { intents[id]?.isFavorite ?? contains(id) }

    private func putOn(_ favorite: Favorite) {
        let kept = byID[favorite.id] ?? removals.last { $0.favorite.id == favorite.id }?.favorite
        removals.removeAll { $0.favorite.id == favorite.id }
        // Of the account's star the library knows by now what a favorite remembered from before does not.
        var written = favorite
        written.isStarredOnServer = nil
        write(favorite.id, favorite.item, kept: kept, isFavorite: true) { [written] library throws(LibraryFailure) in
            try await library.add(written)
        }
    }

    private func takeOff(_ id: ItemID) {
        let favorite = byID[id] ?? intents[id]?.kept
        if let item = favorite?.item ?? intents[id]?.item { whenChanged?(.removed(item)) }
        write(
            id, intents[id]?.item, kept: favorite, isFavorite: false,
            to: { library throws(LibraryFailure) in try await library.remove(id) }
        ) {
            guard let favorite, !self.isWanted(id) else { return }
            self.removals.append(Removal(serial: self.nextSerial(), favorite: favorite))
        }
    }

    private func write(
        _ id: ItemID, _ item: Item?, kept: Favorite?, isFavorite: Bool, to change: @escaping LibraryWrites.Change<Void>,
        committed: @escaping () -> Void = {}
    ) {
        intents[id] = Intent(
            item: item, kept: kept, isFavorite: isFavorite, unwritten: (intents[id]?.unwritten ?? 0) + 1)
        writes.add(change) { result in
            self.intents[id]?.unwritten -= 1
            switch result {
            case .success: committed()
            case .failure(let failure):
                // The last word was not kept, so it is no longer meant; an earlier one is overruled anyway.
                if self.intents[id]?.unwritten == 0 { self.intents[id] = nil }
                self.problem = ShelfProblem(serial: self.nextSerial(), failure: failure)
            }
            self.settle(id)
        }
    }

    /// Forgets the intent when it is written and seen.
    private func settle(_ id: ItemID) {
        if let intent = intents[id], intent.unwritten == 0, intent.isFavorite == contains(id) { intents[id] = nil }
    }

    private func received(_ snapshot: [Favorite]) {
        if snapshot != favorites {
            favorites = snapshot
            byID = Dictionary(snapshot.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
        isLoaded = true
        for id in intents.keys { settle(id) }
    }

    private func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    private func nextRefresh() -> LibraryWrites.Change<Void>? {
        guard let (id, item) = stale.first else { return nil }
        stale[id] = nil
        return { library throws(LibraryFailure) in try await library.refresh(item) }
    }
}
