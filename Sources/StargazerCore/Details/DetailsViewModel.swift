public import Observation

/// The details pane. Arrowing over rows asks nothing; opening asks once. An answer counts only while its item is the
/// one in the pane and no newer question was asked about it.
@MainActor @Observable public final class DetailsViewModel {
    public private(set) var phase = DetailsPhase.none
    /// The item in the pane, as fresh as it is known.
    public private(set) var item: Item?

    /// Waiting that deserves a sign of life.
    private static let patience = Duration.milliseconds(500)

    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let shelf: FavoritesShelf
    @ObservationIgnored private let stars: GitHubStars?
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let countdown: RetryCountdown

    @ObservationIgnored private var cache = DetailsCache()
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var fetching: Task<Void, Never>?
    @ObservationIgnored private var patience: Task<Void, Never>?
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameter stars: nil where there is no account.
    public init(
        catalog: any Catalog, shelf: FavoritesShelf, stars: GitHubStars? = nil, time: TimeSource, formats: Formats
    ) {
        self.catalog = catalog
        self.shelf = shelf
        self.stars = stars
        self.time = time
        self.formats = formats
        countdown = RetryCountdown(time: time, formats: formats)
        watching = Task { [weak self] in
            for await _ in Observations({ (shelf.favorites, stars?.marks) }) { self?.flagsChanged() }
        }
    }

    isolated deinit {
        for task in [fetching, patience, watching] { task?.cancel() }
    }

    /// Shows what the row knows, or what was fetched lately; asks nothing. An item that is in the pane stays as it is.
    public func preview(_ item: Item) {
        if item.id != self.item?.id { present(item) }
    }

    /// Fetches the full facts, or takes them from memory when they are less than 5 minutes old. An item whose facts are
    /// there, or on their way, is not asked for again.
    public func open(_ item: Item) {
        if item.id != self.item?.id { present(item) }
        guard case .shown(_, let progress) = phase else { return }
        stars?.look(at: item)
        switch progress {
        case .preview, .failed: fetch()
        case .loaded where cache.details(of: item.id, now: time.now()) == nil: fetch()
        case .loaded, .loading: break
        }
    }

    /// Fetches again after a failure.
    public func tryAgain() {
        if case .shown(_, .failed) = phase { fetch() }
    }

    /// Fetches again whatever is known.
    public func refresh() {
        if case .shown(_, .loading) = phase { return }
        fetch()
    }

    public func close() {
        endAll()
        item = nil
        phase = .none
    }

    public func toggleFavorite() {
        if let item { shelf.toggle(item) }
    }

    /// Sets or takes back the account's own star; the favorite stays as it is.
    public func toggleStarOnServer() {
        if let item, let isStarred = stars?.mark(of: item.id) { stars?.setStarred(!isStarred, item) }
    }

    private func present(_ item: Item) {
        endAll()
        let known = cache.details(of: item.id, now: time.now())
        self.item = known?.item ?? item
        phase = .shown(content(item, known), known == nil ? .preview : .loaded)
    }

    private func fetch(isAutomatic: Bool = false) {
        guard let item else { return }
        endAll()
        let ticket = ticket
        progress(.loading(isSlow: false))
        patience = Task { [weak self, time] in
            do { try await time.sleep(Self.patience) } catch { return }
            guard let self, !Task.isCancelled, ticket == self.ticket else { return }
            progress(.loading(isSlow: true))
        }
        fetching = Task { [weak self, catalog] in
            let answer: Result<ItemDetails, CatalogFailure>
            do throws(CatalogFailure) {
                answer = .success(try await catalog.details(of: item))
            } catch {
                answer = .failure(error)
            }
            guard let self, !Task.isCancelled, ticket == self.ticket else { return }
            patience?.cancel()
            switch answer {
            case .success(.repository(let details)): fetched(details, of: item)
            case .failure(let failure): failed(failure, item, isAutomatic: isAutomatic)
            }
        }
    }

    private func fetched(_ details: RepositoryDetails, of asked: Item) {
        cache.keep(details, for: asked.id, now: time.now())
        item = details.item
        phase = .shown(content(details.item, details), .loaded)
        shelf.refresh([details.item])
    }

    /// What is known stays under the failure.
    private func failed(_ failure: CatalogFailure, _ item: Item, isAutomatic: Bool) {
        guard failure != .cancelled else { return putBack() }
        if failure == .gone { cache.forget(item.id) }
        let retry = { [weak self] in
            guard let self else { return }
            fetch(isAutomatic: true)
        }
        countdown.tell(failure, query: item.title, retry: isAutomatic ? nil : retry) { [weak self] content in
            self?.progress(.failed(content))
        }
    }

    /// A question that nobody here ended came to nothing: as if it had not been asked.
    private func putBack() {
        guard case .shown(let content, _) = phase else { return }
        phase = .shown(content, content.watcherCount == nil ? .preview : .loaded)
    }

    private func endAll() {
        ticket += 1
        fetching?.cancel()
        patience?.cancel()
        countdown.cancel()
    }

    private func content(_ item: Item, _ details: RepositoryDetails?) -> DetailsContent {
        DetailsContent(
            item, details: details, isFavorite: shelf.contains(item.id), isStarredOnServer: stars?.mark(of: item.id),
            formats: formats, now: time.now())
    }

    private func flagsChanged() {
        guard case .shown(var content, let progress) = phase else { return }
        content.isFavorite = shelf.contains(content.id)
        content.isStarredOnServer = stars?.mark(of: content.id)
        phase = .shown(content, progress)
    }

    private func progress(_ new: DetailsProgress) {
        if case .shown(let content, _) = phase { phase = .shown(content, new) }
    }
}
