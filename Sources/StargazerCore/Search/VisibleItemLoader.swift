import StargazerLibrary

/// Loads the missing facts of visible rows, one item after the other.
/// Rows that have been scrolled away are dropped. Each item is requested once.
@MainActor final class VisibleItemLoader {
    static let pause = Duration.milliseconds(500)
    static let maxVisibleRows = 15

    private let catalogs: Catalogs
    private let time: TimeSource
    private let itemLoaded: @MainActor (Item) -> Void
    private var wanted: [Item] = []
    private var asked: Set<ItemID> = []
    private var task: Task<Void, Never>?

    /// - Parameter itemLoaded: called with each completed item.
    init(catalogs: Catalogs, time: TimeSource, itemLoaded: @escaping @MainActor (Item) -> Void) {
        self.catalogs = catalogs
        self.time = time
        self.itemLoaded = itemLoaded
    }

    isolated deinit { task?.cancel() }

    /// - Parameter items: the visible items, in the order to load them.
    func load(_ items: [Item]) {
        wanted = items.filter { $0.facts.isPartial && !asked.contains($0.id) }
        guard task == nil, !wanted.isEmpty else { return }
        task = Task { [weak self, catalogs, time] in
            // Wait: the user may still be typing.
            do { try await time.sleep(Self.pause) } catch { return }
            while !Task.isCancelled, let item = self?.next() {
                let whole = await RequestContext.$current.withValue(RequestContext(.background)) {
                    await catalogs[item.id]?.completed(item)
                }
                if let whole, !Task.isCancelled { self?.itemLoaded(whole) }
            }
            if !Task.isCancelled { self?.task = nil }
        }
    }

    /// Cancels loading when other rows become visible.
    func end() {
        task?.cancel()
        task = nil
        wanted = []
        asked = []
    }

    private func next() -> Item? {
        guard !wanted.isEmpty else { return nil }
        let item = wanted.removeFirst()
        asked.insert(item.id)
        return item
    }
}
