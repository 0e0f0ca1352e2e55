import Foundation
public import Observation
public import StargazerLibrary

/// A related list of an item, such as a person's followers, with a filter by name.
@MainActor @Observable public final class RelationViewModel {
    public private(set) var phase = RelationPhase.loading(isSlow: false)
    /// The filter as typed.
    public private(set) var filter = ""
    /// Whether only members of the opposite list are shown.
    public private(set) var isMutual = false
    /// The inverse list, loaded on demand; nil when there is none.
    @ObservationIgnored public let opposite: CompleteLists?
    public private(set) var selection: ItemID?

    @ObservationIgnored public let kind: RelationKind
    /// The item that the list belongs to.
    @ObservationIgnored public let origin: Item
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
        formats: Formats, network: (any NetworkStatus)? = nil
    ) {
        self.kind = kind
        self.origin = origin
        self.catalogs = catalogs
        self.flags = flags
        self.time = time
        self.formats = formats
        service = catalogs.service(of: origin.id)
        opposite = catalogs[origin.id]?.relations?.opposite(of: kind).map {
            CompleteLists($0, of: origin, catalogs: catalogs, flags: flags, formats: formats)
        }
        list = BatchedList(
            flags: flags, time: time, formats: formats, service: service, name: { _ in origin.cleanTitle },
            network: network
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

    /// The selected item, which keyboard shortcuts act on.
    public var item: Item? { selection.flatMap { list.item(for: $0) } }

    /// The shape of the items, which may belong to another catalog than `origin`; nil while there are none.
    public var shape: CatalogProfile.Shape? {
        list.results?.rows.first.map { catalogs[$0.id]?.profile.relatedShape ?? .rows }
    }

    public func item(for id: ItemID) -> Item? { list.item(for: id) }

    // MARK: User actions

    public func select(_ id: ItemID?) { selection = id }

    public func toggleFavorite(_ id: ItemID) {
        if let item = list.item(for: id) { flags.favoritesModel.toggle(item) }
    }

    /// Filters the loaded items by words in their names.
    public func filterChanged(_ text: String) {
        guard text != filter else { return }
        filter = text
        render()
    }

    /// Shows only members of the opposite list, or all items. Loads the complete opposite list once.
    public func mutualChanged(_ isMutual: Bool) {
        guard let opposite, isMutual != self.isMutual else { return }
        self.isMutual = isMutual
        if isMutual, opposite.phase != .complete {
            opposite.loadAll {}
        } else if !isMutual, case .unfinished(.loading) = opposite.phase {
            opposite.cancel()
        }
        render()
    }

    /// Prefetches the next batch near the end of the list. Not while a filter is active: the end is then always near.
    public func didApproachEnd() {
        if ItemFilter(filter).isBlank, !isMutual { list.loadNext(at: .prefetch) }
    }

    public func loadNextBatch() { list.loadNext() }

    /// Loads the missing facts of the rows that start at this position.
    public func rowsBecameVisible(from index: Int) {
        let rows = phase.shown?.rows.dropFirst(max(0, index)).prefix(VisibleItemLoader.maxVisibleRows) ?? []
        itemLoader.load(rows.compactMap { list.item(for: $0.id) })
    }

    public func retryBatch() { list.retryNextBatch() }

    /// Loads the list again. The current items stay until the new ones arrive.
    public func refresh() {
        if case .loading = list.stage { return }
        itemLoader.end()
        list.begin(kind)
    }

    public func tryAgain() {
        if list.hasFailed { refresh() } else { retryBatch() }
    }

    func retry(after change: ServiceChange) {
        if case .failed(let content) = phase, content.failure.mayPass(after: change) { tryAgain() }
    }

    // MARK: State

    private func listChanged(_ event: BatchedList<RelationKind>.Event) {
        render()
        if case .found = event { rowsBecameVisible(from: 0) }
    }

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
            // The request was cancelled.
            case (.start, _), (.shown, nil): .loading(isSlow: false)
            }
        if let selection, list.item(for: selection) == nil { self.selection = nil }
    }

    /// Shows the loaded members of the opposite list as they arrive. Shows all items when the list cannot be loaded.
    private func oppositeChanged() {
        switch opposite?.phase {
        case .unfinished(.failed), .unfinished(.tooManyRequests): isMutual = false
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

public enum RelationPhase: Equatable, Sendable {
    /// Nothing has been loaded. `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case shown(ResultsContent, RelationProgress)
    case empty
    /// None of the loaded items match the filter; there may be more to load.
    case noMatch(filter: String, footer: ListFooter)
    case failed(FailureContent)

    public var shown: ResultsContent? {
        if case .shown(let content, _) = self { content } else { nil }
    }
}

public enum RelationProgress: Equatable, Sendable {
    case none
    /// The list is being loaded again. `isSlow` after 500 ms.
    case refreshing(isSlow: Bool)
    case failed(FailureContent)
}
