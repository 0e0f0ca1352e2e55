import Foundation
public import Observation

/// The state of looking up items of imported files.
public enum ImportLookupPhase: Equatable, Sendable {
    case idle
    case working(done: NumberContent, total: NumberContent)
    /// It goes on by itself.
    case waiting(DocumentDownloadWait, done: NumberContent, total: NumberContent)
    /// All were looked up, and some were left out.
    case ended(leftOut: NumberContent)

    /// From 0 to 1; nil when nothing is looked up.
    public var fraction: Double? {
        switch self {
        case .idle, .ended: nil
        case .working(let done, let total), .waiting(_, let done, let total):
            Double(done.number) / Double(max(1, total.number))
        }
    }
}

/// An item that was left out, for a list of them.
public struct LeftOutLookup: Equatable, Sendable {
    /// One clean line.
    public var name: String
    public var reason: ImportLookupState

    public init(name: String, reason: ImportLookupState) {
        self.name = name
        self.reason = reason
    }
}

/// Looks up items of imported files in the background, so that they become favorites.
///
/// What the library has is the only state, so that it can end at any time and then goes on where it was. It sends one
/// request at a time and leaves half of the limit to what the user opens.
@MainActor @Observable public final class ImportLookupViewModel {
    public private(set) var phase = ImportLookupPhase.idle

    @ObservationIgnored private let catalog: CatalogKind
    @ObservationIgnored private let host: String
    @ObservationIgnored private let lookups: any ItemLookups
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let network: any NetworkStatus
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    /// The login that lookups are sent with, nil while signed out; nil until the account is known.
    @ObservationIgnored private var account: String??
    /// Whether a request is under way.
    @ObservationIgnored private var isAsking = false
    @ObservationIgnored private var backoff = DocumentDownloadBackoff()
    /// The number of items that were looked up since nothing was left to do.
    @ObservationIgnored private var done = 0
    @ObservationIgnored private var working: Task<Void, Never>?
    /// Distinguishes the current task from cancelled ones.
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// The most names of a request.
    static let batchSize = 100
    /// The most items of the list of those that were left out.
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
        self.network = network
        self.time = time
        self.formats = formats
        watching = Task { [weak self, changes = network.changes()] in
            for await _ in changes { self?.networkChanged() }
        }
    }

    isolated deinit {
        working?.cancel()
        watching?.cancel()
    }

    /// Starts when the account is known, and again with another one.
    func accountChanged(to login: String?) {
        guard account != .some(login) else { return }
        account = .some(login)
        backoff = DocumentDownloadBackoff()
        restart()
    }

    private func networkChanged() {
        guard case .waiting(.offline, _, _) = phase else { return }
        backoff = DocumentDownloadBackoff()
        resume()
    }

    /// Goes on with what the library has, such as after an import. It looks there anyway after a request.
    public func resume() { if !isAsking { restart() } }

    /// Goes on with what the library has, without the request that is under way: it is of another account or library.
    func restart() {
        ticket += 1
        working?.cancel()
        isAsking = false
        guard account != nil else { return }
        // Between steps, the task does not keep this object alive.
        working = Task { [weak self, time, ticket] in
            while let pause = await self?.step(ticket) {
                guard pause > 0 else { continue }
                do { try await time.sleep(.seconds(pause)) } catch { return }
            }
        }
    }

    /// Ends it. What was not looked up counts as left out.
    public func cancel() {
        ticket += 1
        working?.cancel()
        let (catalog, host) = (catalog, host)
        working = Task { [weak self, writer] in
            _ = await writer.result { library throws(LibraryFailure) in
                try await library.cancelLookups(of: catalog, host: host)
            }
            if !Task.isCancelled { self?.restart() }
        }
    }

    /// Returns what was left out.
    public func leftOut() async -> [LeftOutLookup] {
        guard let library = await writer.library() else { return [] }
        // An empty list; the count next to the button says that there are some.
        let found = try? await library.lookups(of: catalog, host: host, leftOut: true, limit: Self.maxListed)
        return (found ?? []).map { LeftOutLookup(name: CleanText.line($0.name.text, limit: 200), reason: $0.state) }
    }

    /// Forgets what was left out.
    public func dismiss() {
        let (catalog, host) = (catalog, host)
        working = Task { [weak self, writer] in
            _ = await writer.result { library throws(LibraryFailure) in
                try await library.forgetLeftOutLookups(of: catalog, host: host)
            }
            self?.restart()
        }
    }

    /// Returns when no request is under way, for tests and the end of the process.
    func settled() async { await working?.value }

    // MARK: Steps

    /// Returns the seconds until the next step; nil when nothing is left to do.
    private func step(_ ticket: Int) async -> TimeInterval? {
        guard ticket == self.ticket, let library = await writer.library(), ticket == self.ticket else { return nil }
        do throws(LibraryFailure) {
            let counts = try await library.lookupCounts(of: catalog, host: host)
            guard ticket == self.ticket else { return nil }
            guard counts.pending > 0 else {
                done = 0
                set(counts.leftOut > 0 ? .ended(leftOut: NumberContent(counts.leftOut, formats: formats)) : .idle)
                return nil
            }
            let (done, total) = (number(done), number(done + counts.pending))
            if let wait = backoff.current(now: time.now()) {
                set(.waiting(wait.reason, done: done, total: total))
                return wait.left
            }
            set(.working(done: done, total: total))
            let next = try await library.lookups(of: catalog, host: host, leftOut: false, limit: Self.batchSize)
            guard ticket == self.ticket, !next.isEmpty else { return nil }
            isAsking = true
            let answer = await Self.answer(lookups, next.map(\.name))
            guard ticket == self.ticket else { return nil }
            isAsking = false
            return await handle(answer, of: next)
        } catch {
            return ticket == self.ticket ? Self.libraryPause : nil
        }
    }

    /// Seconds until another try: another process may hold the file.
    private static let libraryPause: TimeInterval = 60

    private func handle(
        _ answer: Result<ItemLookupBatch, CatalogFailure>, of lookups: [ImportLookup]
    ) async -> TimeInterval {
        switch answer {
        case .success(let batch):
            let results = lookups.results(in: batch)
            let saved = await writer.result { library throws(LibraryFailure) in try await library.endLookups(results) }
            guard case .success = saved else {
                startWaiting { _ in .storage }
                return 0
            }
            done += results.count
            if !results.isEmpty { backoff.requestSucceeded() }
            return max(batch.pause, results.isEmpty ? 1 : 0)
        case .failure(let failure):
            switch failure {
            case .cancelled: break
            case .rateLimited(let limit): startWaiting(until: limit.resetsAt) { .rateLimit(until: $0) }
            case .throttled(let date): startWaiting(until: date) { .throttled(until: $0) }
            case .offline, .proxyRefused: startWaiting { _ in .offline }
            default: startWaiting { .server(until: $0) }
            }
            return 0
        }
    }

    /// - Parameter reason: returns the reason, from the time of day when the wait ends.
    private func startWaiting(until date: Date? = nil, _ reason: (String) -> DocumentDownloadWait) {
        backoff.start(until: date, now: time.now()) { reason(formats.timeOfDay($0)) }
    }

    @concurrent private static func answer(
        _ lookups: any ItemLookups, _ names: [ItemLookupName]
    ) async -> Result<ItemLookupBatch, CatalogFailure> {
        await RequestContext.$current.withValue(RequestContext(.preview)) {
            await asyncResult { () async throws(CatalogFailure) in try await lookups.lookUp(names) }
        }
    }

    private func number(_ number: Int) -> NumberContent { NumberContent(number, formats: formats) }

    private func set(_ phase: ImportLookupPhase) {
        if phase != self.phase { self.phase = phase }
    }
}

extension [ImportLookup] {
    /// Returns the results by the numbers of the items.
    public func results(in batch: ItemLookupBatch) -> [Int64: ItemLookupResult] {
        reduce(into: [:]) { results, lookup in
            if let result = batch.results[lookup.name] { results[lookup.id] = result }
        }
    }
}
