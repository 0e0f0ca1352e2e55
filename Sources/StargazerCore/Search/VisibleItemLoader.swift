/// Asks for what the rows on the screen lack, one after the other. The rows that show by then are what counts: those that
/// were scrolled away are forgotten, and an item is asked for once.
@MainActor final class VisibleItemLoader {
    static let pause = Duration.milliseconds(500)
    /// Rows from the top of the screen that may be seen at once.
    static let maxVisibleRows = 15

    private let catalogs: Catalogs
    private let time: TimeSource
    private let itemLoaded: @MainActor (Item) -> Void
    private var wanted: [Item] = []
    private var asked: Set<ItemID> = []
    private var task: Task<Void, Never>?

    /// - Parameter filled: gets each item once more is known of it.
    init(catalogs: Catalogs, time: TimeSource, itemLoaded: @escaping @MainActor (Item) -> Void) {
        self.catalogs = catalogs
        self.time = time
        self.itemLoaded = itemLoaded
    }

    isolated deinit { task?.cancel() }

    /// - Parameter items: those that show, in the order they are wanted.
    func load(_ items: [Item]) {
        wanted = items.filter { $0.facts.isPartial && !asked.contains($0.id) }
        guard task == nil, !wanted.isEmpty else { return }
        task = Task { [weak self, catalogs, time] in
            // Who types on is not interested yet.
            do { try await time.sleep(Self.pause) } catch { return }
            while !Task.isCancelled, let item = self?.next() {
                let whole = await RequestContext.$current.withValue(RequestContext(.background)) {
                    await catalogs[item.id.catalog]?.completed(item)
                }
                if let whole, !Task.isCancelled { self?.itemLoaded(whole) }
            }
            if !Task.isCancelled { self?.task = nil }
        }
    }

    /// Other rows show: what is under way is late.
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
