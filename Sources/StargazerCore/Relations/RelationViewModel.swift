import Foundation
public import Observation

/// One list that an item leads to, such as who follows a person: what has been loaded of it, filtered by name.
@MainActor @Observable public final class RelationViewModel {
    public private(set) var phase = RelationPhase.loading(isSlow: false)
    /// As typed.
    public private(set) var filter = ""
    /// Only those show who are in the opposite list as well.
    public private(set) var isMutual = false
    /// The list that leads the other way, as far as it was asked for; nil where there is none.
    @ObservationIgnored public let opposite: CompleteList?
    /// The selected row; nil for none.
    public private(set) var selection: ItemID?

    @ObservationIgnored public let kind: RelationKind
    /// What the list is of.
    @ObservationIgnored public let origin: Item
    /// What people call the service that is asked.
    @ObservationIgnored public let service: String
    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let list: BatchedList<RelationKind>
    @ObservationIgnored private lazy var itemLoader = VisibleItemLoader(catalogs: catalogs, time: time) { [weak self] in
        self?.itemLoaded($0)
    }

    init(
        _ kind: RelationKind, of origin: Item, catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource,
        formats: Formats
    ) {
        self.kind = kind
        self.origin = origin
        self.catalogs = catalogs
        self.flags = flags
        self.time = time
        self.formats = formats
        service = catalogs[origin.id.catalog]?.profile.service ?? origin.id.host
        opposite = catalogs[origin.id.catalog]?.relations?.opposite(of: kind).map {
            CompleteList($0, of: origin, catalogs: catalogs, flags: flags, formats: formats)
        }
        list = BatchedList(
            flags: flags, time: time, formats: formats, service: service, name: { _ in origin.cleanTitle }
        ) { kind, cursor throws(CatalogFailure) in
            guard let relations = try catalogs.catalog(of: origin.id).relations else {
                throw .unexpected(code: "relation")
            }
            let batch = try await relations.items(kind, of: origin, after: cursor)
            await flags.recordRelation(batch.items, in: kind, of: origin)
            return batch
        }
        list.onEvent = { [weak self] in self?.listChanged($0) }
        opposite?.changed = { [weak self] in self?.oppositeChanged() }
        list.retry = { [weak self] isFirst in
            guard let self else { return }
            if isFirst { list.begin(kind, isAutomatic: true) } else { list.loadBatch(isAutomatic: true) }
        }
        list.begin(kind)
    }

    /// What keys act on: the selected item.
    public var item: Item? { selection.flatMap { list.item(for: $0) } }

    /// How the items are shown, which may be of another catalog than what led to them; nil before there are any.
    public var shape: CatalogProfile.Shape? {
        list.results?.rows.first.map { catalogs[$0.id.catalog]?.profile.shape ?? .rows }
    }

    public func item(for id: ItemID) -> Item? { list.item(for: id) }

    // MARK: Intents

    public func select(_ id: ItemID?) { selection = id }

    public func toggleFavorite(_ id: ItemID) {
        if let item = list.item(for: id) { flags.favoritesModel.toggle(item) }
    }

    /// Shows of what has been loaded what has these words in its name.
    public func filterChanged(_ text: String) {
        guard text != filter else { return }
        filter = text
        render()
    }

    /// Shows only those who are in the opposite list too, or all. The other list is asked for once, all of it.
    public func mutualChanged(_ isMutual: Bool) {
        guard let opposite, isMutual != self.isMutual else { return }
        self.isMutual = isMutual
        if isMutual, opposite.phase != .complete {
            opposite.loadAll {}
        } else if !isMutual, case .loading = opposite.phase {
            opposite.cancel()
        }
        render()
    }

    /// The end of the list came near. Under a filter it always is near, and the button asks.
    public func didApproachEnd() {
        if ItemFilter(filter).isBlank, !isMutual { list.loadNext(at: .prefetch) }
    }

    /// Loads the next batch when there is one and nothing is being loaded.
    public func loadNextBatch() { list.loadNext() }

    /// The rows from this place on show; what they lack is asked for.
    public func rowsBecameVisible(from place: Int) {
        let rows = phase.shown?.rows.dropFirst(max(0, place)).prefix(VisibleItemLoader.maxVisibleRows) ?? []
        itemLoader.load(rows.compactMap { list.item(for: $0.id) })
    }

    /// The retry row: asks again for a batch that failed.
    public func retryBatch() { list.retryNextBatch() }

    /// Asks for the list again; what is shown stays until it is there.
    public func refresh() {
        if case .loading = list.stage { return }
        itemLoader.end()
        list.begin(kind)
    }

    /// The button of a failed page or of a notice.
    public func tryAgain() {
        if list.hasFailed { refresh() } else { retryBatch() }
    }

    // MARK: Showing

    private func listChanged(_ event: BatchedList<RelationKind>.Event) {
        render()
        if case .found = event { rowsBecameVisible(from: 0) }
    }

    /// More is known of an item that shows.
    private func itemLoaded(_ item: Item) {
        list.update(item)
        flags.favoritesModel.refresh([item])
    }

    private func render() {
        let content = list.results?.content(formats: formats, catalogResultLimit: nil, footer: list.footer)
        phase =
            switch (list.stage, content) {
            case (.loading(let isSlow), let content?): filtered(content, .refreshing(isSlow: isSlow))
            case (.loading(let isSlow), nil): .loading(isSlow: isSlow)
            case (.shown(let notice), let content?): filtered(content, notice.map { .failed($0) } ?? .none)
            case (.failed(let failure), _): .failed(failure)
            case (.empty, _): .empty
            // Asking came to nothing.
            case (.start, _), (.shown, nil): .loading(isSlow: false)
            }
        if let selection, list.item(for: selection) == nil { self.selection = nil }
    }

    /// Those of the other list that have come show at once; where it cannot be had, all do.
    private func oppositeChanged() {
        switch opposite?.phase {
        case .failed, .tooManyRequests: isMutual = false
        default: break
        }
        render()
    }

    private func filtered(_ content: ResultsContent, _ progress: RelationProgress) -> RelationPhase {
        let others = isMutual ? Set(opposite?.items.map(\.id) ?? []) : nil
        let content = content.filtered(to: filter, among: others, formats: formats)
        guard !content.rows.isEmpty || !content.isFiltered else {
            return .noMatch(filter: filter, footer: content.footer)
        }
        return .shown(content, progress)
    }
}
