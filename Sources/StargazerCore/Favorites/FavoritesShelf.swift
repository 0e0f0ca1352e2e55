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

/// What is pressed about favorites, and what the library says of the items that are looked at. What it shows is what the
/// library has committed; what was pressed but is not yet on disk is known apart, so that a second press takes back
/// the first.
@MainActor @Observable public final class FavoritesShelf {
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
    public private(set) var problem: ShelfProblem?

    /// What was pressed last, until the library's own word agrees.
    private struct Intent {
        var item: Item
        /// What was on disk before: it is offered back when the item is taken off again.
        var kept: Favorite?
        var isFavorite: Bool
        var unwritten: Int
    }

    private final class Listener {
        weak var interest: ItemInterest?

        init(_ interest: ItemInterest) { self.interest = interest }
    }

    /// Those whose facts are the library's word, also where it does not know them.
    @ObservationIgnored private var known: Set<ItemID> = []
    @ObservationIgnored private var hearers: [(FavoriteIntent) -> Void] = []
    @ObservationIgnored private var interests: [Listener] = []
    /// Whatever was pressed stays of interest.
    @ObservationIgnored private var pressed: Set<ItemID> = []
    @ObservationIgnored private var intents: [ItemID: Intent] = [:]
    @ObservationIgnored private var stale: [ItemID: Item] = [:]
    @ObservationIgnored private var lastSerial = 0
    /// Counts the readings of all facts: one that was begun before the last commit is late.
    @ObservationIgnored private var reading = 0
    /// Questions to the library whose answer may be older than a write that ends meanwhile.
    @ObservationIgnored private var underWay = 0
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
            await self?.readAgain()
            for await _ in changes { await self?.readAgain() }
        }
        writes.attach(library)
    }

    public func conditionChanged(_ condition: LibraryCondition) {
        self.condition = condition
        if case .unavailable = condition { writes.refuse(.unavailable(code: "no library")) }
    }

    /// Returns when everything pressed so far is on disk or refused.
    public func settled() async { _ = await writes.kept { _ in } }

    /// Tells of every intent from now on, wherever it comes from and whoever else hears of it.
    func hear(_ hearer: @escaping (FavoriteIntent) -> Void) { hearers.append(hearer) }

    // MARK: Knowing

    public func contains(_ id: ItemID) -> Bool { facts[id]?.addedAt != nil }

    package func interest() -> ItemInterest {
        let interest = ItemInterest(self)
        interests.append(Listener(interest))
        return interest
    }

    /// Returns when the library's word on these is known, or there is no library to ask.
    func learn(_ ids: [ItemID]) async {
        guard let library, !ids.isEmpty else { return }
        while true {
            let asked = reading
            underWay += 1
            let answer = try? await library.facts(of: ids)
            underWay -= 1
            defer { settle() }
            guard let answer else { return }
            // Else there was a commit since, and the answer may be older than it.
            if asked == reading { return take(answer, of: ids) }
        }
    }

    /// After a commit, everything of interest is looked up again.
    private func readAgain() async {
        guard let library else { return }
        reading += 1
        let asked = reading
        interests.removeAll { $0.interest == nil }
        let ids = interests.reduce(into: pressed) { $0.formUnion($1.interest?.ids ?? []) }
        underWay += 1
        let answer = try? await library.facts(of: Array(ids))
        underWay -= 1
        defer { settle() }
        // A library that cannot be read just now takes nothing away from what is known.
        guard let answer, asked == reading else { return }
        let old = facts
        facts = answer
        // What came to be of interest meanwhile.
        for (id, fact) in old where !ids.contains(id) && isOfInterest(id) { facts[id] = fact }
        known = known.filter(isOfInterest).union(ids)
        revision += 1
    }

    private func isOfInterest(_ id: ItemID) -> Bool { interests.contains { $0.interest?.ids.contains(id) == true } }

    private func take(_ answer: [ItemID: FavoriteFacts], of ids: [ItemID]) {
        var facts = facts
        for id in ids { facts[id] = answer[id] }
        known.formUnion(ids)
        if facts != self.facts { self.facts = facts }
    }

    // MARK: Pressing

    /// Adds or removes. Pressed again before the first is on disk, it takes back the first.
    public func toggle(_ item: Item) {
        if isWanted(item.id) {
            takeOff(item)
        } else {
            // A favorite keeps its place as long as its removal can be undone.
            let removed = removals.last { $0.favorite.id == item.id }?.favorite
            putOn(Favorite(item: item, addedAt: facts[item.id]?.addedAt ?? removed?.addedAt ?? time.now()))
            tell(.added(item))
        }
    }

    /// Takes a favorite off that a list shows.
    public func remove(_ favorite: Favorite) {
        pressed.insert(favorite.id)
        believe(favorite)
        if isWanted(favorite.id) { takeOff(favorite.item) }
    }

    /// A list shows it as a favorite: so it is, unless the library says otherwise, or until it does.
    func believe(_ favorite: Favorite) {
        guard facts[favorite.id] == nil, intents[favorite.id] == nil, !known.contains(favorite.id) else { return }
        facts[favorite.id] = FavoriteFacts(
            addedAt: favorite.addedAt, isStarredOnServer: favorite.isStarredOnServer)
    }

    /// Puts the removed favorites back where they were.
    public func undoRemoval() {
        for removal in removals where !isWanted(removal.favorite.id) {
            putOn(removal.favorite)
            tell(.putBack(removal.favorite.item))
        }
        removals = []
    }

    /// The removals are final: nobody offers to undo them any more.
    public func removalsSettled() { removals = [] }

    /// Brings the stored snapshots of those that are favorites up to date, when nothing else is to be written.
    public func refresh(_ items: [Item]) {
        for item in items where !item.facts.isPartial && contains(item.id) { stale[item.id] = item }
        if !stale.isEmpty { writes.proceed() }
    }

    /// Keeps a list as it is now, in place of what was kept of it.
    func keep(_ list: KeptList, as kind: RelationKind, of id: ItemID) {
        writes.add { library throws(LibraryFailure) in
            try await library.keep(list, as: kind, of: id)
        } done: { result in
            if case .failure(let failure) = result {
                self.problem = ShelfProblem(serial: self.nextSerial(), failure: failure)
            }
        }
    }

    private func tell(_ intent: FavoriteIntent) {
        for hearer in hearers { hearer(intent) }
    }

    func isWanted(_ id: ItemID) -> Bool { intents[id]?.isFavorite ?? contains(id) }

    private func putOn(_ favorite: Favorite) {
        let kept = removals.last { $0.favorite.id == favorite.id }?.favorite ?? intents[favorite.id]?.kept
        removals.removeAll { $0.favorite.id == favorite.id }
        // Of the account's star the library knows by now what a favorite remembered from before does not.
        var written = favorite
        written.isStarredOnServer = nil
        write(favorite.item, kept: kept, isFavorite: true) { [written] library throws(LibraryFailure) in
            try await library.add(written)
        }
    }

    private func takeOff(_ item: Item) {
        // What is on disk only by a press that was taken back is not offered.
        let (isCommitted, kept) = (contains(item.id), intents[item.id]?.kept)
        tell(.removed(item))
        write(
            item, kept: kept, isFavorite: false,
            to: { library throws(LibraryFailure) in try await library.remove(item.id) }
        ) { removed in
            guard !self.isWanted(item.id), let favorite = isCommitted ? removed : kept else { return }
            self.removals.append(Removal(serial: self.nextSerial(), favorite: favorite))
        }
    }

    private func write<Value: Sendable>(
        _ item: Item, kept: Favorite?, isFavorite: Bool, to change: @escaping LibraryWrites.Change<Value>,
        committed: @escaping (Value) -> Void = { _ in }
    ) {
        let id = item.id
        pressed.insert(id)
        intents[id] = Intent(
            item: item, kept: kept, isFavorite: isFavorite, unwritten: (intents[id]?.unwritten ?? 0) + 1)
        writes.add(change) { result in
            self.intents[id]?.unwritten -= 1
            switch result {
            case .success(let value): committed(value)
            case .failure(let failure):
                // The last word was not kept, so it is no longer meant; an earlier one is overruled anyway.
                if self.intents[id]?.unwritten == 0 { self.intents[id] = nil }
                self.problem = ShelfProblem(serial: self.nextSerial(), failure: failure)
            }
            self.settle()
        }
    }

    /// Forgets the intents that are written and seen. What was asked before the last write may be answered yet, and would
    /// then show what was there before it.
    private func settle() {
        guard underWay == 0 else { return }
        for (id, intent) in intents where intent.unwritten == 0 && intent.isFavorite == contains(id) {
            intents[id] = nil
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
