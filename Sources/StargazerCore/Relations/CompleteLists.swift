import Foundation
public import Observation
public import StargazerLibrary

/// The progress of loading complete lists, or why it stopped.
public enum CompleteListProgress: Equatable, Sendable {
    case loading(loaded: NumberContent, about: NumberContent?)
    /// The lists need more requests than the rate limit has left.
    case tooManyRequests(needed: NumberContent, left: NumberContent)
    case failed(FailureContent)
}

/// Complete lists, loaded one after the other and batch by batch, only when the user asks for them.
/// The necessary requests are counted first. None is sent when the rate limit does not allow all of them.
@MainActor @Observable public final class CompleteLists {
    public enum Phase: Equatable, Sendable {
        case idle
        case unfinished(CompleteListProgress)
        case complete
    }

    /// One list of an item. The size is nil when unknown.
    struct Source: Sendable {
        let kind: RelationKind
        let origin: Item
        let size: ListSize?
    }

    public private(set) var phase = Phase.idle {
        didSet { changed() }
    }
    /// The items of each list in its order, without duplicates; complete once the phase is `complete`.
    public private(set) var lists: [[Item]] = []
    /// The requests that all lists together need; nil when this is unknown before the first.
    public let requests: NumberContent?
    /// Called after each change of the phase.
    @ObservationIgnored var changed: () -> Void = {}
    static let maxRequests = 1_000

    @ObservationIgnored let sources: [Source]
    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let total: Int?
    @ObservationIgnored private var seen: Set<ItemID> = []
    @ObservationIgnored private var loading: Task<Void, Never>?

    init(_ sources: [Source], catalogs: Catalogs, flags: ItemFlagSource, formats: Formats) {
        self.sources = sources
        self.catalogs = catalogs
        self.flags = flags
        self.formats = formats
        let sizes = sources.compactMap(\.size)
        let size = sizes.count == sources.count ? sizes.reduce(ListSize(items: 0, requests: 0), +) : nil
        total = size?.items
        requests = size.map { NumberContent($0.requests, formats: formats) }
    }

    /// Creates one list, whose length the catalog may know.
    convenience init(
        _ kind: RelationKind, of origin: Item, catalogs: Catalogs, flags: ItemFlagSource, formats: Formats
    ) {
        let size = catalogs[origin.id]?.relations?.size(of: kind, of: origin)
        self.init(
            [Source(kind: kind, origin: origin, size: size)], catalogs: catalogs, flags: flags, formats: formats)
    }

    isolated deinit { loading?.cancel() }

    var items: [Item] { lists.flatMap(\.self) }

    /// Loads everything again, unless it is already loading.
    /// - Parameter done: called when the lists are complete.
    func loadAll(done: @escaping @MainActor () -> Void) {
        if case .unfinished(.loading) = phase { return }
        lists = []
        showProgress()
        loading = Task { [weak self, catalogs, sources] in
            for source in sources {
                do throws(CatalogFailure) {
                    let catalog = try catalogs.catalog(of: source.origin.id)
                    guard let relations = catalog.relations else { throw .unexpected(code: "relation") }
                    let left = await relations.requestsLeft()
                    guard !Task.isCancelled, self?.canLoad(source, left: left) == true else { return }
                    var next: BatchCursor?
                    for _ in 0..<Self.maxRequests {
                        let batch = try await relations.items(source.kind, of: source.origin, after: next)
                        // A cached page may not match the current list.
                        if let cached = batch.cached { throw cached.failure ?? .notSent }
                        guard !Task.isCancelled, let self else { return }
                        append(batch.items, of: source)
                        guard case .more(let cursor) = batch.end else { break }
                        next = cursor
                    }
                } catch {
                    guard !Task.isCancelled else { return }
                    self?.failed(error, source.origin)
                    return
                }
            }
            guard !Task.isCancelled, let self else { return }
            phase = .complete
            done()
        }
    }

    /// Cancels loading and discards the loaded items.
    public func cancel() {
        loading?.cancel()
        (lists, phase) = ([], .idle)
    }

    /// Starts the next list if enough requests are left: before the first list, for all of them.
    private func canLoad(_ source: Source, left: Int?) -> Bool {
        let own = source.size?.requests
        let limits: [(needed: Int?, left: Int?)] = [
            (lists.isEmpty ? requests?.number : own, left), (own, Self.maxRequests),
        ]
        for case (let needed?, let left?) in limits where needed > left {
            phase = .unfinished(.tooManyRequests(needed: count(needed), left: count(left)))
            return false
        }
        lists.append([])
        seen = []
        return true
    }

    private func append(_ batch: [Item], of source: Source) {
        flags.recordRelation(batch, in: source.kind, of: source.origin)
        lists[lists.count - 1] += batch.filter { seen.insert($0.id).inserted }
        showProgress()
    }

    private func showProgress() {
        let loaded = lists.reduce(0) { $0 + $1.count }
        phase = .unfinished(.loading(loaded: count(loaded), about: total.map { count(max($0, loaded)) }))
    }

    private func failed(_ failure: CatalogFailure, _ origin: Item) {
        guard failure != .cancelled else { return cancel() }
        phase = .unfinished(
            .failed(
                FailureContent(
                    failure: failure, query: origin.cleanTitle, service: catalogs.service(of: origin.id),
                    until: failure.retryDate.map(formats.timeOfDay))))
    }

    private func count(_ number: Int) -> NumberContent { NumberContent(number, formats: formats) }
}
