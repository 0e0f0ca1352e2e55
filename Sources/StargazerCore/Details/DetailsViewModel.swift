import Foundation
public import Observation
public import StargazerLibrary

/// The details pane. Moving the selection sends no requests. A selection that lasts prefetches all that opening loads,
/// while the rate limit allows. It shows no failure that may pass, only what opening would show again, such as a
/// blocked repository. A result counts only while its item is shown and no newer request was sent for it.
@MainActor @Observable public final class DetailsViewModel {
    public private(set) var phase = DetailsPhase.none
    /// The item in the pane, with its latest known facts.
    public private(set) var item: Item?
    /// The item's README.
    @ObservationIgnored public let document: DocumentViewModel
    @ObservationIgnored public let annotations: AnnotationsViewModel
    /// What this machine can have of the item.
    @ObservationIgnored public let getIt: GetItViewModel

    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let request: LatestRequest
    @ObservationIgnored private let trackedItems: TrackedItems

    @ObservationIgnored private let cache: ExpiringCache<ItemID, ItemDetails>
    @ObservationIgnored private let gone: ExpiringCache<ItemID, FailureContent>
    @ObservationIgnored private let supplements: SupplementLoader
    @ObservationIgnored private let ownedFavorites: OwnedFavoritesCounter
    @ObservationIgnored private var watching: Task<Void, Never>?
    @ObservationIgnored private var prefetchTask: Task<Void, Never>?

    /// How long a row must stay selected before its details are prefetched.
    static let prefetchDelay = Duration.milliseconds(300)

    public convenience init(catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource, formats: Formats) {
        let notes = NotesModel(writer: LibraryWriter(), time: time)
        self.init(catalogs: catalogs, flags: flags, notes: notes, time: time, formats: formats, caches: PageCaches())
    }

    /// - Parameters:
    ///   - documents: the stored texts; nil for none.
    ///   - caches: details that other pages have loaded.
    init(
        catalogs: Catalogs, flags: ItemFlagSource, notes: NotesModel, documents: (any DocumentStore)? = nil,
        time: TimeSource, formats: Formats, caches: PageCaches, network: (any NetworkStatus)? = nil,
        machinePackages: MachinePackageLookup = .empty
    ) {
        getIt = GetItViewModel(lookup: machinePackages, time: time, formats: formats, network: network)
        document = DocumentViewModel(
            catalogs: catalogs, time: time, formats: formats, cache: caches.documents, store: documents,
            network: network)
        annotations = AnnotationsViewModel(favoritesModel: flags.favoritesModel, notes: notes)
        supplements = SupplementLoader(catalogs: catalogs, time: time, formats: formats, cache: caches.supplements)
        ownedFavorites = OwnedFavoritesCounter(favoritesModel: flags.favoritesModel, formats: formats)
        (cache, gone) = (caches.details, caches.gone)
        self.catalogs = catalogs
        self.flags = flags
        self.time = time
        self.formats = formats
        request = LatestRequest(time: time, formats: formats, network: network)
        trackedItems = flags.favoritesModel.trackedItems()
        watching = flags.watch { [weak self] in self?.flagsChanged() }
        supplements.changed = { [weak self] in self?.additionsChanged() }
        ownedFavorites.changed = { [weak self] in self?.additionsChanged() }
    }

    isolated deinit {
        watching?.cancel()
        prefetchTask?.cancel()
    }

    /// Shows the row's facts, or recently loaded details. Does nothing when the item is already shown.
    /// - Parameter prefetches: whether to load the details after 300 ms without another selection. Requires a catalog
    ///   that supports it (`CatalogProfile.supportsRequestPriority`).
    public func preview(_ item: Item, prefetches: Bool = false) {
        guard item.id != self.item?.id else { return }
        present(item)
        if prefetches { prefetch() }
    }

    /// Loads the details of the shown item after 300 ms without another selection, unless they are loaded.
    func prefetch() {
        guard let item, isKnownGone || phase.progress == .preview || supplements.isAwaitingResponses,
            catalogs[item.id]?.profile.supportsRequestPriority == true
        else { return }
        prefetchTask?.cancel()
        prefetchTask = Task { [weak self, time] in
            do { try await time.sleep(Self.prefetchDelay) } catch { return }
            guard let self, !Task.isCancelled else { return }
            document.prefetch(item)
            if isKnownGone { return }
            flags.loadState(of: item)
            // Earlier details may have come without their supplements.
            if phase.progress == .preview { fetch(at: .preview) } else { supplements.open(self.item ?? item) }
        }
    }

    /// Shows the full details, from the cache when they are less than 5 minutes old.
    /// Details that are loaded or loading are not requested again, nor is an item that was gone in the last 5 minutes.
    public func open(_ item: Item) {
        if item.id != self.item?.id { present(item) }
        guard case .shown(_, let progress) = phase else { return }
        prefetchTask?.cancel()
        document.open(self.item ?? item)
        if isKnownGone { return }
        flags.loadState(of: item)
        switch progress {
        case .preview where request.isRunning:
            request.prioritize()
            self.progress(.loading(isSlow: false))
        case .preview, .skipped, .failed: fetch()
        case .loaded where cache.value(of: item.id, now: time.now()) == nil: fetch()
        case .loaded:
            supplements.open(self.item ?? item)
            getIt.detailsLoaded(self.item ?? item)
        case .loading: break
        }
    }

    /// Resolves and shows an item that is known only by its name. The pane has no item until then.
    public func open(_ reference: ItemReference) {
        item = nil
        annotations.show(nil)
        prefetchTask?.cancel()
        find(reference)
    }

    public func tryAgain() {
        switch phase {
        case .shown(_, .failed): fetch()
        case .resolving(let reference, .failed): find(reference)
        default: break
        }
    }

    public func retry(after change: ServiceChange) {
        // What the account may see is not gone.
        if change == .signedIn { gone.removeAll() }
        switch phase {
        case .shown(_, .failed(let content)) where content.failure.mayPass(after: change): fetch(isAutomatic: true)
        case .resolving(_, .failed(let content)) where content.failure.mayPass(after: change): tryAgain()
        default: break
        }
        document.retry(after: change)
    }

    public func refresh() {
        switch phase {
        case .shown(_, .loading), .none: break
        case .shown:
            document.refresh()
            fetch(startsOver: true)
        case .resolving: tryAgain()
        }
    }

    public func close() {
        document.close()
        supplements.close()
        cancelRequest()
        annotations.show(nil)
        item = nil
        phase = .none
    }

    public func toggleFavorite() {
        if let item { flags.favoritesModel.toggle(item) }
    }

    private func find(_ reference: ItemReference, isAutomatic: Bool = false) {
        request.start(slow: { [weak self] in self?.phase = .resolving(reference, .loading(isSlow: true)) }) {
            [catalogs] in
            await asyncResult { () async throws(CatalogFailure) in
                guard let catalog = catalogs[reference.catalog] else { throw .unexpected(code: "no-catalog") }
                return try await catalog.details(of: reference)
            }
        } completion: { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .success(let details):
                present(details.item)
                document.open(details.item)
                flags.loadState(of: details.item)
                fetched(details, of: details.item, isAutomatic: isAutomatic)
            case .failure(.cancelled): phase = .none
            case .failure(let failure):
                let retry = { [weak self] in
                    guard let self else { return }
                    find(reference, isAutomatic: true)
                }
                let service = catalogs[reference.catalog]?.profile.service ?? ""
                request.report(failure, about: reference.name, of: service, retry: isAutomatic ? nil : retry) {
                    [weak self] in self?.phase = .resolving(reference, .failed($0))
                }
            }
        }
        phase = .resolving(reference, .loading(isSlow: false))
    }

    private func cancelRequest() {
        prefetchTask?.cancel()
        request.cancel()
    }

    private func present(_ item: Item) {
        cancelRequest()
        // What was fetched earlier shows whatever its age, so that nothing of it disappears when the server cannot be reached.
        let known = cache.latest(of: item.id)
        let isFresh = cache.value(of: item.id, now: time.now()) != nil
        let shown = known?.value.item ?? item
        self.item = shown
        document.preview(item)
        let gone = gone.value(of: item.id, now: time.now())
        if gone != nil { document.itemFound(false) }
        annotations.show(item.id)
        supplements.preview(shown)
        ownedFavorites.show(shown)
        show(
            content(shown, known?.value.facts, cachedAt: isFresh ? nil : known?.fetchedAt, known?.value.refusal),
            gone.map(DetailsProgress.failed) ?? (isFresh ? .loaded : .preview))
        Task { [trackedItems] in await trackedItems.load([item.id], startingOver: true) }
    }

    /// - Parameter startsOver: whether to load the supplements again too.
    private func fetch(
        at priority: RequestPriority = .userInitiated, startsOver: Bool = false, isAutomatic: Bool = false
    ) {
        guard let item else { return }
        prefetchTask?.cancel()
        let showsCached = catalogs[item.id]?.profile.supportsRequestPriority == true
        request.start(
            at: priority, showCached: showsCached ? { [weak self] in self?.showCached($0) } : nil,
            slow: { [weak self] in self?.progress(.loading(isSlow: true)) }
        ) { [catalogs] in
            await asyncResult { () async throws(CatalogFailure) in
                try await catalogs.catalog(of: item.id).details(of: item)
            }
        } completion: { [weak self] answer in
            switch answer {
            case .success(let details):
                self?.fetched(details, of: item, startsOver: startsOver, isAutomatic: isAutomatic)
            case .failure(let failure): self?.failed(failure, item, isAutomatic: isAutomatic)
            }
        }
        if priority == .userInitiated { progress(.loading(isSlow: false)) }
    }

    /// Shows a cached response until a newer one arrives, unless complete details are already shown.
    private func showCached(_ cached: ItemDetails) {
        guard case .shown(let shown, let progress) = phase, !shown.isComplete else { return }
        item = cached.item
        show(content(cached.item, cached.facts, cachedAt: cached.cached?.at), progress)
    }

    private func fetched(_ details: ItemDetails, of asked: Item, startsOver: Bool = false, isAutomatic: Bool) {
        if details.cached == nil { gone.remove(asked.id) }
        item = details.item
        document.itemFound(true)
        supplements.open(details.item, startingOver: startsOver)
        show(content(details.item, details.facts, cachedAt: details.cached?.at, details.refusal), .loaded)
        if let cached = details.cached {
            cache.insert(details, for: asked.id, fetchedAt: cached.at)
            guard let failure = cached.failure, !request.isBackground else { return }
            return report(failure, asked, cachedAt: cached.at, isAutomatic: isAutomatic)
        }
        cache.insert(details, for: asked.id, now: time.now())
        if !request.isBackground { getIt.detailsLoaded(details.item) }
        flags.favoritesModel.recordGone(false, of: asked.id)
        flags.favoritesModel.refresh([details.item])
    }

    /// Shows the failure and keeps the known facts.
    private func failed(_ failure: CatalogFailure, _ item: Item, isAutomatic: Bool) {
        guard failure != .gone else { return showGone(item) }
        // Of a prefetch, only a reason that lasts shows.
        if failure.isSilent || (request.isBackground && failure.isTransient) { return restorePreviousPhase() }
        report(failure, item, isAutomatic: isAutomatic)
    }

    private func showGone(_ item: Item) {
        let failure = FailureContent(failure: .gone, query: item.title, service: catalogs.service(of: item.id))
        cache.remove(item.id)
        gone.insert(failure, for: item.id, now: time.now())
        flags.favoritesModel.recordGone(true, of: item.id)
        document.itemFound(false)
        progress(.failed(failure))
    }

    /// Whether the server did not have the item in the last 5 minutes.
    private var isKnownGone: Bool { item.map { gone.value(of: $0.id, now: time.now()) != nil } ?? false }

    private func report(_ failure: CatalogFailure, _ item: Item, cachedAt: Date? = nil, isAutomatic: Bool) {
        let retry = { [weak self] in
            guard let self else { return }
            fetch(isAutomatic: true)
        }
        let service = catalogs.service(of: item.id)
        request.report(
            failure, about: item.title, of: service, cachedAt: cachedAt, retry: isAutomatic ? nil : retry
        ) { [weak self] content in self?.progress(.failed(content)) }
    }

    /// Restores the previous phase after a request that was not cancelled here has failed without effect.
    private func restorePreviousPhase() {
        guard case .shown(let content, _) = phase else { return }
        show(content, content.isComplete ? .loaded : .skipped)
    }

    private func content(
        _ item: Item, _ details: (any DetailFacts)?, cachedAt: Date? = nil, _ refusal: TokenRefusal? = nil
    ) -> DetailsContent {
        let catalog = catalogs[item.id]
        var content = DetailsContent(
            item, details: details, supplements: supplements.contents,
            relations: catalog?.relations?.kinds(of: item) ?? [],
            isComparable: catalog?.relations?.comparableLists(of: item).isEmpty == false,
            flags: flags.flags(of: item.id),
            cachedAt: cachedAt, formats: formats, now: time.now())
        (content.ownedFavorites, content.awaitsOwnedFavorites) = (ownedFavorites.content, ownedFavorites.isCounting)
        content.refusal = refusal.map {
            FailureContent(failure: .tokenRefused($0), query: item.title, service: catalogs.service(of: item.id))
        }
        return content
    }

    private func flagsChanged() {
        guard case .shown(var content, let progress) = phase else { return }
        content.item.flags = flags.flags(of: content.id)
        phase = .shown(content, progress)
    }

    private func additionsChanged() {
        guard case .shown(var content, let progress) = phase else { return }
        (content.ownedFavorites, content.awaitsOwnedFavorites) = (ownedFavorites.content, ownedFavorites.isCounting)
        content.supplements = supplements.contents
        show(content, progress)
    }

    private func progress(_ new: DetailsProgress) {
        if case .shown(let content, _) = phase { show(content, new) }
    }

    /// Shows the content, with room for supplements while they may arrive. They follow the details.
    private func show(_ content: DetailsContent, _ progress: DetailsProgress) {
        var content = content
        content.awaitsSupplements =
            switch progress {
            case .failed, .skipped: supplements.isLoading && !isKnownGone
            case .preview, .loading, .loaded: supplements.isAwaitingResponses && !isKnownGone
            }
        phase = .shown(content, progress)
    }
}

public enum DetailsProgress: Equatable, Sendable {
    /// Only the row's facts; no request was sent.
    case preview
    /// Only the row's facts: the details were not requested, to save the rate limit, or did not arrive.
    case skipped
    /// The full details are loading. `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case loaded
    /// The known facts stay visible.
    case failed(FailureContent)

    /// Whether more facts may arrive without the user's help.
    public var isLoading: Bool {
        switch self {
        case .preview, .loading: true
        case .skipped, .loaded, .failed: false
        }
    }
}

public enum DetailsPhase: Equatable, Sendable {
    case none
    /// The item is known only by its name and is being resolved, or could not be.
    case resolving(ItemReference, DetailsProgress)
    case shown(DetailsContent, DetailsProgress)

    /// How complete the shown details are; nil when no item is shown.
    public var progress: DetailsProgress? {
        if case .shown(_, let progress) = self { progress } else { nil }
    }
}
