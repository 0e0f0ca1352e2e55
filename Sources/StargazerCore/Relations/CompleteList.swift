import Foundation
public import Observation

/// A complete list, loaded batch by batch, only when the user asks for it.
/// The necessary requests are counted first. None is sent when the rate limit does not allow all of them.
@MainActor @Observable public final class CompleteList {
    public enum Phase: Equatable, Sendable {
        case idle
        case loading(loaded: NumberContent, about: NumberContent?)
        /// The list needs more requests than the rate limit has left.
        case tooManyRequests(needed: NumberContent, left: NumberContent)
        case failed(FailureContent)
        case complete
    }

    public private(set) var phase = Phase.idle {
        didSet { changed() }
    }
    /// In list order, without duplicates; complete once the phase is `complete`.
    public private(set) var items: [Item] = []
    /// The requests that the whole list needs; nil when this is unknown before the first.
    public let requests: NumberContent?
    /// Called after each change of the phase.
    @ObservationIgnored var changed: () -> Void = {}
    /// The most requests for one list.
    static let longest = 1_000

    @ObservationIgnored private let kind: RelationKind
    @ObservationIgnored private let origin: Item
    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let total: Int?
    @ObservationIgnored private var seen: Set<ItemID> = []
    @ObservationIgnored private var loading: Task<Void, Never>?

    /// - Parameter known: the list's length, if it was loaded. Otherwise the catalog may know it.
    init(
        _ kind: RelationKind, of origin: Item, size known: ListSize? = nil, catalogs: Catalogs,
        flags: ItemFlagSource,
        formats: Formats
    ) {
        self.kind = kind
        self.origin = origin
        self.catalogs = catalogs
        self.flags = flags
        self.formats = formats
        let size = known ?? catalogs[origin.id]?.relations?.size(of: kind, of: origin)
        total = size?.items
        requests = size.map { NumberContent($0.requests, formats: formats) }
    }

    isolated deinit { loading?.cancel() }

    /// Loads the whole list again, unless it is already loading.
    /// - Parameter done: called when the list is complete.
    func loadAll(done: @escaping @MainActor () -> Void) {
        if case .loading = phase { return }
        (items, seen) = ([], [])
        phase = .loading(loaded: count(0), about: total.map(count))
        loading = Task { [weak self, catalogs, origin, kind] in
            do throws(CatalogFailure) {
                let catalog = try catalogs.catalog(of: origin.id)
                guard let relations = catalog.relations else { throw .unexpected(code: "relation") }
                let left = min(await relations.requestsLeft() ?? Self.longest, Self.longest)
                if let needed = self?.requests?.number, needed > left {
                    self?.stopForTooManyRequests(needed: needed, left: left)
                    return
                }
                var next: BatchCursor?
                for _ in 0..<Self.longest {
                    let batch = try await relations.items(kind, of: origin, after: next)
                    // A cached page may not match the current list.
                    if let cached = batch.cached { throw cached.failure ?? .notSent }
                    guard !Task.isCancelled, let self else { return }
                    append(batch.items)
                    guard case .more(let cursor) = batch.end else { break }
                    next = cursor
                }
                guard !Task.isCancelled, let self else { return }
                phase = .complete
                done()
            } catch {
                guard !Task.isCancelled else { return }
                self?.failed(error)
            }
        }
    }

    /// Cancels loading and discards the loaded items.
    public func cancel() {
        loading?.cancel()
        (items, seen, phase) = ([], [], .idle)
    }

    private func stopForTooManyRequests(needed: Int, left: Int) {
        phase = .tooManyRequests(needed: count(needed), left: count(left))
    }

    private func append(_ batch: [Item]) {
        flags.recordRelation(batch, in: kind, of: origin)
        for item in batch where seen.insert(item.id).inserted { items.append(item) }
        phase = .loading(loaded: count(items.count), about: total.map { count(max($0, items.count)) })
    }

    private func failed(_ failure: CatalogFailure) {
        guard failure != .cancelled else { return cancel() }
        phase = .failed(
            FailureContent(
                failure: failure, query: origin.cleanTitle,
                service: catalogs.service(of: origin.id),
                until: failure.retryDate.map(formats.timeOfDay)))
    }

    private func count(_ number: Int) -> NumberContent { NumberContent(number, formats: formats) }
}

/// The length of a list.
public struct ListSize: Sendable, Hashable {
    public var items: Int
    /// The requests that the whole list needs.
    public var requests: Int

    public init(items: Int, requests: Int) {
        self.items = items
        self.requests = requests
    }
}
