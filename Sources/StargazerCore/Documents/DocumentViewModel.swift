public import Observation
public import StargazerLibrary

/// A document about the opened item. Previewing an item sends no requests. A selection that lasts prefetches the
/// document, without showing failures; opening loads it. A result counts only while its item is shown. A stored text
/// shows until the server has sent a document, and stays when it sends none.
@MainActor @Observable public final class DocumentViewModel {
    public private(set) var phase = DocumentPhase.none { didSet { colorRest() } }
    public private(set) var item: Item?
    /// The day on which the server last confirmed the text that shows, `27 November`; nil unless it is a stored text.
    public private(set) var savedDay: String?
    /// Whether a stored text has waited for 500 ms: it then shows without the facts above it.
    public private(set) var isStoredTextOverdue = false
    @ObservationIgnored public let kind: DocumentKind
    /// Called with the text of an item's document that the server has just sent.
    @ObservationIgnored var received: (Item, DocumentSource) -> Void = { _, _ in }
    /// Called when the text of an item that is looked at is not stored.
    @ObservationIgnored var missed: (Item) -> Void = { _ in }

    /// Whether the server no longer has the item. A missing document is then not mentioned.
    @ObservationIgnored private var isItemGone = false
    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let request: LatestRequest
    @ObservationIgnored private let cache: ExpiringCache<PageCaches.DocumentID, Document?>
    /// Nil when the texts of this kind are not stored.
    @ObservationIgnored private let store: (any DocumentStore)?
    /// Reads the stored text of the item; nil until it has been looked at.
    @ObservationIgnored private var reading: Task<Void, Never>?
    @ObservationIgnored private var waiting: Task<Void, Never>?
    /// Finds the colors of code that were not ready when the text was.
    @ObservationIgnored private var coloring: Task<Void, Never>?
    /// Why the stored text that shows is not a newer one.
    @ObservationIgnored private var failure: CatalogFailure?

    init(
        _ kind: DocumentKind = .readme, catalogs: Catalogs, time: TimeSource, formats: Formats,
        cache: ExpiringCache<PageCaches.DocumentID, Document?>, store: (any DocumentStore)? = nil,
        network: (any NetworkStatus)? = nil
    ) {
        self.kind = kind
        self.catalogs = catalogs
        self.time = time
        self.formats = formats
        self.cache = cache
        self.store = kind == .readme ? store : nil
        request = LatestRequest(time: time, formats: formats, network: network)
    }

    isolated deinit { for task in [reading, waiting, coloring] { task?.cancel() } }

    /// Shows a document loaded earlier, or nothing. Does nothing when the item is already shown.
    func preview(_ item: Item) {
        guard item.id != self.item?.id else { return }
        reset()
        self.item = item
        isItemGone = false
        if let older { phase = .shown(older) } else if store == nil { phase = phaseWithoutText }
    }

    /// Shows the item's stored text, and prefetches the document.
    func prefetch(_ item: Item) {
        preview(item)
        readStoredText(of: item)
        if known == nil, !request.isRunning { fetch(at: .preview) }
    }

    /// Loads the item's document, unless it is loaded or loading.
    func open(_ item: Item) {
        preview(item)
        // A renamed item has another address.
        self.item = item
        readStoredText(of: item)
        switch phase {
        case _ where request.isRunning:
            request.prioritize()
            if case .none = phase { phase = .loading(isSlow: false) }
        case .none where known != nil, .shown, .absent: if known == nil { fetch() }
        case .none, .failed: fetch()
        case .loading: break
        }
    }

    public func tryAgain() {
        if case .failed = phase { fetch() }
    }

    func retry(after change: ServiceChange) {
        let shown: CatalogFailure? = if case .failed(let content) = phase { content.failure } else { nil }
        if (shown ?? failure)?.mayPass(after: change) == true { fetch(isAutomatic: true) }
    }

    public func refresh() {
        if case .loading = phase { return }
        fetch()
    }

    /// Whether the server has the item, as the request for its details found.
    func itemFound(_ isFound: Bool) {
        isItemGone = !isFound
        switch phase {
        case .absent where isItemGone: phase = .none
        case .none where isFound && phaseWithoutText != .none: phase = phaseWithoutText
        default: break
        }
    }

    func close() {
        reset()
        item = nil
    }

    private func reset() {
        request.cancel()
        for task in [reading, waiting] { task?.cancel() }
        (reading, waiting, failure, savedDay) = (nil, nil, nil, nil)
        isStoredTextOverdue = false
        if phase != .none { phase = .none }
    }

    private var known: Document?? { item.flatMap { cache.value(of: .init(kind: kind, item: $0.id), now: time.now()) } }

    /// A document that was fetched at any time in this run.
    private var older: Document? { item.flatMap { cache.latest(of: .init(kind: kind, item: $0.id))?.value } }

    /// Whether the server is known to have no document.
    private var phaseWithoutText: DocumentPhase {
        if case .some(.none) = known, !isItemGone { .absent } else { .none }
    }

    /// Shows the stored text, unless something newer shows by then.
    private func readStoredText(of item: Item) {
        guard let store, reading == nil, !phase.isShown else { return }
        let documents = catalogs[item.id]?.documents
        reading = Task { [weak self] in
            let stored = await store.document(of: item.id)
            guard !Task.isCancelled else { return }
            guard let documents, let stored, !stored.text.isEmpty else {
                return self?.foundNoStoredText(of: item) ?? ()
            }
            let document = await documents.document(from: stored, of: item)
            guard !Task.isCancelled, let self, let document, !phase.isShown else { return }
            savedDay = formats.dayOfYear(stored.checkedAt, now: time.now())
            phase = .shown(document)
            waiting = Task { [weak self, time] in
                do { try await time.sleep(LatestRequest.slowThreshold) } catch { return }
                if !Task.isCancelled { self?.isStoredTextOverdue = true }
            }
        }
    }

    private func colorRest() {
        coloring?.cancel()
        coloring = nil
        guard case .shown(let document) = phase, document.firstUncolored != nil, let item,
            let documents = catalogs[item.id]?.documents
        else { return }
        coloring = Task { [weak self] in
            let colored = await documents.colored(document)
            guard !Task.isCancelled, let self, let colored else { return }
            let id = PageCaches.DocumentID(kind: kind, item: item.id)
            if let known = cache.latest(of: id), known.value == document {
                cache.insert(colored, for: id, now: known.fetchedAt)
            }
            phase = .shown(colored)
        }
    }

    private func foundNoStoredText(of item: Item) {
        missed(item)
        if phase == .none { phase = phaseWithoutText }
    }

    private func fetch(at priority: RequestPriority = .userInitiated, isAutomatic: Bool = false) {
        guard let item, let catalog = catalogs[item.id], let documents = catalog.documents,
            documents.mayHave(kind, of: item)
        else {
            phase = .none
            return
        }
        let showCached = { [weak self] (cached: Document?) -> Void in self?.showCached(cached) }
        failure = nil
        request.start(
            at: priority, showCached: catalog.profile.supportsRequestPriority ? showCached : nil,
            slow: { [weak self] in self?.becameSlow() }
        ) { [kind, reading] in
            // The stored text comes before an older response, which does not say its age.
            if RequestContext.current.cachePolicy == .cacheOnly { await reading?.value }
            let result = await asyncResult { () async throws(CatalogFailure) in
                try await documents.document(kind, of: item)
            }
            // The stored text shows instead of a failure, and not after it.
            if case .failure = result { await reading?.value }
            return result
        } completion: { [weak self] answer in
            switch answer {
            case .success(let document): self?.fetched(document, of: item)
            case .failure(let failure): self?.failed(failure, item, isAutomatic: isAutomatic)
            }
        }
        // The shown document stays until a newer one arrives.
        if phase.isShown { return }
        if priority == .userInitiated { phase = .loading(isSlow: false) }
    }

    private func becameSlow() {
        if case .loading = phase { phase = .loading(isSlow: true) }
    }

    /// Shows a cached document until a newer one arrives, unless a document is already shown.
    private func showCached(_ cached: Document?) {
        if let cached, !phase.isShown { phase = .shown(cached) }
    }

    private func fetched(_ document: Document?, of item: Item) {
        var document = document
        if let source = document?.source {
            received(item, source)
        } else if document != nil, savedDay != nil {
            // An older response, because the server cannot be reached.
            return
        }
        document?.source = nil
        cache.insert(document, for: .init(kind: kind, item: item.id), now: time.now())
        // The server may have lost the text; the stored one is then all that is left.
        if document == nil, savedDay != nil { return }
        if document == nil, phase.isShown, store != nil {
            // An older response showed, so that the stored text was not needed.
            (reading, phase) = (nil, phaseWithoutText)
            return readStoredText(of: item)
        }
        if savedDay != nil { savedDay = nil }
        let new = document.map { .shown($0) } ?? phaseWithoutText
        if new != phase { phase = new }
    }

    private func failed(_ failure: CatalogFailure, _ item: Item, isAutomatic: Bool) {
        if phase.isShown {
            if savedDay != nil, !request.isBackground { self.failure = failure }
            return
        }
        guard failure != .cancelled, !request.isBackground else {
            phase = .none
            return
        }
        let retry = { [weak self] in
            guard let self else { return }
            fetch(isAutomatic: true)
        }
        let service = catalogs.service(of: item.id)
        request.report(failure, about: item.title, of: service, retry: isAutomatic ? nil : retry) {
            [weak self] content in
            self?.phase = .failed(content)
        }
    }
}

public enum DocumentPhase: Equatable, Sendable {
    /// The item has no such document, or it has not been requested.
    case none
    /// `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case shown(Document)
    /// The server has no such document.
    case absent
    case failed(FailureContent)

    var isShown: Bool { if case .shown = self { true } else { false } }

    /// Whether there are words to find, or to show on a page of their own.
    public var hasText: Bool {
        if case .shown(let document) = self { !document.blocks.isEmpty } else { false }
    }
}
