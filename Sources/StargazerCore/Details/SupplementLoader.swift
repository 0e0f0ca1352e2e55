import StargazerLibrary

/// Loads the supplements of the opened item, each with its own request.
/// Previewing an item sends no requests; its supplements are loaded once the details are there. A result counts only
/// while its item is shown. Supplements that cannot be loaded are omitted without a message.
@MainActor final class SupplementLoader {
    /// The supplements loaded so far, in the order of their kinds.
    private(set) var contents: [any CatalogContent] = []
    var changed: () -> Void = {}

    private let catalogs: Catalogs
    private let time: TimeSource
    private let formats: Formats
    private let cache: ExpiringCache<PageCaches.SupplementID, (any SupplementFacts)?>
    private var item: Item?
    private var facts: [SupplementKind: any SupplementFacts] = [:]
    private var requests: [SupplementKind: LatestRequest] = [:]
    private var pendingKinds: Set<SupplementKind> = []
    /// The kinds that need not be waited for: loaded, missing, or failed.
    private var settledKinds: Set<SupplementKind> = []

    init(
        catalogs: Catalogs, time: TimeSource, formats: Formats,
        cache: ExpiringCache<PageCaches.SupplementID, (any SupplementFacts)?>
    ) {
        self.catalogs = catalogs
        self.time = time
        self.formats = formats
        self.cache = cache
    }

    /// Shows recently loaded supplements of an item, and removes those of the previous item.
    func preview(_ item: Item) {
        close()
        self.item = item
        for kind in kinds {
            facts[kind] = cached(kind) ?? nil
            if cached(kind) != nil { settledKinds.insert(kind) }
        }
        format()
    }

    /// Loads the item's missing supplements.
    func open(_ item: Item, startingOver: Bool = false) {
        if item.id != self.item?.id { preview(item) }
        // A renamed item has another address.
        self.item = item
        for kind in kinds where startingOver || cached(kind) == nil && !pendingKinds.contains(kind) {
            ask(kind, of: item)
        }
    }

    func close() {
        for request in requests.values { request.cancel() }
        (item, facts, contents, pendingKinds, settledKinds) = (nil, [:], [], [], [])
    }

    /// Whether a supplement of the item may still arrive.
    var isAwaitingResponses: Bool { !settledKinds.isSuperset(of: kinds) }
    var isLoading: Bool { !pendingKinds.isEmpty }

    private var supplements: (any Supplements)? {
        item.flatMap { catalogs[$0.id] }?.supplements
    }

    private var kinds: [SupplementKind] { item.flatMap { supplements?.kinds(of: $0) } ?? [] }

    /// The inner nil means that the item is known to have no such supplement.
    private func cached(_ kind: SupplementKind) -> (any SupplementFacts)?? {
        item.flatMap { cache.value(of: .init(kind: kind, item: $0.id), now: time.now()) }
    }

    private func ask(_ kind: SupplementKind, of item: Item) {
        guard let supplements else { return }
        let request = requests[kind] ?? LatestRequest(time: time, formats: formats)
        requests[kind] = request
        pendingKinds.insert(kind)
        request.start(at: .background) {
            await asyncResult { () async throws(CatalogFailure) in try await supplements.supplement(kind, of: item) }
        } completion: { [weak self] answer in
            guard let self else { return }
            pendingKinds.remove(kind)
            settledKinds.insert(kind)
            if case .success(let answer) = answer {
                cache.insert(answer, for: .init(kind: kind, item: item.id), now: time.now())
                facts[kind] = answer
                format()
            }
            changed()
        }
    }

    private func format() {
        let now = time.now()
        contents = kinds.compactMap { facts[$0]?.content(formats: formats, now: now) }
    }
}
