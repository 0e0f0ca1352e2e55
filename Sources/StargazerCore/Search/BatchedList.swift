import Foundation
import StargazerLibrary

/// A list that is loaded in batches, one at a time. The current results stay until a newer request is answered.
@MainActor final class BatchedList<Query: Sendable & Equatable> {
    typealias Load = @Sendable (Query, BatchCursor?) async throws(CatalogFailure) -> ResultBatch

    enum Stage {
        case start
        case loading(isSlow: Bool)
        case shown(notice: FailureContent?)
        case empty
        case failed(FailureContent)
    }

    enum NextBatch {
        case idle
        case loading
        case failed(FailureContent)
    }

    enum Event {
        case changed
        /// The first batch was loaded.
        case found
        /// The request was cancelled, and the state before it was restored.
        case restored
    }

    private(set) var stage = Stage.start
    private(set) var next = NextBatch.idle
    /// The visible results. While a request runs, and below a failure notice, they belong to an older request.
    private(set) var results: ResultList?
    /// The question that the results answer.
    private(set) var shownQuery: Query?
    /// The last question; nil at the start.
    private(set) var requestedQuery: Query?
    /// The first batch of the last answer, if it came from the server.
    private(set) var firstBatch: ResultBatch?
    /// The age of the results while newer ones are loading; nil when they are not cached.
    private(set) var cacheAge: String?

    var onEvent: (Event) -> Void = { _ in }
    /// Called at the end of a countdown, to repeat the request or send the current one.
    /// - Parameter isFirst: whether the first batch failed, or a later one.
    var retry: (_ isFirst: Bool) -> Void = { _ in }

    private let flags: ItemFlagSource
    private let time: TimeSource
    private let formats: Formats
    private let service: String
    private let name: (Query) -> String
    private let showsCached: Bool
    private let load: Load
    private let request: LatestRequest
    private let trackedItems: TrackedItems
    private var watching: Task<Void, Never>?
    /// Whether the user asked to load beyond the API's result limit.
    private var loadsBeyondLimit = false
    /// The number of further batches to load automatically after a batch without new items.
    private static var repetitions: (usual: Int, beyond: Int) { (1, ListFooter.maxSearchesBeyondLimit - 1) }

    /// - Parameters:
    ///   - name: returns the text for a question in failure messages.
    ///   - showsCached: whether to show a cached response until the new one arrives.
    ///   - network: tells whether the service is at fault when it cannot be reached; nil when nothing tells.
    ///   - load: requests a batch from the catalog; later batches have a cursor.
    init(
        flags: ItemFlagSource, time: TimeSource, formats: Formats, service: String,
        name: @escaping (Query) -> String, showsCached: Bool = false, network: (any NetworkStatus)? = nil,
        load: @escaping Load
    ) {
        self.flags = flags
        self.time = time
        self.formats = formats
        self.service = service
        self.name = name
        self.showsCached = showsCached
        self.load = load
        request = LatestRequest(time: time, formats: formats, network: network)
        trackedItems = flags.favoritesModel.trackedItems()
        watching = flags.watch { [weak self] in self?.flagsChanged() }
    }

    isolated deinit { watching?.cancel() }

    var isCountingDown: Bool { request.isCountingDown }

    /// Whether the last request failed, with or without older results.
    var hasFailed: Bool {
        switch stage {
        case .failed: true
        case .shown(let notice): notice != nil
        case .start, .loading, .empty: false
        }
    }

    /// The footer while a batch is loading or has failed; nil when the end of the list determines it.
    var footer: ListFooter? {
        switch next {
        case .idle: nil
        case .loading: .loading
        case .failed(let failure): .failed(failure)
        }
    }

    func item(for id: ItemID) -> Item? { results?.item(for: id) }

    /// Replaces an item in the list with a more complete one.
    func update(_ item: Item) {
        results?.update(item, formats: formats, now: time.now())
        onEvent(.changed)
    }

    /// Cancels the running request.
    func end() {
        request.cancel()
        next = .idle
        loadsBeyondLimit = false
    }

    func clear() {
        end()
        results = nil
        shownQuery = nil
        requestedQuery = nil
        firstBatch = nil
        cacheAge = nil
        stage = .start
        onEvent(.changed)
    }

    // MARK: The first batch

    /// - Parameter isAutomatic: whether this repeats a failed request.
    func begin(_ query: Query, isAutomatic: Bool = false) {
        end()
        requestedQuery = query
        firstBatch = nil
        cacheAge = nil
        stage = .loading(isSlow: false)
        onEvent(.changed)
        let slow = { [weak self] in
            self?.stage = .loading(isSlow: true)
            self?.onEvent(.changed)
        }
        let showCached = { [weak self] (cached: FormattedBatch) -> Void in self?.showCached(cached, query) }
        ask(query, after: nil, showCached: showsCached && shownQuery != query ? showCached : nil, slow: slow) {
            [weak self] answer in
            self?.cacheAge = nil
            switch answer {
            case .success(let first): self?.found(first, query, isAutomatic: isAutomatic)
            case .failure(let failure): self?.failed(failure, query, isAutomatic: isAutomatic)
            }
        }
    }

    /// Shows a cached response while the request is still running.
    private func showCached(_ cached: FormattedBatch, _ query: Query) {
        guard let at = cached.batch.cached?.at, !cached.rows.isEmpty else { return }
        results = ResultList(first: cached)
        shownQuery = query
        results?.flag(flags.flags)
        cacheAge = formats.relative(at, now: time.now())
        onEvent(.changed)
    }

    private func found(_ first: FormattedBatch, _ query: Query, isAutomatic: Bool) {
        let found = ResultList(first: first)
        results = found.rows.isEmpty ? nil : found
        shownQuery = results == nil ? nil : query
        results?.flag(flags.flags)
        firstBatch = first.batch.cached == nil ? first.batch : nil
        stage = results == nil ? .empty : .shown(notice: nil)
        onEvent(.found)
        guard let cached = first.batch.cached else { return flags.favoritesModel.refresh(first.batch.items) }
        guard let failure = cached.failure else { return }
        report(failure, query, cachedAt: cached.at, isAutomatic: isAutomatic, isFirst: true) { list, content in
            list.stage = list.results == nil ? .failed(content) : .shown(notice: content)
        }
    }

    /// Shows the failure as a notice above the results when it is transient, otherwise in their place.
    private func failed(_ failure: CatalogFailure, _ query: Query, isAutomatic: Bool) {
        guard failure != .cancelled else { return restored() }
        if !failure.isTransient { (results, shownQuery) = (nil, nil) }
        report(failure, query, isAutomatic: isAutomatic, isFirst: true) { list, content in
            list.stage = list.results == nil ? .failed(content) : .shown(notice: content)
        }
    }

    private func restored() {
        requestedQuery = shownQuery
        stage = results == nil ? .start : .shown(notice: nil)
        onEvent(.restored)
    }

    // MARK: Further batches

    /// Loads the next batch if there is one and nothing is loading.
    func loadNext(at priority: RequestPriority = .userInitiated) {
        if case .idle = next { loadBatch(at: priority) }
    }

    func loadBeyondLimit() {
        guard case .resultLimit(_, _?)? = results?.end else { return }
        loadsBeyondLimit = true
        loadNext()
    }

    func retryNextBatch() {
        guard case .failed = next else { return }
        request.stopCountdown()
        loadBatch()
    }

    /// - Parameters:
    ///   - repetitions: the number of batches without new items just before this one. One such batch is followed by one
    ///     more, not by the whole list; beyond the result limit by as many as the footer says.
    func loadBatch(at priority: RequestPriority = .userInitiated, repetitions: Int = 0, isAutomatic: Bool = false) {
        guard case .shown = stage, !request.isCountingDown, let query = shownQuery, let cursor = nextCursor else {
            return
        }
        next = .loading
        onEvent(.changed)
        ask(query, after: cursor, at: priority) { [weak self] answer in
            switch answer {
            case .success(let next): self?.found(next, at: priority, repetitions: repetitions)
            case .failure(let failure): self?.batchFailed(failure, query, isAutomatic: isAutomatic)
            }
        }
    }

    private var nextCursor: BatchCursor? {
        switch results?.end {
        case .more(let cursor): cursor
        case .resultLimit(_, let beyond): loadsBeyondLimit ? beyond : nil
        case .complete, nil: nil
        }
    }

    private func found(_ batch: FormattedBatch, at priority: RequestPriority, repetitions: Int) {
        guard let isNew = results?.append(batch) else { return }
        results?.flag(flags.flags)
        next = .idle
        if batch.batch.cached == nil { flags.favoritesModel.refresh(batch.batch.items) }
        let most = loadsBeyondLimit ? Self.repetitions.beyond : Self.repetitions.usual
        if !isNew, repetitions < most { loadBatch(at: priority, repetitions: repetitions + 1) }
        onEvent(.changed)
    }

    private func batchFailed(_ failure: CatalogFailure, _ query: Query, isAutomatic: Bool) {
        guard failure != .cancelled else {
            next = .idle
            return onEvent(.changed)
        }
        report(failure, query, isAutomatic: isAutomatic, isFirst: false) { $0.next = .failed($1) }
    }

    // MARK: Requests

    /// Loads the favorite facts before the rows show, so that their stars are right from the start.
    private func ask(
        _ query: Query, after cursor: BatchCursor?, at priority: RequestPriority = .userInitiated,
        showCached: ((FormattedBatch) -> Void)? = nil, slow: (() -> Void)? = nil,
        completion: @escaping (Result<FormattedBatch, CatalogFailure>) -> Void
    ) {
        request.start(at: priority, showCached: showCached, slow: slow) { [load, formats, time, trackedItems] in
            let answer = await FormattedBatch.load(formats: formats, time: time) { () async throws(CatalogFailure) in
                try await load(query, cursor)
            }
            if case .success(let batch) = answer {
                await trackedItems.load(batch.rows.map(\.id), startingOver: cursor == nil)
            }
            return answer
        } completion: {
            completion($0)
        }
    }

    private func report(
        _ failure: CatalogFailure, _ query: Query, cachedAt: Date? = nil, isAutomatic: Bool, isFirst: Bool,
        _ apply: @escaping (BatchedList, FailureContent) -> Void
    ) {
        let retry = { [weak self] in
            if let self { self.retry(isFirst) }
        }
        request.report(
            failure, about: name(query), of: service, cachedAt: cachedAt, retry: isAutomatic ? nil : retry
        ) {
            [weak self] content in
            guard let self else { return }
            apply(self, content)
            onEvent(.changed)
        }
    }

    private func flagsChanged() {
        results?.flag(flags.flags)
        onEvent(.changed)
    }
}
