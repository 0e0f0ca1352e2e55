public import Foundation
public import Observation
public import StargazerLibrary

/// Looks up items of imported files in the background, to make them favorites. It leaves half of the limit to the user.
@MainActor @Observable public final class ImportLookupViewModel {
    public var phase: BackgroundPhase { job.phase }
    /// The number of items that were left out; nil while some are looked up, and if there are none.
    public private(set) var leftOutCount: NumberContent?

    let job: BackgroundJob<ImportLookupViewModel>
    /// Called with each item that is left out.
    @ObservationIgnored public var foundLeftOut: (ImportLookup) -> Void = { _ in }
    @ObservationIgnored private let catalog: CatalogKind
    @ObservationIgnored private let host: String
    @ObservationIgnored private let lookups: any ItemLookups
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let formats: Formats
    /// The number of items that were looked up since nothing was left to do.
    @ObservationIgnored private var done = 0
    /// The number of favorites that were added in this process.
    @ObservationIgnored private var added = 0

    /// The most items that are listed at once of those that were left out.
    static let maxListed = 1_000

    /// Nil where there is nothing to look up items with.
    package init?(
        catalogs: Catalogs, writer: LibraryWriter, network: any NetworkStatus, time: TimeSource, formats: Formats
    ) {
        guard let catalog = catalogs.all.first(where: { $0.lookups != nil }), let lookups = catalog.lookups else {
            return nil
        }
        self.catalog = catalog.profile.kind
        host = catalog.profile.host
        self.lookups = lookups
        self.writer = writer
        self.formats = formats
        job = BackgroundJob(network: network, time: time, formats: formats)
        job.queue = self
    }

    /// Looks up all that can be looked up without waiting.
    /// - Returns: the number of favorites that were added, and of items that are left to look up.
    public func lookUpAll() async throws(LibraryFailure) -> (added: Int, left: Int) {
        await job.run()
        return (added, try await writer.library()?.lookupCounts(of: catalog, host: host).pending ?? 0)
    }

    /// Ends it. What was not looked up counts as left out.
    public func cancel() {
        job.cancel()
        let (catalog, host) = (catalog, host)
        writer.add { library throws(LibraryFailure) in
            try await library.cancelLookups(of: catalog, host: host)
        } done: { [weak job] _ in
            job?.resume()
        }
    }

    /// Returns the first items that were left out.
    public func leftOut() async -> [ImportLookup] {
        // After a failure none; the count next to the button says that there are some.
        let library = await writer.library()
        return (try? await library?.lookups(of: catalog, host: host, leftOut: true, limit: Self.maxListed)) ?? []
    }

    /// Forgets items that were left out, which the user has seen.
    public func forget(_ items: [ImportLookup]) {
        writer.add { library throws(LibraryFailure) in
            try await library.forgetLeftOut(items)
        } done: { [weak job] _ in
            job?.wake()
        }
    }
}

extension ImportLookupViewModel: BackgroundQueue {
    static let batchSize = 100
    static let priority = RequestPriority.preview

    func due(_ limit: Int) async throws(LibraryFailure) -> BackgroundDue<ImportLookup> {
        guard let library = await writer.library() else { return .nothing(for: nil) }
        let counts = try await library.lookupCounts(of: catalog, host: host)
        let next = try await library.lookups(of: catalog, host: host, leftOut: false, limit: limit)
        let leftOut = next.isEmpty && counts.leftOut > 0 ? NumberContent(counts.leftOut, formats: formats) : nil
        if leftOut != leftOutCount { leftOutCount = leftOut }
        if next.isEmpty {
            done = 0
            return .nothing(for: nil)
        }
        return .items(next, done: done, total: done + counts.pending)
    }

    func request(_ items: [ImportLookup]) -> BackgroundRequest<ItemLookupBatch>? {
        { [lookups] () async throws(CatalogFailure) in try await lookups.lookUp(items.map(\.name)) }
    }

    func save(_ batch: ItemLookupBatch, of items: [ImportLookup]) async -> BackgroundResult? {
        let results: [ImportLookup: ItemLookupResult] = items.reduce(into: [:]) { $0[$1] = batch.results[$1.name] }
        return await end(results) ? BackgroundResult(done: results.count, pause: batch.pause) : nil
    }

    func giveUp(_ item: ImportLookup, _ failure: CatalogFailure) async -> Bool { await end([item: .refused]) }

    /// - Returns: whether the results are saved.
    private func end(_ results: [ImportLookup: ItemLookupResult]) async -> Bool {
        let states = Dictionary(results.map { ($0.key.id, $0.value) }, uniquingKeysWith: { first, _ in first })
        let saved = await writer.result { library throws(LibraryFailure) in try await library.endLookups(states) }
        guard case .success(let new) = saved else { return false }
        (done, added) = (done + results.count, added + new)
        for (var item, result) in results.sorted(by: { $0.key.id < $1.key.id }) where result.state != nil {
            item.state = result.state ?? item.state
            foundLeftOut(item)
        }
        return true
    }
}

/// The first results of a lookup.
public struct ItemLookupBatch: Sendable {
    /// Without those that were not looked up yet.
    public var results: [ItemLookupName: ItemLookupResult]
    /// Seconds until the next request.
    public var pause: TimeInterval

    public init(_ results: [ItemLookupName: ItemLookupResult] = [:], pause: TimeInterval) {
        self.results = results
        self.pause = pause
    }
}

/// Finds items that a file names.
public protocol ItemLookups: Sendable {
    /// Whether the server in use has the items of this host.
    func canLookUp(on host: String) -> Bool
    /// Looks up the first of these names, as many as one request can.
    func lookUp(_ names: [ItemLookupName]) async throws(CatalogFailure) -> ItemLookupBatch
}
