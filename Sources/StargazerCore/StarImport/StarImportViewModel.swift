public import Observation

/// Imports an account's stars batch by batch.
/// Each batch is saved immediately. The import can therefore be cancelled at any time, also by quitting, and resumes
/// there the next time.
@MainActor @Observable public final class StarImportViewModel {
    public private(set) var phase = StarImportPhase.idle { didSet { if !isRunning { updateOffer() } } }
    /// The offer for the signed-in account while its stars have not been imported completely.
    /// Nil otherwise, and during an import.
    public var offer: StarImportOffer? { isRunning ? nil : known }

    private var known: StarImportOffer?
    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private var importTask: Task<Void, Never>?
    /// Distinguishes the current import from cancelled ones.
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var login: String?
    @ObservationIgnored private var tally = StarImportCount()

    package init(account: any GitHubAccount, writer: LibraryWriter, formats: Formats) {
        self.account = account
        self.writer = writer
        self.formats = formats
    }

    isolated deinit { importTask?.cancel() }

    public var isRunning: Bool {
        if case .running = phase { return true }
        return false
    }

    /// The account's server.
    public var host: String { account.host }

    /// Starts the import, or resumes the last one of the same login. Does nothing while one is running.
    /// - Parameter login: the login of the credential in use.
    public func start(login: String) {
        guard !isRunning else { return }
        ticket += 1
        tally = StarImportCount()
        phase = .running(loaded: number(0), about: nil, fraction: nil)
        importTask = Task { [weak self, account, ticket] in
            var request = await self?.firstRequest(login, ticket)
            while let next = request {
                let answer: Result<StarredBatch, CatalogFailure>
                do throws(CatalogFailure) {
                    answer = .success(try await account.starred(after: next.cursor))
                } catch {
                    answer = .failure(error)
                }
                request = await self?.handle(answer, next, ticket)
            }
        }
    }

    /// Cancels the import. Imported stars stay.
    public func cancel() {
        guard isRunning else { return }
        cancelTask()
        phase = .cancelled(loaded: number(tally.total))
    }

    /// Dismisses the result of the last import.
    public func dismiss() {
        if !isRunning { phase = .idle }
    }

    /// Updates the signed-in login. Signing out, or in as another user, cancels the import.
    public func setLogin(_ login: String?) {
        guard login != self.login else { return }
        if self.login != nil { signedOut() }
        self.login = login
        updateOffer()
    }

    /// Reads how much has been imported, also again after the library's file has been replaced.
    package func updateOffer() {
        guard let login else { return known = nil }
        writer.add { [host] library throws(LibraryFailure) in
            await library.starImportState(of: login, host: host)
        } done: { [weak self] answer in
            guard let self, login == self.login else { return }
            switch (try? answer.get()) ?? .all {
            case .nothing: known = StarImportOffer(loaded: nil)
            case .some(let count): known = StarImportOffer(loaded: number(count))
            case .all: known = nil
            }
        }
    }

    private func signedOut() {
        cancelTask()
        phase = .idle
    }

    private func cancelTask() {
        ticket += 1
        importTask?.cancel()
        importTask = nil
    }

    /// The next request.
    private struct PageRequest {
        var login: String
        var step: StarImportStep
        var cursor: BatchCursor?
        /// The cursors so far: a list that returns to an earlier one would never end.
        var seen: Set<BatchCursor> = []
    }

    private func firstRequest(_ login: String, _ ticket: Int) async -> PageRequest? {
        let host = account.host
        do throws(LibraryFailure) {
            let place = try await writer.perform { library throws(LibraryFailure) in
                try await library.beginStarImport(of: login, host: host)
            }
            guard ticket == self.ticket else { return nil }
            guard let place else { return PageRequest(login: login, step: .beginning) }
            tally = place.count
            phase = .running(loaded: number(tally.total), about: nil, fraction: nil)
            return PageRequest(login: login, step: .resumed, cursor: place.next)
        } catch {
            if ticket == self.ticket { stop(.library(error)) }
            return nil
        }
    }

    private func handle(
        _ answer: Result<StarredBatch, CatalogFailure>, _ asked: PageRequest, _ ticket: Int
    ) async -> PageRequest? {
        guard ticket == self.ticket else { return nil }
        switch answer {
        case .success(let batch): return await save(batch, asked, ticket)
        case .failure(let failure) where asked.step == .resumed && failure.invalidatesCursor:
            tally = StarImportCount()
            return PageRequest(login: asked.login, step: .beginning)
        case .failure(.cancelled):
            cancel()
            return nil
        case .failure(let failure):
            stop(.account(content(failure)))
            return nil
        }
    }

    private func save(_ batch: StarredBatch, _ asked: PageRequest, _ ticket: Int) async -> PageRequest? {
        var next: BatchCursor?
        if case .more(let cursor) = batch.end { next = cursor }
        if let next, asked.seen.contains(next) {
            stop(.account(content(.unreadable(code: "starred-loop"))))
            return nil
        }
        let host = account.host
        let tally: StarImportCount
        do throws(LibraryFailure) {
            tally = try await writer.perform { [next] library throws(LibraryFailure) in
                try await library.importStars(batch.items, of: asked.login, host: host, as: asked.step, next: next)
            }
        } catch {
            if ticket == self.ticket { stop(.library(error)) }
            return nil
        }
        guard ticket == self.ticket else {
            // The write was under way when the import was canceled: what it saved counts.
            if case .cancelled = phase, ticket + 1 == self.ticket { phase = .cancelled(loaded: number(tally.total)) }
            return nil
        }
        self.tally = tally
        guard let next else {
            phase = .finished(new: number(tally.new), existing: number(tally.total - tally.new))
            return nil
        }
        let fraction = batch.progress.flatMap { $0 > 0 ? $0 : nil }
        let about = fraction.map { number(max(tally.total, Int(clamping: Double(tally.total) / $0))) }
        phase = .running(loaded: number(tally.total), about: about, fraction: fraction)
        return PageRequest(login: asked.login, step: .continuing, cursor: next, seen: asked.seen.union([next]))
    }

    private func stop(_ failure: StarImportFailure) {
        phase = .failed(failure, loaded: number(tally.total))
    }

    private func number(_ number: Int) -> NumberContent { NumberContent(number, formats: formats) }

    private func content(_ failure: CatalogFailure) -> FailureContent {
        FailureContent(
            failure: failure, query: "", service: account.service, until: failure.retryDate.map(formats.timeOfDay))
    }
}

extension CatalogFailure {
    /// Whether the server no longer knows the resume point, so that the import has to start over.
    fileprivate var invalidatesCursor: Bool {
        switch self {
        case .gone, .invalidQuery, .badQuery, .unreadable, .unexpected: true
        default: false
        }
    }
}

/// Why importing stars stopped.
public enum StarImportFailure: Equatable, Sendable {
    case account(FailureContent)
    case library(LibraryFailure)
}

/// The offer to import an account's stars.
public struct StarImportOffer: Equatable, Sendable {
    /// The number imported before the import stopped; nil when there was none.
    public let loaded: NumberContent?

    public init(loaded: NumberContent?) { self.loaded = loaded }
}

/// The state of importing an account's stars. Imported stars are kept in every state.
public enum StarImportPhase: Equatable, Sendable {
    case idle
    /// `about` and `fraction` are nil while the total is unknown.
    case running(loaded: NumberContent, about: NumberContent?, fraction: Double?)
    case cancelled(loaded: NumberContent)
    case failed(StarImportFailure, loaded: NumberContent)
    /// `existing` is the number of items that were favorites before.
    case finished(new: NumberContent, existing: NumberContent)
}
