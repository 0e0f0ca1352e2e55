import Foundation
public import Observation

/// Downloads the texts of favorites in the background: those that are missing, the newest favorites first, then those
/// that have not been checked for 30 days.
///
/// What is stored is the only state, so that it can end at any time and then goes on where it was. It sends one request
/// at a time with `RequestPriority.background`.
@MainActor @Observable public final class DocumentDownloadViewModel {
    public internal(set) var phase = DocumentDownloadPhase.idle

    @ObservationIgnored let queue = DocumentQueue()
    @ObservationIgnored let documents: any DocumentStore
    @ObservationIgnored let time: TimeSource
    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let preferences: CurrentPreferences
    @ObservationIgnored private let network: any NetworkStatus
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored fileprivate var library: (any Library)?
    /// Called with items that the server no longer has.
    @ObservationIgnored var foundGone: (ItemID) -> Void = { _ in }
    /// Whether others need the few requests without an account first. Observable.
    @ObservationIgnored var mustWait: @MainActor () -> Bool = { false }
    /// What requests are sent with; nil until it is known.
    @ObservationIgnored private var account: Account?
    @ObservationIgnored private var isPausedByUser = false
    @ObservationIgnored private var isRefused = false
    @ObservationIgnored private var backoff = DocumentDownloadBackoff()
    /// The end of the pause after the last request.
    @ObservationIgnored private var pausedUntil = Date.distantPast
    /// When changes of the library are read: several changes in quick succession count as one.
    @ObservationIgnored private var settledAt = Date.distantPast
    /// Whether the task does nothing but wait.
    @ObservationIgnored private var isSleeping = false
    @ObservationIgnored var pace = DocumentDownloadPace()
    @ObservationIgnored private var downloading: Task<Void, Never>?
    /// Distinguishes the current task from cancelled ones.
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var watching: [Task<Void, Never>] = []

    private struct Account: Equatable {
        var login: String?
        var isRefused: Bool
    }

    /// Seconds from a change of the library until it is read.
    private static let settleDelay: TimeInterval = 1
    /// Seconds after which an idle process looks for texts that have become old.
    private static let idleDelay: TimeInterval = 86_400
    /// The most items of a request.
    static let batchSize = 50

    init(
        _ documents: any DocumentStore, catalogs: Catalogs, preferences: CurrentPreferences,
        network: any NetworkStatus, time: TimeSource, formats: Formats
    ) {
        self.documents = documents
        self.catalogs = catalogs
        self.preferences = preferences
        self.network = network
        self.time = time
        self.formats = formats
    }

    isolated deinit {
        downloading?.cancel()
        for task in watching { task.cancel() }
    }

    // MARK: Conditions

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
            Task { [weak self, changes = network.changes()] in
                for await _ in changes { self?.networkChanged() }
            },
            Task { [weak self] in
                var last = wasOn
                for await isOn in isOn where isOn != last {
                    last = isOn
                    self?.restart()
                }
            },
            Task { [weak self] in
                for await mustWait in othersNeedRequests.dropFirst() where !mustWait { self?.othersEnded() }
            },
        ]
        settledAt = time.now().addingTimeInterval(Self.settleDelay)
        restart()
    }

    private func libraryChanged() {
        // The first of several changes starts the wait.
        if !queue.isOutdated { settledAt = time.now().addingTimeInterval(Self.settleDelay) }
        queue.isOutdated = true
        // A task that does more than wait looks at the queue before its next request.
        if downloading == nil || isSleeping { restart() }
    }

    private func othersEnded() {
        if downloading == nil || phase == .idle { restart() }
    }

    private func networkChanged() {
        let isOffline = if case (.offline, _)? = backoff.wait { true } else { false }
        let wasMetered = if case .paused(.meteredNetwork, _) = phase { true } else { false }
        if isOffline { backoff = DocumentDownloadBackoff() }
        if isOffline || wasMetered || network.isMetered { restart() }
    }

    /// Called when the account is known, and with each other one; nil while signed out.
    /// - Parameter isRefused: whether the server rejected the token, which is no reason to go on without one.
    func signedIn(as login: String?, isRefused: Bool = false) {
        let account = Account(login: login, isRefused: isRefused)
        guard account != self.account else { return }
        if login != nil || isRefused { self.isRefused = isRefused }
        (self.account, backoff) = (account, DocumentDownloadBackoff())
        restart()
    }

    /// Looks at all favorites again, after the texts were deleted or the library was replaced.
    func reset() {
        queue.reset()
        restart()
    }

    /// Pauses until `resume`, at most until the process ends.
    public func pause() {
        isPausedByUser = true
        restart()
    }

    /// Goes on at once, also after a failure.
    public func resume() {
        (isPausedByUser, isRefused, backoff) = (false, false, DocumentDownloadBackoff())
        restart()
    }

    /// Returns when no request is under way. For the deletion of the texts.
    func stop() async {
        ticket += 1
        let task = downloading
        downloading = nil
        task?.cancel()
        await task?.value
    }

    // MARK: Downloading

    private enum Step {
        case request(any DocumentTexts, [DocumentTextRequest], rows: [ItemID: FavoriteRowID])
        case sleep(TimeInterval)
    }

    private func restart() {
        ticket += 1
        downloading?.cancel()
        // Between steps, the task does not keep this object alive.
        downloading = Task { [weak self, time, ticket] in
            while let step = await self?.nextStep(ticket) {
                switch step {
                case .sleep(let seconds):
                    do { try await time.sleep(.seconds(seconds)) } catch { return }
                case .request(let texts, let requests, let rows):
                    let began = time.now()
                    let answer = await Self.response(texts, requests)
                    await self?.handle(answer, to: requests, rows, began: began, ticket)
                }
            }
            self?.ended(ticket)
        }
    }

    @concurrent private static func response(
        _ texts: any DocumentTexts, _ requests: [DocumentTextRequest]
    ) async -> Result<DocumentTextBatch, CatalogFailure> {
        await RequestContext.$current.withValue(RequestContext(.background)) {
            await asyncResult { () async throws(CatalogFailure) in try await texts.texts(of: requests) }
        }
    }

    private func ended(_ ticket: Int) {
        if ticket == self.ticket { downloading = nil }
    }

    /// Returns what to do next; nil for nothing until something changes.
    private func nextStep(_ ticket: Int) async -> Step? {
        guard ticket == self.ticket, let library else { return nil }
        isSleeping = false
        guard preferences.value.downloadsDocuments else { return end(in: .off) }
        guard account != nil else { return end(in: .idle) }
        if queue.isOutdated {
            if !isPausedByUser, let wait = seconds(until: settledAt) { return sleep(wait) }
            do throws(LibraryFailure) {
                try await queue.update(from: library, documents, catalogs)
            } catch {
                return ticket == self.ticket ? libraryFailed() : nil
            }
            guard ticket == self.ticket else { return nil }
        }
        let rows = queue.next(Self.batchSize, now: time.now())
        guard !rows.isEmpty else {
            set(.idle)
            return sleep(Self.idleDelay)
        }
        if isRefused { return end(in: .unauthorized(progress)) }
        if isPausedByUser { return end(in: .paused(.byUser, progress)) }
        if network.isMetered { return end(in: .paused(.meteredNetwork, progress)) }
        if let wait = backoff.current(now: time.now()) {
            set(.waiting(wait.reason, progress))
            return sleep(wait.left)
        }
        if account?.login == nil, mustWait() { return end(in: .idle) }
        set(.working(progress))
        // The pause between two requests may take minutes, so it comes after what is shown.
        if let pause = seconds(until: pausedUntil) { return sleep(pause) }
        return await request(of: rows, library, ticket)
    }

    /// Returns nil when the time has come, or the clock was set back.
    private func seconds(until date: Date) -> TimeInterval? {
        let seconds = date.timeIntervalSince(time.now())
        return seconds > 0 && seconds <= Self.idleDelay ? seconds : nil
    }

    private func sleep(_ seconds: TimeInterval) -> Step {
        isSleeping = true
        return .sleep(seconds)
    }

    /// Tries again after a pause: another process may hold the file.
    private func libraryFailed() -> Step {
        set(.idle)
        return sleep(Self.libraryPause)
    }
    private static let libraryPause: TimeInterval = 60

    private func end(in phase: DocumentDownloadPhase) -> Step? {
        set(phase)
        return nil
    }

    private func set(_ phase: DocumentDownloadPhase) {
        if phase != self.phase { self.phase = phase }
    }

    /// Reads the items of the rows, and returns a request of those that are in the catalog of the first.
    private func request(of rows: [FavoriteRowID], _ library: any Library, _ ticket: Int) async -> Step? {
        let found: [StoredFavorite]
        do throws(LibraryFailure) { found = try await library.favorites(in: rows, cached: [:]) } catch {
            return libraryFailed()
        }
        let places = Dictionary(found.map { ($0.row, $0.favorite.item) }, uniquingKeysWith: { first, _ in first })
        let all = rows.compactMap { row in places[row].map { (row: row, item: $0) } }
            .filter { catalogs.texts(of: $0.item.id) != nil }
        // Rows that cannot be read, or were removed meanwhile.
        for row in Set(rows).subtracting(all.map(\.row)) { queue.set(.skipped, of: row) }
        let items = all.filter { catalogs.texts(of: $0.item) != nil }
        await saveAbsence(of: all.filter { catalogs.texts(of: $0.item) == nil })
        guard ticket == self.ticket else { return nil }
        guard let first = items.first, let texts = catalogs.texts(of: first.item) else { return .sleep(0) }
        let chosen = items.filter {
            $0.item.id.catalog == first.item.id.catalog && $0.item.id.host == first.item.id.host
        }
        let versions = await documents.versions(of: chosen.map(\.item.id))
        guard ticket == self.ticket else { return nil }
        let requests = chosen.map { DocumentTextRequest($0.item, version: versions[$0.item.id]?.version) }
        return .request(
            texts, requests,
            rows: Dictionary(chosen.map { ($0.item.id, $0.row) }, uniquingKeysWith: { first, _ in first }))
    }

    // MARK: Answers

    private func handle(
        _ answer: Result<DocumentTextBatch, CatalogFailure>, to requests: [DocumentTextRequest],
        _ rows: [ItemID: FavoriteRowID], began: Date, _ ticket: Int
    ) async {
        switch answer {
        case .success(let batch):
            // Also when it was paused meanwhile: what came is not thrown away. Not after `stop`, which deletes.
            guard downloading != nil else { return }
            let isSaved = await save(batch, of: requests, rows)
            await confirmGone(requests.map(\.item).filter { batch.results[$0.id] == .gone })
            guard ticket == self.ticket else { return }
            let now = time.now()
            pausedUntil = now.addingTimeInterval(batch.pause)
            pace.record(batch.results.count, seconds: now.timeIntervalSince(began) + batch.pause)
            if isSaved { backoff.requestSucceeded() } else { startWaiting { _ in .storage } }
        case .failure(let failure):
            guard ticket == self.ticket else { return }
            switch failure {
            case .cancelled: break
            case .unauthorized: isRefused = true
            case .rateLimited(let limit): startWaiting(until: limit.resetsAt) { .rateLimit(until: $0) }
            case .throttled(let date): startWaiting(until: date) { .throttled(until: $0) }
            case .offline, .proxyRefused: startWaiting { _ in .offline }
            default: startWaiting { .server(until: $0) }
            }
        }
    }

    /// Requests the details of items that have no text because they are gone: a text is requested by name, and an item
    /// may have another name now.
    private func confirmGone(_ items: [Item]) async {
        for item in items {
            guard let catalog = catalogs[item.id] else { continue }
            if await Self.isGone(item, from: catalog) { foundGone(item.id) }
        }
    }

    @concurrent private static func isGone(_ item: Item, from catalog: any Catalog) async -> Bool {
        await RequestContext.$current.withValue(RequestContext(.background)) {
            do throws(CatalogFailure) {
                _ = try await catalog.details(of: item)
                return false
            } catch {
                return error == .gone
            }
        }
    }

    /// - Parameter reason: returns the reason, from the time of day when the wait ends.
    private func startWaiting(until date: Date? = nil, _ reason: (String) -> DocumentDownloadWait) {
        backoff.start(until: date, now: time.now()) { reason(formats.timeOfDay($0)) }
    }

    private var progress: DocumentDownloadProgress {
        let (done, total) = queue.count(now: time.now())
        return DocumentDownloadProgress(
            done: NumberContent(done, formats: formats), total: NumberContent(total, formats: formats),
            estimate: pace.seconds(for: total - done).map { DocumentDownloadEstimate(seconds: $0, formats: formats) })
    }
}

extension DocumentDownloadViewModel {
    /// Saves the texts of a batch and records what else came.
    ///
    /// A stored text is never replaced by none: the server may have lost the item or its text, and the copy is then all
    /// that is left.
    /// - Returns: whether all of it is saved.
    func save(
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

    /// Saves that these items can have no text, as if the server had answered so: they do not count as missing at the
    /// next start.
    func saveAbsence(of items: [(row: FavoriteRowID, item: Item)]) async {
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
