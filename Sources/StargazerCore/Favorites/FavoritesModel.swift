public import Observation
public import StargazerLibrary

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
    public private(set) var problem: FavoritesError?
    /// The stars that are not in the library's outbox yet.
    private(set) var pendingStars = PendingChanges()

    /// The items whose facts have been loaded, including items that the library does not know.
    @ObservationIgnored private var known: Set<ItemID> = []
    /// Sends the account's stars; nil without an account.
    @ObservationIgnored var outbox: OutboxSender?
    @ObservationIgnored private var screens = TrackedScreens()
    /// Items changed by the user; they stay tracked.
    @ObservationIgnored private var toggledItems: Set<ItemID> = []
    @ObservationIgnored private var pendingChanges = PendingChanges()
    @ObservationIgnored private var stale: [ItemID: Item] = [:]
    @ObservationIgnored private var lastSerial = 0
    /// Counts reloads of all facts. A result that was requested before the latest reload is out of date.
    @ObservationIgnored private var readGeneration = 0
    /// The generation of the facts.
    @ObservationIgnored private var publishedRead = 0
    /// The number of library reads whose result may be older than a write that completes meanwhile.
    @ObservationIgnored private var pendingReads = 0
    @ObservationIgnored private var listening: Task<Void, Never>?
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored package let undo: UndoStack

    /// - Parameters:
    ///   - library: can be attached later. Changes made before that wait, in order.
    ///   - undo: over the same queue; nil for one of its own.
    package init(
        library: (any Library)? = nil, writer: LibraryWriter = LibraryWriter(), undo: UndoStack? = nil,
        time: TimeSource
    ) {
        self.writer = writer
        self.time = time
        self.undo = undo ?? UndoStack(writer: writer, time: time)
        writer.whenIdle = { [weak self] in self?.nextRefresh() }
        self.undo.favorites = FavoriteEdits(
            account: { [weak self] in self?.outbox?.current },
            begin: { [weak self] in self?.begin($0, starring: $1) ?? [] },
            ended: { [weak self] edit, changes, result in
                var changed: Set<ItemID> = []
                if case .success(let applied) = result { changed = Set(applied.inverse?.items ?? []) }
                self?.ended(edit, changes, result) { changed.contains($0) }
            },
            releaseStars: { [weak self] in self?.outbox?.release() })
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

    public func settled() async { await writer.settled() }

    /// Reads from the library until it succeeds, with pauses: another process may hold the file for a while.
    /// - Returns: nil when the task is canceled, and without a library.
    func read<Value: Sendable>(
        _ read: @Sendable (any Library) async throws(LibraryFailure) -> Value
    ) async -> Value? {
        var pause = Duration.seconds(1)
        while let library, !Task.isCancelled {
            do throws(LibraryFailure) { return try await read(library) } catch {
                guard await time.slept(pause) else { return nil }
                pause = min(pause * 2, .seconds(60))
            }
        }
        return nil
    }

    // MARK: Facts

    public func contains(_ id: ItemID) -> Bool { facts[id]?.addedAt != nil }

    package func trackedItems() -> TrackedItems {
        let trackedItems = TrackedItems(self)
        screens.add(trackedItems)
        return trackedItems
    }

    /// Returns when these items' facts are loaded, or at once when there is no library.
    func load(_ ids: [ItemID]) async {
        guard let library, !ids.isEmpty else { return }
        while true {
            let asked = readGeneration
            pendingReads += 1
            // Results wait for this. After a failed read, the next commit reads the facts.
            let answer = try? await library.facts(of: ids)
            pendingReads -= 1
            defer { dropPublishedChanges() }
            guard let answer else { return }
            // Otherwise there was a commit meanwhile, and the result may be older.
            if asked == readGeneration { return apply(answer, of: ids) }
        }
    }

    /// Reloads the facts of all tracked items after a commit.
    private func reload() async {
        // A reload that attaching another library has cancelled must not make that library's answer out of date.
        guard library != nil, !Task.isCancelled else { return }
        readGeneration += 1
        let asked = readGeneration
        screens.removeClosed()
        let ids = screens.ids.union(toggledItems)
        pendingReads += 1
        let answer = await read { library throws(LibraryFailure) in try await library.facts(of: Array(ids)) }
        pendingReads -= 1
        defer { dropPublishedChanges() }
        guard let answer, asked == readGeneration else { return }
        let old = facts
        facts = answer
        publishedRead = asked
        // Items that became tracked meanwhile.
        for (id, fact) in old where !ids.contains(id) && screens.contains(id) { facts[id] = fact }
        known = known.filter(screens.contains).union(ids)
        revision += 1
    }

    private func apply(_ answer: [ItemID: FavoriteFacts], of ids: [ItemID]) {
        var facts = facts
        for id in ids { facts[id] = answer[id] }
        known.formUnion(ids)
        if facts != self.facts { self.facts = facts }
    }

    // MARK: Changes

    /// Adds or removes the item. A second call before the first is on disk reverts the first.
    public func toggle(_ item: Item) {
        if willBeFavorite(item.id) { removeItems([item]) } else { add([item]) }
    }

    /// Adds those of the items that are not favorites yet. A favorite that was removed a moment ago keeps its date.
    public func add(_ items: [Item]) {
        let new = items.filter { !willBeFavorite($0.id) }
        guard !new.isEmpty else { return }
        let favorites = new.map { item in
            let (fact, removed) = (facts[item.id], undo.recentRemoval(of: item.id))
            return Favorite(
                item: item, addedAt: fact?.addedAt ?? removed?.addedAt ?? time.now(),
                isGone: fact?.isGone ?? removed?.isGone ?? false)
        }
        let entry = undo.begin(Self.change(.favoritesAdded, new))
        inBatches(favorites) { write(.addFavorites($0), starring: $0.map(\.item), in: entry) }
    }

    /// - Returns: those of them that are favorites now.
    public func addAndWait(_ items: [Item]) async -> [Item] {
        add(items)
        await settled()
        return items.filter { willBeFavorite($0.id) }
    }

    /// Removes favorites that a list shows.
    public func remove(_ favorites: [Favorite]) {
        toggledItems.formUnion(favorites.map(\.id))
        assumeFavorites(favorites)
        removeItems(favorites.map(\.item).filter { willBeFavorite($0.id) })
    }

    public func remove(_ favorite: Favorite) { remove([favorite]) }

    /// Sets the star of a favorite again, which the account had lost. Can be undone, unlike ``setStarred(_:_:)``.
    func starAgain(_ favorite: Favorite) {
        assumeFavorites([favorite])
        let entry = undo.begin(Self.change(.starSet, [favorite.item]))
        write(.setStars([favorite.id], isSet: true, updates: []), starring: [favorite.item], in: entry)
    }

    /// Marks the updates of a favorite as seen, because the user has read them. Nothing to undo.
    func markSeen(_ id: ItemID) {
        let updates = StarUpdate.Kind.allCases.map { StarUpdate($0, of: id, noticedAt: time.now()) }
        writer.add { library throws(AnnotationFailure) in
            _ = try await library.apply(.markUpdates(updates, isSeen: true), sending: [], if: .none)
        }
    }

    /// Assumes that items shown as favorites are favorites, until the library says otherwise.
    func assumeFavorites(_ favorites: [Favorite]) {
        for favorite in favorites
        where facts[favorite.id] == nil && pendingChanges[favorite.id] == nil && !known.contains(favorite.id) {
            facts[favorite.id] = FavoriteFacts(
                addedAt: favorite.addedAt, isStarredOnServer: favorite.isStarredOnServer,
                starRequest: favorite.starRequest, isGone: favorite.isGone)
        }
    }

    /// Updates the stored snapshots of items that are favorites, once no other write is pending.
    public func refresh(_ items: [Item]) {
        for item in items where !item.facts.isPartial && contains(item.id) { stale[item.id] = item }
        if !stale.isEmpty { writer.proceed() }
    }

    /// Records whether the server no longer has an item, as its details say.
    func recordGone(_ isGone: Bool, of id: ItemID) {
        // Of other items the library records nothing. The published facts may be older than the last write.
        if known.contains(id), facts[id] == nil { return }
        writer.add { library throws(LibraryFailure) in try await library.recordGone(isGone, of: id) }
    }

    func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) {
        writer.add { library throws(LibraryFailure) in
            try await library.saveSnapshot(list, as: kind, of: id)
        } done: { result in
            if case .failure(let failure) = result {
                self.problem = FavoritesError(serial: self.nextSerial(), failure: failure)
            }
        }
    }

    func willBeFavorite(_ id: ItemID) -> Bool { pendingChanges[id] ?? contains(id) }

    /// The most items outside all screens whose facts are read after each commit.
    private static let maxToggled = 500
    private static let batchSize = 1_000

    private func inBatches<Value>(_ values: [Value], _ body: ([Value]) -> Void) {
        for start in stride(from: 0, to: values.count, by: Self.batchSize) {
            body(Array(values[start..<min(start + Self.batchSize, values.count)]))
        }
    }

    private func removeItems(_ items: [Item]) {
        guard !items.isEmpty else { return }
        let entry = undo.begin(Self.change(.favoritesRemoved, items))
        inBatches(items) { write(.removeFavorites($0.map { FavoriteMark($0.id) }), starring: $0, in: entry) }
    }

    private static func change(_ kind: UserChange.Kind, _ items: [Item]) -> UserChange {
        UserChange(kind, count: items.count, title: items.count == 1 ? items[0].cleanTitle : nil)
    }

    private func write(_ edit: LibraryEdit, starring items: [Item], in entry: UndoStack.Entry) {
        let changes = begin(edit, starring: items)
        undo.write(edit, sending: changes, in: entry) { result in
            self.ended(edit, changes, result) { _ in true }
            if case .failure(.library(let failure)) = result {
                self.problem = FavoritesError(serial: self.nextSerial(), failure: failure)
            }
        }
    }

    /// Shows an edit of favorites as pending, and the stars that change with it.
    private func begin(_ edit: LibraryEdit, starring items: [Item]) -> [OutboxChange] {
        if case .setStars(_, let isSet, _) = edit { return beginStars(isSet, items) }
        guard let isFavorite = edit.makesFavorites else { return [] }
        toggledItems.formUnion(edit.items)
        for id in edit.items { pendingChanges.begin(id, isFavorite) }
        return beginStars(isFavorite, items)
    }

    private func ended(
        _ edit: LibraryEdit, _ changes: [OutboxChange], _ result: Result<AppliedEdit, AnnotationFailure>,
        isWritten: (ItemID) -> Bool
    ) {
        guard edit.makesFavorites != nil || !changes.isEmpty else { return }
        pendingChanges.writeEnded(edit.items, reads: readGeneration)
        switch result {
        case .success(let applied):
            endStars(changes, isWritten)
            // Skipped items stay as they are.
            if applied.skipped > 0 { pendingChanges.writeFailed(edit.items) }
        case .failure:
            endStars(changes) { _ in false }
            pendingChanges.writeFailed(edit.items)
        }
        dropPublishedChanges()
    }

    /// Waits for pending reads: a read from before the last write would publish the old state.
    private func dropPublishedChanges() {
        guard pendingReads == 0 else { return }
        pendingChanges.dropPublished(reads: publishedRead, contains)
        if !pendingStars.isEmpty {
            pendingStars.dropPublished(reads: publishedRead) { facts[$0]?.isStarredOnServer ?? false }
        }
        if toggledItems.count > Self.maxToggled {
            toggledItems = toggledItems.filter { pendingChanges[$0] != nil || pendingStars[$0] != nil }
        }
    }

    // MARK: Stars

    func canStar(_ id: ItemID) -> Bool {
        id.catalog == CatalogKind.starred && id.host == outbox?.current?.host
    }

    /// Returns whether the star of an item shows; nil when there is no account on its server.
    /// - Parameter stored: the state in the library.
    func isStarred(_ id: ItemID, stored: Bool?) -> Bool? {
        canStar(id) ? pendingStars[id] ?? stored ?? false : nil
    }

    func isStarred(_ id: ItemID) -> Bool? { isStarred(id, stored: facts[id]?.isStarredOnServer) }

    /// Sets or removes the account's stars. The favorites stay as they are.
    func setStarred(_ isStarred: Bool, _ items: [Item]) {
        let changes = beginStars(isStarred, items, isHeldBack: false)
        outbox?.enqueue(changes) { [self] isWritten in
            endStars(changes) { _ in isWritten }
            dropPublishedChanges()
        }
    }

    /// Shows stars, and returns the changes for the server that set or remove them.
    private func beginStars(_ isSet: Bool, _ items: [Item], isHeldBack: Bool? = nil) -> [OutboxChange] {
        guard let outbox else { return [] }
        let requests = items.compactMap { item -> OutboxSender.Request? in
            let id = item.id
            // A star that was not visible is not removed without the user's knowledge.
            guard let shown = isStarred(id), isSet || shown else { return nil }
            // Before the facts are known, the outbox may have the opposite.
            let isDone = shown == isSet && known.contains(id) && facts[id]?.starRequest == nil
            return isDone && pendingStars[id] == nil ? nil : (AccountMutation(.star, item, isSet: isSet), shown)
        }
        for (mutation, _) in requests {
            toggledItems.insert(mutation.item.id)
            pendingStars.begin(mutation.item.id, isSet)
        }
        return outbox.changes(requests, isHeldBack: isHeldBack ?? !isSet)
    }

    /// - Parameter isWritten: whether the outbox has the change of an item's star.
    private func endStars(_ changes: [OutboxChange], _ isWritten: (ItemID) -> Bool) {
        guard !changes.isEmpty else { return }
        let ids = changes.map(\.mutation.item.id)
        pendingStars.writeEnded(ids, reads: readGeneration)
        pendingStars.writeFailed(ids.filter { !isWritten($0) })
        outbox?.proceed()
    }

    func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    private func nextRefresh() -> LibraryWriter.Change<Void, LibraryFailure>? {
        guard !stale.isEmpty else { return nil }
        let items = Array(stale.values)
        stale = [:]
        return { library throws(LibraryFailure) in try await library.refresh(items) }
    }
}
