public import Observation

/// The long text about the item that is looked at. Looking at an item asks nothing; a rest on it asks in passing, and says
/// nothing where that fails; opening it asks once. An answer counts only while its item is the one that is looked at.
@MainActor @Observable public final class DocumentViewModel {
    public private(set) var phase = DocumentPhase.none
    public private(set) var item: Item?
    @ObservationIgnored public let kind: DocumentKind

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

    /// Shows what was fetched lately of an item, or nothing. An item that is looked at already stays as it is.
    func preview(_ item: Item) {
        guard item.id != self.item?.id else { return }
        request.cancel()
        self.item = item
        phase = known.map(Self.phase) ?? .none
    }

    /// Asks in passing for what is written about an item.
    func prefetch(_ item: Item) {
        preview(item)
        if case .none = phase, !request.isRunning { fetch(at: .preview) }
    }

    /// Asks for what is written about an item, unless it is there or on its way.
    func open(_ item: Item) {
        preview(item)
        // Under another name it is another address.
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

    /// Asks again after a failure.
    public func tryAgain() {
        if case .failed = phase { fetch() }
    }

    /// Asks again whatever is known.
    public func refresh() {
        if case .loading = phase { return }
        fetch()
    }

    func close() {
        request.cancel()
        item = nil
        phase = .none
    }

    private var known: Document?? { item.flatMap { cache.value(of: .init(kind: kind, item: $0.id), now: time.now()) } }

    private static func phase(_ document: Document?) -> DocumentPhase { document.map { .shown($0) } ?? .absent }

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
        } answered: { [weak self] answer in
            switch answer {
            case .success(let document): self?.fetched(document, of: item)
            case .failure(let failure): self?.failed(failure, item, isAutomatic: isAutomatic)
            }
        }
        // What is shown stays until there is something newer.
        if case .shown = phase { return }
        if priority == .userInitiated { phase = .loading(isSlow: false) }
    }

    private func becameSlow() {
        if case .loading = phase { phase = .loading(isSlow: true) }
    }

    /// What is kept shows until there is something newer, unless something does.
    private func showCached(_ cached: Document?) {
        if case .shown = phase { return }
        if let cached { phase = .shown(cached) }
    }

    private func fetched(_ document: Document?, of item: Item) {
        cache.insert(document, for: .init(kind: kind, item: item.id), now: time.now())
        let new = Self.phase(document)
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
        let service = catalogs[item.id.catalog]?.profile.service ?? item.id.host
        request.report(failure, about: item.title, of: service, retry: isAutomatic ? nil : retry) {
            [weak self] content in
            self?.phase = .failed(content)
        }
    }
}
