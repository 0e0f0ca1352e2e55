public import Observation

/// A document about the opened item.
/// Previewing an item sends no requests. A selection that lasts prefetches the document, without showing failures;
/// opening loads it. A result counts only while its item is shown.
@MainActor @Observable public final class DocumentViewModel {
    public private(set) var phase = DocumentPhase.none
    public private(set) var item: Item?
    @ObservationIgnored public let kind: DocumentKind
    /// Called with the text of an item's document that the server has just sent.
    @ObservationIgnored var received: (Item, DocumentSource) -> Void = { _, _ in }

    /// Whether the server no longer has the item. A missing document is then not mentioned.
    @ObservationIgnored private var isItemGone = false
    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let request: LatestRequest
    @ObservationIgnored private let cache: ExpiringCache<PageCaches.DocumentID, Document?>

    init(
        _ kind: DocumentKind = .readme, catalogs: Catalogs, time: TimeSource, formats: Formats,
        cache: ExpiringCache<PageCaches.DocumentID, Document?>
    ) {
        self.kind = kind
        self.catalogs = catalogs
        self.time = time
        self.cache = cache
        request = LatestRequest(time: time, formats: formats)
    }

    /// Shows a document loaded earlier, or nothing. Does nothing when the item is already shown.
    func preview(_ item: Item) {
        guard item.id != self.item?.id else { return }
        request.cancel()
        self.item = item
        isItemGone = false
        phase = known.map(phase(showing:)) ?? older.map(DocumentPhase.shown) ?? .none
    }

    /// Prefetches the item's document.
    func prefetch(_ item: Item) {
        preview(item)
        if known == nil, !request.isRunning { fetch(at: .preview) }
    }

    /// Loads the item's document, unless it is loaded or loading.
    func open(_ item: Item) {
        preview(item)
        // A renamed item has another address.
        self.item = item
        switch phase {
        case _ where request.isRunning:
            request.prioritize()
            if case .none = phase { phase = .loading(isSlow: false) }
        case .none, .failed: fetch()
        case .shown, .absent: if known == nil { fetch() }
        case .loading: break
        }
    }

    /// Retries after a failure.
    public func tryAgain() {
        if case .failed = phase { fetch() }
    }

    /// Repeats what failed and may succeed now.
    func retry(after change: ServiceChange) {
        if case .failed(let content) = phase, content.failure.mayPass(after: change) { fetch(isAutomatic: true) }
    }

    /// Loads the document again.
    public func refresh() {
        if case .loading = phase { return }
        fetch()
    }

    /// Whether the server has the item, as the request for its details found.
    func itemFound(_ isFound: Bool) {
        isItemGone = !isFound
        switch phase {
        case .absent where isItemGone: phase = .none
        case .none where isFound: if let known, known == nil { phase = .absent }
        default: break
        }
    }

    func close() {
        request.cancel()
        item = nil
        phase = .none
    }

    private var known: Document?? { item.flatMap { cache.value(of: .init(kind: kind, item: $0.id), now: time.now()) } }

    /// A document that was fetched more than 5 minutes ago.
    private var older: Document? { item.flatMap { cache.latest(of: .init(kind: kind, item: $0.id))?.value } }

    private func phase(showing document: Document?) -> DocumentPhase {
        document.map { .shown($0) } ?? (isItemGone ? .none : .absent)
    }

    private func fetch(at priority: RequestPriority = .userInitiated, isAutomatic: Bool = false) {
        guard let item, let catalog = try? catalogs.catalog(of: item.id), let documents = catalog.documents,
            documents.mayHave(kind, of: item)
        else {
            phase = .none
            return
        }
        let showCached = { [weak self] (cached: Document?) -> Void in self?.showCached(cached) }
        request.start(
            at: priority, showCached: catalog.profile.supportsRequestPriority ? showCached : nil,
            slow: { [weak self] in self?.becameSlow() }
        ) { [kind] in
            await asyncResult { () async throws(CatalogFailure) in try await documents.document(kind, of: item) }
        } completion: { [weak self] answer in
            switch answer {
            case .success(let document): self?.fetched(document, of: item)
            case .failure(let failure): self?.failed(failure, item, isAutomatic: isAutomatic)
            }
        }
        // The shown document stays until a newer one arrives.
        if case .shown = phase { return }
        if priority == .userInitiated { phase = .loading(isSlow: false) }
    }

    private func becameSlow() {
        if case .loading = phase { phase = .loading(isSlow: true) }
    }

    /// Shows a cached document until a newer one arrives, unless a document is already shown.
    private func showCached(_ cached: Document?) {
        if case .shown = phase { return }
        if let cached { phase = .shown(cached) }
    }

    private func fetched(_ document: Document?, of item: Item) {
        var document = document
        if let source = document?.source { received(item, source) }
        document?.source = nil
        cache.insert(document, for: .init(kind: kind, item: item.id), now: time.now())
        let new = phase(showing: document)
        if new != phase { phase = new }
    }

    private func failed(_ failure: CatalogFailure, _ item: Item, isAutomatic: Bool) {
        if case .shown = phase { return }
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

/// The state of a document about an item.
public enum DocumentPhase: Equatable, Sendable {
    /// The item has no such document, or it has not been requested.
    case none
    /// `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case shown(Document)
    /// The server has no such document.
    case absent
    case failed(FailureContent)

    /// Whether there are words to find, or to show on a page of their own.
    public var hasText: Bool {
        if case .shown(let document) = self { !document.blocks.isEmpty } else { false }
    }
}
