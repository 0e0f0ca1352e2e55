public import Observation

/// A removed favorite, for undo.
public struct Removal: Equatable, Sendable {
    /// Unique for each removal.
    public let serial: Int
    public let favorite: Favorite
}

/// A change that could not be saved, to be shown once.
public struct FavoritesError: Equatable, Sendable {
    /// Unique for each error.
    public let serial: Int
    public let failure: LibraryFailure
}

/// A change the user made to a favorite, before it is known whether it could be saved.
enum FavoriteEvent {
    case added(Item)
    case removed(Item)
    /// The removal was undone, so that everything is restored.
    case restored(Item)
}

/// How changes of favorites change the account's stars: both are written together, so that neither is ever lost.
@MainActor struct FavoriteMutations {
    /// Returns the change for the server that belongs to a change of a favorite; nil for none.
    var change: (FavoriteEvent) -> OutboxChange?
    /// Called when both are on disk, or have failed.
    var written: (OutboxChange, Result<Void, LibraryFailure>) -> Void
    /// Called when removals can no longer be undone.
    var undoDiscarded: () -> Void
}

/// The user's favorites: changes them, and tracks what the library knows about the items on screen.
/// Published state is what the library has committed. Changes that are not on disk yet are stored separately, so that a
/// second toggle reverts the first.
@MainActor @Observable public final class FavoritesModel {
    /// The library's facts about tracked items. Items that the library does not know are missing.
    private(set) var facts: [ItemID: FavoriteFacts] = [:]
    public private(set) var condition = LibraryCondition.opening
    /// The open library; nil until it is open, and when there is none.
    public private(set) var library: (any Library)?
    /// Counts the observed commits. Views of favorites query the library again when it changes.
    public private(set) var revision = 0
    /// Removals that can be undone, the latest last. An item that becomes a favorite again is dropped.
    public private(set) var removals: [Removal] = []
    public var lastRemoval: Removal? { removals.last }
    public private(set) var problem: FavoritesError?

    /// The latest change to an item, until the library's state agrees.
    private struct PendingChange {
        var item: Item
        /// The favorite as stored before the change, offered for undo when the item is removed again.
        var stored: Favorite?
        var isFavorite: Bool
        var unwritten: Int
    }

    private final class Listener {
        weak var trackedItems: TrackedItems?

        init(_ trackedItems: TrackedItems) { self.trackedItems = trackedItems }
    }

    /// The items whose facts have been loaded, including items that the library does not know.
    @ObservationIgnored private var known: Set<ItemID> = []
    /// Nil without an account.
    @ObservationIgnored var mutations: FavoriteMutations?
    @ObservationIgnored private var trackers: [Listener] = []
    /// Items changed by the user; they stay tracked.
    @ObservationIgnored private var toggledItems: Set<ItemID> = []
    @ObservationIgnored private var pendingChanges: [ItemID: PendingChange] = [:]
    @ObservationIgnored private var stale: [ItemID: Item] = [:]
    @ObservationIgnored private var lastSerial = 0
    /// Counts reloads of all facts. A result that was requested before the latest reload is out of date.
    @ObservationIgnored private var readGeneration = 0
    /// The number of library reads whose result may be older than a write that completes meanwhile.
    @ObservationIgnored private var pendingReads = 0
    @ObservationIgnored private var listening: Task<Void, Never>?
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let time: TimeSource

    /// - Parameters:
    ///   - library: can be attached later. Changes made before that wait, in order.
    ///   - writer: the queue of the library's changes.
    package init(library: (any Library)? = nil, writer: LibraryWriter = LibraryWriter(), time: TimeSource) {
        self.writer = writer
        self.time = time
        writer.whenIdle = { [weak self] in self?.nextRefresh() }
        if let library { attach(library: library) }
    }

    isolated deinit { listening?.cancel() }

    public func attach(library: any Library) {
        listening?.cancel()
        self.library = library
        let changes = library.changes()
        listening = Task { [weak self] in
            await self?.reload()
            for await _ in changes { await self?.reload() }
        }
        writer.attach(library)
    }

    public func conditionChanged(_ condition: LibraryCondition) {
        self.condition = condition
        if case .unavailable = condition { writer.refuse(.unavailable(code: "no library")) }
    }

    /// Returns when all changes so far have been saved or have failed.
    public func settled() async { _ = await writer.perform { _ in } }

    // MARK: Facts

    public func contains(_ id: ItemID) -> Bool { facts[id]?.addedAt != nil }

    package func trackedItems() -> TrackedItems {
        let trackedItems = TrackedItems(self)
        trackers.append(Listener(trackedItems))
        return trackedItems
    }

    /// Returns when these items' facts are loaded, or at once when there is no library.
    func load(_ ids: [ItemID]) async {
        guard let library, !ids.isEmpty else { return }
        while true {
            let asked = readGeneration
            pendingReads += 1
            let answer = try? await library.facts(of: ids)
            pendingReads -= 1
            defer { settle() }
            guard let answer else { return }
            // Otherwise there was a commit meanwhile, and the result may be older.
            if asked == readGeneration { return apply(answer, of: ids) }
        }
    }

    /// Reloads the facts of all tracked items after a commit.
    private func reload() async {
        // A reload that attaching another library has cancelled must not make that library's answer out of date.
        guard let library, !Task.isCancelled else { return }
        readGeneration += 1
        let asked = readGeneration
        trackers.removeAll { $0.trackedItems == nil }
        let ids = trackers.reduce(into: toggledItems) { $0.formUnion($1.trackedItems?.ids ?? []) }
        pendingReads += 1
        let answer = try? await library.facts(of: Array(ids))
        pendingReads -= 1
        defer { settle() }
        // A failed read keeps the known facts.
        guard let answer, asked == readGeneration else { return }
        let old = facts
        facts = answer
        // Items that became tracked meanwhile.
        for (id, fact) in old where !ids.contains(id) && isTracked(id) { facts[id] = fact }
        known = known.filter(isTracked).union(ids)
        revision += 1
    }

    private func isTracked(_ id: ItemID) -> Bool { trackers.contains { $0.trackedItems?.ids.contains(id) == true } }

    private func apply(_ answer: [ItemID: FavoriteFacts], of ids: [ItemID]) {
        var facts = facts
        for id in ids { facts[id] = answer[id] }
        known.formUnion(ids)
        if facts != self.facts { self.facts = facts }
    }

    // MARK: Changes

    /// Adds or removes the item. A second call before the first is on disk reverts the first.
    public func toggle(_ item: Item) {
        if willBeFavorite(item.id) {
            removeItem(item)
        } else {
            // A favorite keeps its date while its removal can be undone.
            let removed = removals.last { $0.favorite.id == item.id }?.favorite
            let favorite = Favorite(
                item: item, addedAt: facts[item.id]?.addedAt ?? removed?.addedAt ?? time.now())
            addFavorite(favorite, sending: mutations?.change(.added(item)))
        }
    }

    /// Removes a favorite that a list shows.
    public func remove(_ favorite: Favorite) {
        toggledItems.insert(favorite.id)
        assumeFavorite(favorite)
        if willBeFavorite(favorite.id) { removeItem(favorite.item) }
    }

    /// Assumes that an item shown as a favorite is one, until the library says otherwise.
    func assumeFavorite(_ favorite: Favorite) {
        guard facts[favorite.id] == nil, pendingChanges[favorite.id] == nil, !known.contains(favorite.id) else {
            return
        }
        facts[favorite.id] = FavoriteFacts(
            addedAt: favorite.addedAt, isStarredOnServer: favorite.isStarredOnServer)
    }

    /// Restores the removed favorites with their dates.
    public func undoRemoval() {
        for removal in removals where !willBeFavorite(removal.favorite.id) {
            addFavorite(removal.favorite, sending: mutations?.change(.restored(removal.favorite.item)))
        }
        removals = []
    }

    /// Makes the removals final, when undo is no longer offered.
    public func discardRemovals() {
        removals = []
        mutations?.undoDiscarded()
    }

    /// Updates the stored snapshots of items that are favorites, once no other write is pending.
    public func refresh(_ items: [Item]) {
        for item in items where !item.facts.isPartial && contains(item.id) { stale[item.id] = item }
        if !stale.isEmpty { writer.proceed() }
    }

    /// Saves a list and replaces its previous snapshot.
    func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) {
        writer.add { library throws(LibraryFailure) in
            try await library.saveSnapshot(list, as: kind, of: id)
        } done: { result in
            if case .failure(let failure) = result {
                self.problem = FavoritesError(serial: self.nextSerial(), failure: failure)
            }
        }
    }

    func willBeFavorite(_ id: ItemID) -> Bool { pendingChanges[id]?.isFavorite ?? contains(id) }

    private func addFavorite(_ favorite: Favorite, sending change: OutboxChange?) {
        let stored = removals.last { $0.favorite.id == favorite.id }?.favorite ?? pendingChanges[favorite.id]?.stored
        removals.removeAll { $0.favorite.id == favorite.id }
        // The library's star state is newer than that of the removed favorite.
        var written = favorite
        written.isStarredOnServer = nil
        write(favorite.item, stored: stored, isFavorite: true, sending: change) {
            [written] library throws(LibraryFailure) in
            try await library.add(written, sending: change)
        }
    }

    private func removeItem(_ item: Item) {
        // An item that is on disk only because of a reverted change is not offered for undo.
        let (isCommitted, stored) = (contains(item.id), pendingChanges[item.id]?.stored)
        let change = mutations?.change(.removed(item))
        write(
            item, stored: stored, isFavorite: false, sending: change,
            to: { library throws(LibraryFailure) in try await library.remove(item.id, sending: change) }
        ) { removed in
            guard !self.willBeFavorite(item.id), let favorite = isCommitted ? removed : stored else { return }
            self.removals.append(Removal(serial: self.nextSerial(), favorite: favorite))
        }
    }

    private func write<Value: Sendable>(
        _ item: Item, stored: Favorite?, isFavorite: Bool, sending mutation: OutboxChange?,
        to change: @escaping LibraryWriter.Change<Value>, committed: @escaping (Value) -> Void = { _ in }
    ) {
        let id = item.id
        toggledItems.insert(id)
        pendingChanges[id] = PendingChange(
            item: item, stored: stored, isFavorite: isFavorite, unwritten: (pendingChanges[id]?.unwritten ?? 0) + 1)
        writer.add(change) { result in
            self.pendingChanges[id]?.unwritten -= 1
            if let mutation { self.mutations?.written(mutation, result.map { _ in }) }
            switch result {
            case .success(let value): committed(value)
            case .failure(let failure):
                // Drops the latest change when it could not be saved. An earlier change has been superseded anyway.
                if self.pendingChanges[id]?.unwritten == 0 { self.pendingChanges[id] = nil }
                self.problem = FavoritesError(serial: self.nextSerial(), failure: failure)
            }
            self.settle()
        }
    }

    /// Drops changes that are saved and published.
    /// Waits for pending reads: a read from before the last write would publish the old state.
    private func settle() {
        guard pendingReads == 0 else { return }
        for (id, change) in pendingChanges where change.unwritten == 0 && change.isFavorite == contains(id) {
            pendingChanges[id] = nil
        }
    }

    private func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    private func nextRefresh() -> LibraryWriter.Change<Void>? {
        guard !stale.isEmpty else { return nil }
        let items = Array(stale.values)
        stale = [:]
        return { library throws(LibraryFailure) in try await library.refresh(items) }
    }
}
