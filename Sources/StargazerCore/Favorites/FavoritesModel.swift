public import Observation

/// A favorite that was taken off the shelf, to be offered back.
public struct Removal: Equatable, Sendable {
    /// Differs from one removal to the next.
    public let serial: Int
    public let favorite: Favorite
}

/// A change that could not be kept, to be said once.
public struct FavoritesError: Equatable, Sendable {
    /// Differs from one problem to the next.
    public let serial: Int
    public let failure: LibraryFailure
}

/// What a person did to a favorite, before it is known whether it could be kept.
enum FavoriteEvent {
    case added(Item)
    case removed(Item)
    /// A removal was undone: all of it is to be as it was.
    case restored(Item)
}

/// What is pressed about favorites, and what the library says of the items that are looked at. What it shows is what the
/// library has committed; what was pressed but is not yet on disk is known apart, so that a second press takes back
/// the first.
@MainActor @Observable public final class FavoritesModel {
    /// The library's word on the items that somebody is interested in; what it does not know is not in here.
    private(set) var facts: [ItemID: FavoriteFacts] = [:]
    public private(set) var condition = LibraryCondition.opening
    /// The library can be asked; nil until it is open, and where there is none.
    public private(set) var library: (any Library)?
    /// Counts the commits that were heard of; whoever shows favorites asks the library again.
    public private(set) var revision = 0
    /// What was taken off and may still be put back, the last one last. An item that comes back leaves it.
    public private(set) var removals: [Removal] = []
    public var lastRemoval: Removal? { removals.last }
    public private(set) var problem: FavoritesError?

    /// What was pressed last, until the library's own word agrees.
    private struct PendingChange {
        var item: Item
        /// What was on disk before: it is offered back when the item is taken off again.
        var stored: Favorite?
        var isFavorite: Bool
        var unwritten: Int
    }

    private final class Listener {
        weak var trackedItems: TrackedItems?

        init(_ trackedItems: TrackedItems) { self.trackedItems = trackedItems }
    }

    /// Those whose facts are the library's word, also where it does not know them.
    @ObservationIgnored private var known: Set<ItemID> = []
    @ObservationIgnored private var observers: [(FavoriteEvent) -> Void] = []
    @ObservationIgnored private var trackers: [Listener] = []
    /// Whatever was pressed stays of interest.
    @ObservationIgnored private var toggledItems: Set<ItemID> = []
    @ObservationIgnored private var pendingChanges: [ItemID: PendingChange] = [:]
    @ObservationIgnored private var stale: [ItemID: Item] = [:]
    @ObservationIgnored private var lastSerial = 0
    /// Counts the readings of all facts: one that was begun before the last commit is late.
    @ObservationIgnored private var readGeneration = 0
    /// Questions to the library whose answer may be older than a write that ends meanwhile.
    @ObservationIgnored private var pendingReads = 0
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
        self.library = library
        let changes = library.changes()
        listening = Task { [weak self] in
            await self?.reload()
            for await _ in changes { await self?.reload() }
        }
        writes.attach(library)
    }

    public func conditionChanged(_ condition: LibraryCondition) {
        self.condition = condition
        if case .unavailable = condition { writes.refuse(.unavailable(code: "no library")) }
    }

    /// Returns when everything pressed so far is on disk or refused.
    public func settled() async { _ = await writes.perform { _ in } }

    /// Tells of every intent from now on, wherever it comes from and whoever else hears of it.
    func addObserver(_ observer: @escaping (FavoriteEvent) -> Void) { observers.append(observer) }

    // MARK: Knowing

    public func contains(_ id: ItemID) -> Bool { facts[id]?.addedAt != nil }

    package func trackedItems() -> TrackedItems {
        let trackedItems = TrackedItems(self)
        trackers.append(Listener(trackedItems))
        return trackedItems
    }

    /// Returns when the library's word on these is known, or there is no library to ask.
    func load(_ ids: [ItemID]) async {
        guard let library, !ids.isEmpty else { return }
        while true {
            let asked = readGeneration
            pendingReads += 1
            let answer = try? await library.facts(of: ids)
            pendingReads -= 1
            defer { settle() }
            guard let answer else { return }
            // Else there was a commit since, and the answer may be older than it.
            if asked == readGeneration { return apply(answer, of: ids) }
        }
    }

    /// After a commit, everything of interest is looked up again.
    private func reload() async {
        guard let library else { return }
        readGeneration += 1
        let asked = readGeneration
        trackers.removeAll { $0.trackedItems == nil }
        let ids = trackers.reduce(into: toggledItems) { $0.formUnion($1.trackedItems?.ids ?? []) }
        pendingReads += 1
        let answer = try? await library.facts(of: Array(ids))
        pendingReads -= 1
        defer { settle() }
        // A library that cannot be read just now takes nothing away from what is known.
        guard let answer, asked == readGeneration else { return }
        let old = facts
        facts = answer
        // What came to be of interest meanwhile.
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

    // MARK: Pressing

    /// Adds or removes. Pressed again before the first is on disk, it takes back the first.
    public func toggle(_ item: Item) {
        if willBeFavorite(item.id) {
            removeItem(item)
        } else {
            // A favorite keeps its place as long as its removal can be undone.
            let removed = removals.last { $0.favorite.id == item.id }?.favorite
            addFavorite(Favorite(item: item, addedAt: facts[item.id]?.addedAt ?? removed?.addedAt ?? time.now()))
            notify(.added(item))
        }
    }

    /// Takes a favorite off that a list shows.
    public func remove(_ favorite: Favorite) {
        toggledItems.insert(favorite.id)
        assumeFavorite(favorite)
        if willBeFavorite(favorite.id) { removeItem(favorite.item) }
    }

    /// A list shows it as a favorite: so it is, unless the library says otherwise, or until it does.
    func assumeFavorite(_ favorite: Favorite) {
        guard facts[favorite.id] == nil, pendingChanges[favorite.id] == nil, !known.contains(favorite.id) else {
            return
        }
        facts[favorite.id] = FavoriteFacts(
            addedAt: favorite.addedAt, isStarredOnServer: favorite.isStarredOnServer)
    }

    /// Puts the removed favorites back where they were.
    public func undoRemoval() {
        for removal in removals where !willBeFavorite(removal.favorite.id) {
            addFavorite(removal.favorite)
            notify(.restored(removal.favorite.item))
        }
        removals = []
    }

    /// The removals are final: nobody offers to undo them any more.
    public func discardRemovals() { removals = [] }

    /// Brings the stored snapshots of those that are favorites up to date, when nothing else is to be written.
    public func refresh(_ items: [Item]) {
        for item in items where !item.facts.isPartial && contains(item.id) { stale[item.id] = item }
        if !stale.isEmpty { writes.proceed() }
    }

    /// Keeps a list as it is now, in place of what was kept of it.
    func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) {
        writes.add { library throws(LibraryFailure) in
            try await library.saveSnapshot(list, as: kind, of: id)
        } done: { result in
            if case .failure(let failure) = result {
                self.problem = FavoritesError(serial: self.nextSerial(), failure: failure)
            }
        }
    }

    private func notify(_ event: FavoriteEvent) {
        for observer in observers { observer(event) }
    }

    func willBeFavorite(_ id: ItemID) -> Bool { pendingChanges[id]?.isFavorite ?? contains(id) }

    private func addFavorite(_ favorite: Favorite) {
        let stored = removals.last { $0.favorite.id == favorite.id }?.favorite ?? pendingChanges[favorite.id]?.stored
        removals.removeAll { $0.favorite.id == favorite.id }
        // Of the account's star the library knows by now what a favorite remembered from before does not.
        var written = favorite
        written.isStarredOnServer = nil
        write(favorite.item, stored: stored, isFavorite: true) { [written] library throws(LibraryFailure) in
            try await library.add(written)
        }
    }

    private func removeItem(_ item: Item) {
        // What is on disk only by a press that was taken back is not offered.
        let (isCommitted, stored) = (contains(item.id), pendingChanges[item.id]?.stored)
        notify(.removed(item))
        write(
            item, stored: stored, isFavorite: false,
            to: { library throws(LibraryFailure) in try await library.remove(item.id) }
        ) { removed in
            guard !self.willBeFavorite(item.id), let favorite = isCommitted ? removed : stored else { return }
            self.removals.append(Removal(serial: self.nextSerial(), favorite: favorite))
        }
    }

    private func write<Value: Sendable>(
        _ item: Item, stored: Favorite?, isFavorite: Bool, to change: @escaping LibraryWrites.Change<Value>,
        committed: @escaping (Value) -> Void = { _ in }
    ) {
        let id = item.id
        toggledItems.insert(id)
        pendingChanges[id] = PendingChange(
            item: item, stored: stored, isFavorite: isFavorite, unwritten: (pendingChanges[id]?.unwritten ?? 0) + 1)
        writes.add(change) { result in
            self.pendingChanges[id]?.unwritten -= 1
            switch result {
            case .success(let value): committed(value)
            case .failure(let failure):
                // The last word was not kept, so it is no longer meant; an earlier one is overruled anyway.
                if self.pendingChanges[id]?.unwritten == 0 { self.pendingChanges[id] = nil }
                self.problem = FavoritesError(serial: self.nextSerial(), failure: failure)
            }
            self.settle()
        }
    }

    /// Forgets the intents that are written and seen. What was asked before the last write may be answered yet, and would
    /// then show what was there before it.
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

    private func nextRefresh() -> LibraryWrites.Change<Void>? {
        guard !stale.isEmpty else { return nil }
        let items = Array(stale.values)
        stale = [:]
        return { library throws(LibraryFailure) in try await library.refresh(items) }
    }
}
