import Foundation
public import Observation
import StargazerLibrary

/// Downloads the texts of favorites in the background: those that are missing, the newest favorites first, then those
/// that have not been checked for 30 days.
@MainActor @Observable public final class DocumentDownloadViewModel {
    public var phase: BackgroundPhase { job.phase }

    let job: BackgroundJob<DocumentDownloadViewModel>
    @ObservationIgnored let queue = DocumentQueue()
    @ObservationIgnored let documents: any DocumentStore
    @ObservationIgnored let time: TimeSource
    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let preferences: CurrentPreferences
    @ObservationIgnored fileprivate var library: (any Library)?
    /// Called with items that the server no longer has.
    @ObservationIgnored var foundGone: (ItemID) -> Void = { _ in }
    /// Whether others need the few requests without an account first. Observable.
    @ObservationIgnored var mustWait: @MainActor () -> Bool = { false }
    /// When changes of the library are read: several changes in quick succession count as one.
    @ObservationIgnored private var settledAt = Date.distantPast
    @ObservationIgnored private var watching: [Task<Void, Never>] = []

    /// Seconds from a change of the library until it is read.
    private static let settleDelay: TimeInterval = 1
    /// Seconds after which an idle process looks for texts that have become old.
    private static let idleDelay: TimeInterval = 86_400

    init(
        _ documents: any DocumentStore, catalogs: Catalogs, preferences: CurrentPreferences,
        network: any NetworkStatus, time: TimeSource, formats: Formats
    ) {
        self.documents = documents
        self.catalogs = catalogs
        self.preferences = preferences
        self.time = time
        job = BackgroundJob(network: network, time: time, formats: formats)
        job.queue = self
    }

    isolated deinit { for task in watching { task.cancel() } }

    /// Downloads the texts of this library from now on.
    func follow(_ library: any Library) {
        self.library = library
        for task in watching { task.cancel() }
        queue.reset()
        let wasOn = preferences.value.downloadsDocuments
        let isOn = Observations { [preferences] in preferences.value.downloadsDocuments }
        let othersNeedRequests = Observations { [mustWait] in mustWait() }
        watching = [
            Task { [weak self, changes = library.changes()] in
                for await _ in changes { self?.libraryChanged() }
            },
            Task { [weak job] in
                var last = wasOn
                for await isOn in isOn where isOn != last {
                    last = isOn
                    job?.restart()
                }
            },
            Task { [weak job] in
                for await mustWait in othersNeedRequests.dropFirst() where !mustWait { job?.wake() }
            },
        ]
        settledAt = time.now().addingTimeInterval(Self.settleDelay)
        job.restart()
    }

    private func libraryChanged() {
        // The first of several changes starts the wait.
        if !queue.isOutdated { settledAt = time.now().addingTimeInterval(Self.settleDelay) }
        queue.isOutdated = true
        job.wake()
    }

    /// Looks at all favorites again, after the texts were deleted or the library was replaced.
    func reset() {
        queue.reset()
        job.restart()
    }

    public func pause() { job.pause() }
    public func resume() { job.resume() }
}

extension DocumentDownloadViewModel: BackgroundQueue {
    typealias Response = (batch: DocumentTextBatch, requests: [DocumentTextRequest], rows: [ItemID: FavoriteRowID])

    static let batchSize = 50
    static let priority = RequestPriority.background
    static let avoidsMeteredNetwork = true
    static let needsToken = true

    func due(_ limit: Int) async throws(LibraryFailure) -> BackgroundDue<FavoriteRowID> {
        guard let library else { return .nothing(for: nil) }
        guard preferences.value.downloadsDocuments else { return .off }
        if queue.isOutdated {
            let wait = settledAt.timeIntervalSince(time.now())
            if wait > 0, wait <= Self.settleDelay { return .unknown(for: wait) }
            try await queue.update(from: library, documents, catalogs)
        }
        let rows = queue.next(limit, now: time.now())
        guard !rows.isEmpty else { return .nothing(for: Self.idleDelay) }
        if job.login == nil, mustWait() { return .nothing(for: nil) }
        let (done, total) = queue.count(now: time.now())
        return .items(rows, done: done, total: total)
    }

    /// Reads the items of the rows, and requests those that are in the catalog of the first.
    func request(_ rows: [FavoriteRowID]) async throws(LibraryFailure) -> BackgroundRequest<Response>? {
        guard let found = try await library?.favorites(in: rows, cached: [:]) else { return nil }
        let places = Dictionary(found.map { ($0.row, $0.favorite.item) }, uniquingKeysWith: { first, _ in first })
        let all = rows.compactMap { row in places[row].map { (row: row, item: $0) } }
            .filter { catalogs.texts(of: $0.item.id) != nil }
        // Rows that cannot be read, or were removed meanwhile.
        for row in Set(rows).subtracting(all.map(\.row)) { queue.set(.skipped, of: row) }
        let items = all.filter { catalogs.texts(of: $0.item) != nil }
        await saveAbsence(of: all.filter { catalogs.texts(of: $0.item) == nil })
        guard let first = items.first, let texts = catalogs.texts(of: first.item) else { return nil }
        let chosen = items.filter {
            $0.item.id.catalog == first.item.id.catalog && $0.item.id.host == first.item.id.host
        }
        let versions = await documents.versions(of: chosen.map(\.item.id))
        let requests = chosen.map { DocumentTextRequest($0.item, version: versions[$0.item.id]?.version) }
        let chosenRows = Dictionary(chosen.map { ($0.item.id, $0.row) }, uniquingKeysWith: { first, _ in first })
        return { () async throws(CatalogFailure) in
            (try await texts.texts(of: requests), requests, chosenRows)
        }
    }

    func save(_ response: Response, of rows: [FavoriteRowID]) async -> BackgroundResult? {
        let batch = response.batch
        let isSaved = await save(batch, of: response.requests, response.rows)
        await confirmGone(response.requests.map(\.item).filter { batch.results[$0.id] == .gone })
        return isSaved ? BackgroundResult(done: batch.results.count, pause: batch.pause) : nil
    }

    /// It is requested again in the next process.
    func giveUp(_ row: FavoriteRowID, _ failure: CatalogFailure) async -> Bool {
        queue.set(.skipped, of: row)
        return true
    }

    /// Requests the details of items that count as gone: their texts were requested by names, which may have changed.
    private func confirmGone(_ items: [Item]) async {
        for item in items {
            guard let catalog = catalogs[item.id] else { continue }
            let answer = await response(to: { () async throws(CatalogFailure) in try await catalog.details(of: item) })
            if case .failure(.gone) = answer { foundGone(item.id) }
        }
    }

    /// Saves the texts of a batch and records what else came.
    ///
    /// A stored text is never replaced by none: it is all that is left if the server has lost the item or its text.
    /// - Returns: whether all of it is saved.
    private func save(
        _ batch: DocumentTextBatch, of requests: [DocumentTextRequest], _ rows: [ItemID: FavoriteRowID]
    ) async -> Bool {
        let now = time.now()
        var texts: [StoredDocument] = []
        for request in requests {
            let id = request.item.id
            switch batch.results[id] {
            case nil: continue
            case .text(let source)?: texts.append(StoredDocument(source, of: id, fetchedAt: now))
            case .some(.none), .gone?:
                // An empty text: it is not requested again for 30 days.
                if request.version == nil {
                    texts.append(StoredDocument(id: id, text: "", version: "", fetchedAt: now))
                }
            case .unchanged?: break
            case .failed?:
                if let row = rows[id] { queue.set(.skipped, of: row) }
                continue
            }
        }
        let isSaved = texts.isEmpty ? true : await documents.save(texts) == texts.count
        let saved = Set(texts.map(\.id))
        for request in requests {
            let id = request.item.id
            guard let row = rows[id], let result = batch.results[id] else { continue }
            if case .failed = result { continue }
            if !saved.contains(id) {
                await documents.recordCheck(of: id, at: now)
            } else if !isSaved {
                continue
            }
            queue.set(.stored(checkedAt: now), of: row)
        }
        return isSaved
    }

    /// Saves that these items can have no text, so that they do not count as missing at the next start.
    private func saveAbsence(of items: [(row: FavoriteRowID, item: Item)]) async {
        guard !items.isEmpty else { return }
        let versions = await documents.versions(of: items.map(\.item.id))
        let isSaved = await save(
            DocumentTextBatch(
                Dictionary(items.map { ($0.item.id, .none) }, uniquingKeysWith: { first, _ in first }), pause: 0),
            of: items.map { DocumentTextRequest($0.item, version: versions[$0.item.id]?.version) },
            Dictionary(items.map { ($0.item.id, $0.row) }, uniquingKeysWith: { first, _ in first }))
        if !isSaved { for item in items { queue.set(.skipped, of: item.row) } }
    }

    /// Saves the text of a favorite that the user has opened, which then needs no request.
    func opened(_ id: ItemID, _ source: DocumentSource) {
        guard phase != .off else { return }
        let now = time.now()
        let document = StoredDocument(source, of: id, fetchedAt: now)
        Task {
            guard await documents.save([document]) == 1, let row = await row(of: id) else { return }
            queue.set(.stored(checkedAt: now), of: row)
        }
    }

    /// Requests the text of a favorite that the user looks at before others.
    func lookedAt(_ id: ItemID) {
        guard phase != .off else { return }
        Task { if let row = await row(of: id) { queue.prefer(row) } }
    }

    private func row(of id: ItemID) async -> FavoriteRowID? {
        // Without its row, the text is asked for when its turn comes.
        try? await library?.rows(of: [id])[id]
    }
}
