import Foundation
public import Observation
public import StargazerLibrary

/// Asks the services for new results of saved searches, one after the other, and leaves enough searches for the user.
@MainActor @Observable public final class SavedSearchRefresher {
    public var phase: BackgroundPhase { job.phase }
    /// Why the service did not answer when it was last asked.
    public private(set) var failures: [SavedSearchID: FailureContent] = [:]
    public var isRunning: Bool { phase != .idle || !requested.isEmpty }

    /// The time between two refreshes of a search in the background, in seconds.
    static let interval: TimeInterval = 3_600
    /// The earliest refresh after the start of the program, in seconds.
    static let firstDelay: TimeInterval = 60

    let job: BackgroundJob<SavedSearchRefresher>
    /// The searches that the user wants to be refreshed, and that were not yet.
    private var requested: Set<SavedSearchID> = []
    @ObservationIgnored private let sources: CurrentSources
    @ObservationIgnored private let searches: SavedSearchesModel
    @ObservationIgnored private let preferences: CurrentPreferences
    @ObservationIgnored private let time: TimeSource
    /// The earliest refresh in the background; nil for none.
    @ObservationIgnored private var earliest: Date?
    /// When the service was last asked in this process, whatever became of it.
    @ObservationIgnored private var attempts: [SavedSearchID: Date] = [:]
    /// The number of searches that were asked for since nothing was left to do.
    @ObservationIgnored private var done = 0
    @ObservationIgnored private var watching: Task<Void, Never>?

    init(
        sources: CurrentSources, searches: SavedSearchesModel, preferences: CurrentPreferences,
        network: any NetworkStatus, formats: Formats, time: TimeSource
    ) {
        self.sources = sources
        self.searches = searches
        self.preferences = preferences
        self.time = time
        job = BackgroundJob(network: network, time: time, formats: formats)
        job.queue = self
        job.signedIn(as: nil)
    }

    isolated deinit { watching?.cancel() }

    /// Whether any saved search is one of a service.
    public var canRefresh: Bool { !refreshable.isEmpty }
    private var refreshable: [SavedSearch] { searches.searches.filter { catalog(of: $0) != nil } }

    /// Asks for all searches. Does nothing while it runs.
    public func refresh() {
        guard !isRunning else { return }
        requested = Set(refreshable.map(\.id))
        job.resume()
    }

    /// Stops until the user wants a refresh. The answer to the request that runs now is dropped.
    public func stop() {
        requested = []
        job.cancel()
    }

    /// Refreshes each search once an hour while the preference is on.
    func start() {
        guard watching == nil else { return }
        watching = Task { [weak self, preferences] in
            for await isOn in Observations({ preferences.value.refreshesSavedSearches }) {
                guard let self else { return }
                earliest = isOn ? time.now().addingTimeInterval(Self.firstDelay) : nil
                if isOn { job.resume() } else { job.wake() }
            }
        }
    }

    /// Returns the catalog that a search is asked of; nil for favorites, and while the catalog lacks its key.
    private func catalog(of search: SavedSearch) -> (any Catalog)? {
        guard case .search(let kind)? = ListSource(text: search.source), let catalog = sources[kind] else {
            return nil
        }
        return catalog.key.map { $0.value != nil } ?? true ? catalog : nil
    }
}

extension SavedSearchRefresher: BackgroundQueue {
    static let batchSize = 1
    static let priority = RequestPriority.background

    func due(_ limit: Int) -> BackgroundDue<SavedSearchID> {
        let refreshable = refreshable
        let due = refreshable.filter { requested.contains($0.id) || seconds(until: $0).map { $0 < 1 } == true }
        if !due.isEmpty { return .items(due.map(\.id), done: done, total: done + due.count) }
        (done, requested) = (0, [])
        // Others may be saved meanwhile.
        return .nothing(for: earliest.map { _ in refreshable.compactMap(seconds).min() ?? Self.interval })
    }

    /// Returns the seconds until a search is due in the background; nil for never.
    private func seconds(until search: SavedSearch) -> TimeInterval? {
        guard let earliest else { return nil }
        let now = time.now()
        let first = max(earliest.timeIntervalSince(now), 0)
        guard let last = [search.checkedAt, attempts[search.id]].compactMap(\.self).max() else { return first }
        let age = now.timeIntervalSince(last)
        // A date far in the future comes from a clock that was set back.
        return abs(age) >= Self.interval ? first : max(Self.interval - abs(age), first)
    }

    func request(_ ids: [SavedSearchID]) -> BackgroundRequest<ResultBatch>? {
        guard let search = ids.first.flatMap({ searches[$0] }), let catalog = catalog(of: search) else { return nil }
        let profile = catalog.profile
        let order = search.order.flatMap { profile.sorts.contains($0.key) ? $0 : nil }
        let query = SearchQuery(
            search.text.trimmingCharacters(in: .whitespacesAndNewlines),
            sort: order ?? ItemOrder(profile.sorts.first ?? .bestMatch), in: profile, preferences.value)
        let reserved = TypingDebouncer.reservedSearches
        return { () async throws(CatalogFailure) in
            if let left = await catalog.searchesLeft(), left <= reserved { throw .notSent }
            let batch = try await catalog.search(query, after: nil)
            if let cached = batch.cached { throw cached.failure ?? .offline }
            return batch
        }
    }

    func save(_ batch: ResultBatch, of ids: [SavedSearchID]) async -> BackgroundResult? {
        for id in ids {
            if let catalog = searches[id].flatMap(catalog) {
                await searches.recordResponse(batch, host: catalog.profile.host, to: id)
            }
            ended(id, nil)
        }
        return BackgroundResult(done: ids.count)
    }

    /// Its search shows the failure, and is due again in an hour.
    func isFinal(_ failure: CatalogFailure, of id: SavedSearchID) -> Bool { true }

    func giveUp(_ id: SavedSearchID, _ failure: CatalogFailure) -> Bool {
        let service = searches[id].flatMap(catalog)?.profile.service
        ended(id, FailureContent(failure: failure, query: searches[id]?.text ?? "", service: service ?? ""))
        return true
    }

    private func ended(_ id: SavedSearchID, _ failure: FailureContent?) {
        failures[id] = failure
        attempts[id] = time.now()
        requested.remove(id)
        done += 1
    }
}
