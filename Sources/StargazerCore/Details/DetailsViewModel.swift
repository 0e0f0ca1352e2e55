import Foundation
public import Observation

/// The details pane. Arrowing over rows asks nothing; opening asks once. An answer counts only while its item is the
/// one in the pane and no newer question was asked about it.
@MainActor @Observable public final class DetailsViewModel {
    public private(set) var phase = DetailsPhase.none
    /// The item in the pane, as fresh as it is known.
    public private(set) var item: Item?

    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let asking: Asking
    @ObservationIgnored private let interest: ItemInterest

    @ObservationIgnored private let cache: DetailsCache
    @ObservationIgnored private var watching: Task<Void, Never>?

    public convenience init(catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource, formats: Formats) {
        self.init(catalogs: catalogs, flags: flags, time: time, formats: formats, cache: DetailsCache())
    }

    /// - Parameter cache: what other pages have fetched already.
    init(catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource, formats: Formats, cache: DetailsCache) {
        self.cache = cache
        self.catalogs = catalogs
        self.flags = flags
        self.time = time
        self.formats = formats
        asking = Asking(time: time, formats: formats)
        interest = flags.shelf.interest()
        watching = flags.watch { [weak self] in self?.flagsChanged() }
    }

    isolated deinit { watching?.cancel() }

    /// Shows what the row knows, or what was fetched lately; asks nothing. An item that is in the pane stays as it is.
    public func preview(_ item: Item) {
        if item.id != self.item?.id { present(item) }
    }

    /// Fetches the full facts, or takes them from memory when they are less than 5 minutes old. An item whose facts are
    /// there, or on their way, is not asked for again.
    public func open(_ item: Item) {
        if item.id != self.item?.id { present(item) }
        guard case .shown(_, let progress) = phase else { return }
        flags.stars?.look(at: item)
        switch progress {
        case .preview, .failed: fetch()
        case .loaded where cache.details(of: item.id, now: time.now()) == nil: fetch()
        case .loaded, .loading: break
        }
    }

    /// Finds what is known by its name alone. Until it is found there is no item in the pane.
    public func open(_ sought: SoughtItem) {
        item = nil
        find(sought)
    }

    /// Fetches again after a failure.
    public func tryAgain() {
        switch phase {
        case .shown(_, .failed): fetch()
        case .sought(let sought, .failed): find(sought)
        default: break
        }
    }

    /// Fetches again whatever is known.
    public func refresh() {
        switch phase {
        case .shown(_, .loading), .none: break
        case .shown: fetch()
        case .sought: tryAgain()
        }
    }

    public func close() {
        asking.end()
        item = nil
        phase = .none
    }

    public func toggleFavorite() {
        if let item { flags.shelf.toggle(item) }
    }

    private func find(_ sought: SoughtItem, isAutomatic: Bool = false) {
        asking.ask(slow: { [weak self] in self?.phase = .sought(sought, .loading(isSlow: true)) }) { [catalogs] in
            await answer { () async throws(CatalogFailure) in
                guard let catalog = catalogs[sought.catalog] else { throw .unexpected(code: "no-catalog") }
                return try await catalog.details(of: sought)
            }
        } answered: { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .success(let details):
                present(details.item)
                flags.stars?.look(at: details.item)
                fetched(details, of: details.item, isAutomatic: isAutomatic)
            case .failure(.cancelled): phase = .none
            case .failure(let failure):
                let retry = { [weak self] in
                    guard let self else { return }
                    find(sought, isAutomatic: true)
                }
                let service = catalogs[sought.catalog]?.profile.service ?? ""
                asking.tell(failure, about: sought.name, of: service, retry: isAutomatic ? nil : retry) {
                    [weak self] in self?.phase = .sought(sought, .failed($0))
                }
            }
        }
        phase = .sought(sought, .loading(isSlow: false))
    }

    private func present(_ item: Item) {
        asking.end()
        let known = cache.details(of: item.id, now: time.now())
        self.item = known?.item ?? item
        phase = .shown(content(known?.item ?? item, known?.facts), known == nil ? .preview : .loaded)
        Task { [interest] in await interest.learn([item.id], anew: true) }
    }

    private func fetch(isAutomatic: Bool = false) {
        guard let item else { return }
        asking.ask(slow: { [weak self] in self?.progress(.loading(isSlow: true)) }) { [catalogs] in
            await answer { () async throws(CatalogFailure) in try await catalogs.catalog(of: item.id).details(of: item)
            }
        } answered: { [weak self] answer in
            switch answer {
            case .success(let details): self?.fetched(details, of: item, isAutomatic: isAutomatic)
            case .failure(let failure): self?.failed(failure, item, isAutomatic: isAutomatic)
            }
        }
        progress(.loading(isSlow: false))
    }

    private func fetched(_ details: ItemDetails, of asked: Item, isAutomatic: Bool) {
        item = details.item
        phase = .shown(content(details.item, details.facts), .loaded)
        if let kept = details.kept {
            return tell(kept.failure, asked, keptAt: kept.at, isAutomatic: isAutomatic)
        }
        cache.keep(details, for: asked.id, now: time.now())
        flags.shelf.refresh([details.item])
    }

    /// What is known stays under the failure.
    private func failed(_ failure: CatalogFailure, _ item: Item, isAutomatic: Bool) {
        guard failure != .cancelled else { return putBack() }
        if failure == .gone { cache.forget(item.id) }
        tell(failure, item, isAutomatic: isAutomatic)
    }

    private func tell(_ failure: CatalogFailure, _ item: Item, keptAt: Date? = nil, isAutomatic: Bool) {
        let retry = { [weak self] in
            guard let self else { return }
            fetch(isAutomatic: true)
        }
        let service = catalogs[item.id.catalog]?.profile.service ?? item.id.host
        asking.tell(
            failure, about: item.title, of: service, keptAt: keptAt, retry: isAutomatic ? nil : retry
        ) { [weak self] content in self?.progress(.failed(content)) }
    }

    /// A question that nobody here ended came to nothing: as if it had not been asked.
    private func putBack() {
        guard case .shown(let content, _) = phase else { return }
        phase = .shown(content, content.isWhole ? .loaded : .preview)
    }

    private func content(_ item: Item, _ details: (any DetailFacts)?) -> DetailsContent {
        let catalog = try? catalogs.catalog(of: item.id)
        return DetailsContent(
            item, details: details, relations: catalog?.relations?.kinds(of: item) ?? [],
            flags: flags.flags(of: item.id), formats: formats, now: time.now())
    }

    private func flagsChanged() {
        guard case .shown(var content, let progress) = phase else { return }
        content.item.flags = flags.flags(of: content.id)
        phase = .shown(content, progress)
    }

    private func progress(_ new: DetailsProgress) {
        if case .shown(let content, _) = phase { phase = .shown(content, new) }
    }
}
