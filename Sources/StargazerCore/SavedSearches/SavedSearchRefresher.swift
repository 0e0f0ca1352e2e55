import Foundation
public import Observation

/// Asks the services for new results of saved searches, one after the other, and leaves enough searches for the user.
@MainActor @Observable public final class SavedSearchRefresher {
    public enum Phase: Equatable, Sendable {
        case idle
        /// Asks for one of the searches; numbers begin at 1.
        case asking(number: Int, total: Int)
        /// Waits for the service's limit; the time of day when it ends, if it is known.
        case waiting(until: String?)
    }

    public private(set) var phase = Phase.idle
    /// Why the service did not answer when it was last asked.
    public private(set) var failures: [SavedSearchID: FailureContent] = [:]
    public var isRunning: Bool { phase != .idle }

    /// The time between two refreshes in the background, in seconds.
    static let interval: TimeInterval = 3_600
    /// The earliest refresh after the start of the program, in seconds.
    static let firstDelay: TimeInterval = 60
    /// The pause until the limit is looked at again when its end is unknown.
    static let poll = Duration.seconds(15)
    /// The longest wait for one limit, in seconds.
    static let maxWait: TimeInterval = 3_600
    /// The most limits in succession that one search waits for.
    private static let maxWaits = 3

    @ObservationIgnored private let sources: CurrentSources
    @ObservationIgnored private let searches: SavedSearchesModel
    @ObservationIgnored private let preferences: CurrentPreferences
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var running: Task<Void, Never>?
    @ObservationIgnored private var schedule: Task<Void, Never>?
    @ObservationIgnored private var watching: Task<Void, Never>?

    init(
        sources: CurrentSources, searches: SavedSearchesModel, preferences: CurrentPreferences, formats: Formats,
        time: TimeSource
    ) {
        self.sources = sources
        self.searches = searches
        self.preferences = preferences
        self.formats = formats
        self.time = time
    }

    isolated deinit {
        for task in [running, schedule, watching] { task?.cancel() }
    }

    /// Whether any saved search is one of a service.
    public var canRefresh: Bool { searches.searches.contains { catalog(of: $0) != nil } }

    /// Asks for all searches. Does nothing while it runs.
    public func refresh() { begin(searches.searches) }

    /// Stops after the request that runs now, whose answer is dropped.
    public func stop() {
        running?.cancel()
        running = nil
        phase = .idle
    }

    private func begin(_ all: [SavedSearch]) {
        guard running == nil else { return }
        let due = all.compactMap { search in catalog(of: search).map { (search.id, $0) } }
        guard !due.isEmpty else { return }
        phase = .asking(number: 1, total: due.count)
        running = Task { [weak self] in
            for (index, (id, catalog)) in due.enumerated() {
                await self?.ask(id, catalog, shown: .asking(number: index + 1, total: due.count))
                if Task.isCancelled { return }
            }
            self?.stop()
        }
    }

    /// Returns the catalog that a search is asked of; nil for favorites, and while the catalog lacks its key.
    private func catalog(of search: SavedSearch) -> (any Catalog)? {
        guard case .search(let kind)? = ListSource(text: search.source), let catalog = sources[kind] else {
            return nil
        }
        return catalog.key.map { $0.value != nil } ?? true ? catalog : nil
    }

    // MARK: One search

    private func ask(_ id: SavedSearchID, _ catalog: any Catalog, shown: Phase) async {
        var waits = 0
        while !Task.isCancelled, let search = searches[id] {
            if let left = await catalog.searchesLeft(), left <= TypingDebouncer.reservedSearches {
                await wait(until: nil)
                continue
            }
            guard !Task.isCancelled else { return }
            phase = shown
            let failure: CatalogFailure
            switch await response(to: search, of: catalog) {
            case .success(let batch) where batch.cached == nil:
                guard !Task.isCancelled else { return }
                failures[id] = nil
                return await searches.recordResponse(batch, host: catalog.profile.host, to: id)
            case .success(let batch): failure = batch.cached?.failure ?? .offline
            case .failure(.notSent):
                await wait(until: nil)
                continue
            case .failure(let refused): failure = refused
            }
            guard failure != .cancelled, !Task.isCancelled else { return }
            if let date = failure.retryDate, waits < Self.maxWaits {
                waits += 1
                await wait(until: date)
                continue
            }
            failures[id] = FailureContent(failure: failure, query: search.text, service: catalog.profile.service)
            return
        }
    }

    private func response(
        to search: SavedSearch, of catalog: any Catalog
    ) async -> Result<ResultBatch, CatalogFailure> {
        let profile = catalog.profile
        let order = search.order.flatMap { profile.sorts.contains($0.key) ? $0 : nil }
        let query = SearchQuery(
            search.text.trimmingCharacters(in: .whitespacesAndNewlines),
            sort: order ?? SortOrder(profile.sorts.first ?? .bestMatch), in: profile, preferences.value)
        return await Self.search(query, in: catalog)
    }

    @concurrent
    private static func search(
        _ query: SearchQuery, in catalog: any Catalog
    ) async -> Result<ResultBatch, CatalogFailure> {
        await RequestContext.$current.withValue(RequestContext(.background)) {
            await asyncResult { () async throws(CatalogFailure) in try await catalog.search(query, after: nil) }
        }
    }

    private func wait(until date: Date?) async {
        guard !Task.isCancelled else { return }
        phase = .waiting(until: date.map(formats.timeOfDay))
        let seconds = date.map { min(max($0.timeIntervalSince(time.now()), 1), Self.maxWait) }
        _ = await time.slept(seconds.map { .seconds($0) } ?? Self.poll)
    }

    // MARK: In the background

    /// Refreshes about once an hour while the preference is on.
    func start() {
        guard watching == nil else { return }
        watching = Task { [weak self, preferences] in
            for await isOn in Observations({ preferences.value.refreshesSavedSearches }) {
                self?.schedule(isOn)
            }
        }
    }

    private func schedule(_ isOn: Bool) {
        schedule?.cancel()
        schedule = nil
        guard isOn else { return }
        schedule = Task { [weak self, time] in
            var delay = self?.delay ?? 0
            while true {
                do { try await time.sleep(.seconds(delay)) } catch { return }
                guard let self, !Task.isCancelled else { return }
                begin(searches.searches.filter(isDue))
                delay = Self.interval
            }
        }
    }

    /// The time until the first search is due, in seconds.
    private var delay: TimeInterval {
        let checked = searches.searches.filter { catalog(of: $0) != nil }.map { $0.checkedAt ?? .distantPast }.min()
        let left = checked.map { $0.addingTimeInterval(Self.interval).timeIntervalSince(time.now()) } ?? 0
        return min(max(left, Self.firstDelay), Self.interval)
    }

    private func isDue(_ search: SavedSearch) -> Bool {
        guard let checkedAt = search.checkedAt else { return true }
        return abs(time.now().timeIntervalSince(checkedAt)) >= Self.interval - Self.firstDelay
    }
}
