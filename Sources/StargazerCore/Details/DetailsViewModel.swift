import Foundation
public import Observation

/// The details pane. Arrowing over rows asks nothing; a rest on one asks in passing, and says nothing where that fails;
/// opening asks once. An answer counts only while its item is the one in the pane and no newer question was asked about
/// it.
@MainActor @Observable public final class DetailsViewModel {
    public private(set) var phase = DetailsPhase.none
    /// The item in the pane, as fresh as it is known.
    public private(set) var item: Item?
    /// What is written about it at length.
    @ObservationIgnored public let document: DocumentViewModel

    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let asking: Asking
    @ObservationIgnored private let interest: ItemInterest

    @ObservationIgnored private let cache: FreshCache<ItemID, ItemDetails>
    @ObservationIgnored private let supplements: ItemSupplements
    @ObservationIgnored private var watching: Task<Void, Never>?
    @ObservationIgnored private var resting: Task<Void, Never>?

    /// A rest on a row that is worth more than what the row knows.
    static let rest = Duration.milliseconds(300)

    public convenience init(catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource, formats: Formats) {
        self.init(catalogs: catalogs, flags: flags, time: time, formats: formats, caches: PageCaches())
    }

    /// - Parameter caches: what other pages have fetched already.
    init(catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource, formats: Formats, caches: PageCaches) {
        document = DocumentViewModel(catalogs: catalogs, time: time, formats: formats, cache: caches.documents)
        supplements = ItemSupplements(catalogs: catalogs, time: time, formats: formats, cache: caches.supplements)
        cache = caches.details
        self.catalogs = catalogs
        self.flags = flags
        self.time = time
        self.formats = formats
        asking = Asking(time: time, formats: formats)
        interest = flags.shelf.interest()
        watching = flags.watch { [weak self] in self?.flagsChanged() }
        supplements.changed = { [weak self] in self?.supplementsChanged() }
    }

    isolated deinit {
        watching?.cancel()
        resting?.cancel()
    }

    /// Shows what the row knows, or what was fetched lately. An item that is in the pane stays as it is.
    /// - Parameter rests: asks for the rest of it when nothing else is looked at for 300 ms, where its catalog is fit
    ///   for that (`CatalogProfile.heedsUrgency`).
    public func preview(_ item: Item, rests: Bool = false) {
        guard item.id != self.item?.id else { return }
        present(item)
        guard rests, phase.progress == .preview, catalogs[item.id.catalog]?.profile.heedsUrgency == true else {
            return
        }
        resting = Task { [weak self, time] in
            do { try await time.sleep(Self.rest) } catch { return }
            guard let self, !Task.isCancelled else { return }
            document.rest(on: item)
            fetch(at: .rest)
        }
    }

    /// Fetches the full facts, or takes them from memory when they are less than 5 minutes old. An item whose facts are
    /// there, or on their way, is not asked for again.
    public func open(_ item: Item) {
        if item.id != self.item?.id { present(item) }
        guard case .shown(_, let progress) = phase else { return }
        resting?.cancel()
        document.open(self.item ?? item)
        flags.look(at: item)
        switch progress {
        case .preview where asking.isUnderWay:
            asking.hasten()
            self.progress(.loading(isSlow: false))
        case .preview, .failed: fetch()
        case .loaded where cache.value(of: item.id, now: time.now()) == nil: fetch()
        case .loaded: supplements.open(self.item ?? item)
        case .loading: break
        }
    }

    /// Finds what is known by its name alone. Until it is found there is no item in the pane.
    public func open(_ sought: SoughtItem) {
        item = nil
        resting?.cancel()
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
        case .shown:
            document.refresh()
            fetch(isAnew: true)
        case .sought: tryAgain()
        }
    }

    public func close() {
        document.close()
        supplements.close()
        endAsking()
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
                document.open(details.item)
                flags.look(at: details.item)
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

    private func endAsking() {
        resting?.cancel()
        asking.end()
    }

    private func present(_ item: Item) {
        endAsking()
        let known = cache.value(of: item.id, now: time.now())
        self.item = known?.item ?? item
        document.preview(item)
        supplements.preview(known?.item ?? item)
        phase = .shown(content(known?.item ?? item, known?.facts), known == nil ? .preview : .loaded)
        Task { [interest] in await interest.learn([item.id], anew: true) }
    }

    /// - Parameter isAnew: what is known of its supplements is asked for again as well.
    private func fetch(at urgency: Urgency = .awaited, isAnew: Bool = false, isAutomatic: Bool = false) {
        guard let item else { return }
        resting?.cancel()
        let glances = catalogs[item.id.catalog]?.profile.heedsUrgency == true
        asking.ask(
            at: urgency, glanced: glances ? { [weak self] in self?.glanced($0) } : nil,
            slow: { [weak self] in self?.progress(.loading(isSlow: true)) }
        ) { [catalogs] in
            await answer { () async throws(CatalogFailure) in try await catalogs.catalog(of: item.id).details(of: item)
            }
        } answered: { [weak self] answer in
            switch answer {
            case .success(let details):
                self?.fetched(details, of: item, isAnew: isAnew, isAutomatic: isAutomatic)
            case .failure(let failure): self?.failed(failure, item, isAutomatic: isAutomatic)
            }
        }
        if urgency == .awaited { progress(.loading(isSlow: false)) }
    }

    /// What is kept shows until there is something newer, unless something whole does.
    private func glanced(_ kept: ItemDetails) {
        guard case .shown(let shown, let progress) = phase, !shown.isWhole else { return }
        item = kept.item
        phase = .shown(content(kept.item, kept.facts, keptAt: kept.kept?.at), progress)
    }

    private func fetched(_ details: ItemDetails, of asked: Item, isAnew: Bool = false, isAutomatic: Bool) {
        item = details.item
        // They are for who opens the item, not for who rests on its row.
        if !asking.isQuiet { supplements.open(details.item, anew: isAnew) }
        phase = .shown(content(details.item, details.facts, keptAt: details.kept?.at), .loaded)
        if let kept = details.kept {
            return asking.isQuiet ? () : tell(kept.failure, asked, keptAt: kept.at, isAutomatic: isAutomatic)
        }
        cache.keep(details, for: asked.id, now: time.now())
        flags.shelf.refresh([details.item])
    }

    /// What is known stays under the failure.
    private func failed(_ failure: CatalogFailure, _ item: Item, isAutomatic: Bool) {
        if failure == .gone { cache.forget(item.id) }
        guard failure != .cancelled, !asking.isQuiet else { return putBack() }
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

    private func content(_ item: Item, _ details: (any DetailFacts)?, keptAt: Date? = nil) -> DetailsContent {
        let catalog = try? catalogs.catalog(of: item.id)
        return DetailsContent(
            item, details: details, supplements: supplements.contents,
            relations: catalog?.relations?.kinds(of: item) ?? [],
            isComparable: catalog?.relations?.comparable(of: item).isEmpty == false, flags: flags.flags(of: item.id),
            keptAt: keptAt, formats: formats, now: time.now())
    }

    private func flagsChanged() {
        guard case .shown(var content, let progress) = phase else { return }
        content.item.flags = flags.flags(of: content.id)
        phase = .shown(content, progress)
    }

    private func supplementsChanged() {
        guard case .shown(var content, let progress) = phase else { return }
        content.supplements = supplements.contents
        phase = .shown(content, progress)
    }

    private func progress(_ new: DetailsProgress) {
        if case .shown(let content, _) = phase { phase = .shown(content, new) }
    }
}
