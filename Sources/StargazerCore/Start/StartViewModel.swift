import Foundation
public import Observation
public import StargazerLibrary

/// The start page of a catalog: the user's recent items, trending items and example searches.
/// It sends requests only while it is visible. Trending items are loaded at most once a day for each choice, and only
/// while more searches are left than are reserved for Enter. A request by the user is always sent.
@MainActor @Observable public final class StartViewModel {
    public let examples: [SearchExample]
    public let periods: [TrendingPeriod]
    /// The qualifier that filters the trending items, with the offered values; nil for none.
    public let filterQualifier: (name: QualifierName, values: [String])?
    public private(set) var choice: TrendingChoice

    /// How long trending items are not loaded again automatically, in seconds.
    static let freshness: TimeInterval = 24 * 3600
    /// Responses younger than this, in seconds, show no age.
    private static let justNow: TimeInterval = 60
    private static let maxRecent = 5
    private static let maxTrending = 5
    private static let maxTerms = 8
    private static let maxPersonal = 3
    private static let maxExamples = 3

    private var favorites: [Item] = []
    private var hasReadFavorites = false
    private var answers: [TrendingChoice: TrendingBatch] = [:]
    /// The failure of the last request; nil when there was none.
    private var failure: CatalogFailure?
    /// Whether a request is running. Known items stay visible meanwhile.
    private var isAsking = true
    private var isSlow = false
    /// The date that ages refer to. It changes only with the content, so that the page does not change by itself.
    private var referenceDate: Date

    @ObservationIgnored private let search: SearchViewModel
    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let trackedItems: TrackedItems
    @ObservationIgnored private let request: LatestRequest
    @ObservationIgnored private let network: (any NetworkStatus)?
    @ObservationIgnored private var watching: Task<Void, Never>?

    public convenience init(search: SearchViewModel, of app: AppModel) {
        self.init(
            search: search, catalog: search.catalog, flags: app.flags, time: app.time, formats: app.formats,
            network: app.outsideNetwork)
    }

    init(
        search: SearchViewModel, catalog: any Catalog, flags: ItemFlagSource, time: TimeSource, formats: Formats,
        network: (any NetworkStatus)? = nil
    ) {
        self.network = network
        self.search = search
        self.catalog = catalog
        self.flags = flags
        self.time = time
        self.formats = formats
        trackedItems = flags.favoritesModel.trackedItems()
        request = LatestRequest(time: time, formats: formats)
        referenceDate = time.now()
        let rules = catalog.profile.query
        examples = rules.examples.prefix(Self.maxExamples).map { text in
            SearchExample(text: text, chips: search.query.chips(of: ParsedQuery(text, rules: rules)))
        }
        periods = catalog.trending?.periods ?? []
        choice = TrendingChoice(periods.contains(.week) ? .week : periods.first ?? .day)
        filterQualifier = catalog.trending?.filterQualifier.flatMap { rules[$0] }.map {
            ($0.name, search.query.offers(of: $0).flatMap(\.values))
        }
    }

    isolated deinit { watching?.cancel() }

    // MARK: Content

    public var content: StartContent {
        StartContent(
            recent: Array(search.history.queries.prefix(Self.maxRecent)),
            viewed: rows(viewed), favorites: rows(favorites), examples: isFirstUse ? examples : [],
            trending: trending)
    }

    /// Whether there are neither searches nor favorites, so that the page explains itself.
    public var isFirstUse: Bool {
        search.history.hasRead && search.history.queries.isEmpty && hasReadFavorites && favorites.isEmpty
    }

    private var viewed: [Item] {
        // Items shown as favorites are not repeated here.
        let known = Set(favorites.map(\.id))
        return Array(search.history.viewed.lazy.filter { !known.contains($0.id) }.prefix(Self.maxPersonal))
    }

    private var trending: TrendingPhase? {
        guard let trending = catalog.trending else { return nil }
        if let batch = answers[choice] {
            let age = referenceDate.timeIntervalSince(batch.at)
            return .shown(
                TrendingContent(
                    rows: rows(batch.items.prefix(Self.maxTrending)), terms: Array(batch.terms.prefix(Self.maxTerms)),
                    since: formats.dayInUTC(batch.since),
                    age: age < Self.justNow ? nil : formats.relative(batch.at, now: referenceDate),
                    query: trending.query(choice, now: batch.at)))
        }
        if isAsking { return .loading(isSlow: isSlow) }
        return .unknown(
            failure.map {
                FailureContent(
                    failure: $0, query: "", service: catalog.profile.service,
                    isServiceDown: $0 == .offline && network?.isAvailable == true)
            })
    }

    private func rows(_ items: some Sequence<Item>) -> [ItemContent] {
        items.map { ItemContent($0, flags: flags.flags(of: $0.id), formats: formats, now: referenceDate) }
    }

    public func item(for id: ItemID) -> Item? {
        (favorites + search.history.viewed + (answers[choice]?.items ?? [])).first { $0.id == id }
    }

    // MARK: User actions

    /// Starts loading when the page becomes visible.
    public func start() {
        guard watching == nil else { return }
        referenceDate = time.now()
        watching = Task { [weak self, favoritesModel = flags.favoritesModel, history = search.history] in
            for await _ in Observations({
                (favoritesModel.library != nil, favoritesModel.revision, history.viewed.count)
            }) {
                await self?.readFavorites()
            }
        }
        loadTrending(isUserInitiated: false)
    }

    /// Stops loading when the page is hidden. Running requests are cancelled.
    public func stop() {
        watching?.cancel()
        watching = nil
        cancelRequest()
    }

    public func choose(_ period: TrendingPeriod) {
        guard period != choice.period, periods.contains(period) else { return }
        choice.period = period
        loadTrending(isUserInitiated: true)
    }

    /// - Parameter value: nil for all.
    public func filter(by value: String?) {
        guard value != choice.filterValue else { return }
        choice.filterValue = value
        loadTrending(isUserInitiated: true)
    }

    /// Loads the trending items now, regardless of their age.
    public func refresh() { loadTrending(isUserInitiated: true, isForced: true) }

    public func toggleFavorite(_ id: ItemID) {
        if let item = item(for: id) { flags.favoritesModel.toggle(item) }
    }

    public func searchAgain(_ text: String) { search.searchAgain(recent: text) }

    public func searchTrending() {
        if case .shown(let content)? = trending { search.search(for: content.query) }
    }

    // MARK: Requests

    private func readFavorites() async {
        let question = FavoritesQuery(scope: .catalog(catalog.profile.kind))
        let answer = await flags.favoritesModel.read { library throws(LibraryFailure) in
            try await library.favorites(question, reading: Self.maxPersonal)
        }
        guard let newest = answer?.first.map(\.favorite.item), !Task.isCancelled else { return }
        // Loaded before the rows show, so that their stars are right from the start.
        await trackedItems.load(newest.map(\.id) + search.history.viewed.map(\.id), startingOver: true)
        await trackedItems.load(trendingShown, startingOver: false)
        if Task.isCancelled { return }
        if newest != favorites { favorites = newest }
        if !hasReadFavorites { hasReadFavorites = true }
    }

    private var trendingShown: [ItemID] {
        answers.values.flatMap { $0.items.prefix(Self.maxTrending).map(\.id) }
    }

    private func cancelRequest() {
        request.cancel()
        isAsking = false
        isSlow = false
    }

    /// Shows the cached items, and loads new ones when these are older than a day or missing.
    private func loadTrending(isUserInitiated: Bool, isForced: Bool = false) {
        cancelRequest()
        failure = nil
        guard let trending = catalog.trending else { return }
        let choice = choice
        if let known = answers[choice], !isForced, isFresh(known) { return }
        let canSend = { @Sendable [catalog] in
            let left = await catalog.searchesLeft()
            return isUserInitiated || left ?? .max > TypingDebouncer.reservedSearches
        }
        isAsking = true
        let isKnown = answers[choice] != nil
        request.start { [trackedItems] () async -> Result<(cached: TrendingBatch?, canSend: Bool), CatalogFailure> in
            let cached = isKnown ? nil : await trending.cached(choice)
            if let cached {
                await trackedItems.load(cached.items.prefix(Self.maxTrending).map(\.id), startingOver: false)
            }
            return .success((cached: cached, canSend: await canSend()))
        } completion: { [weak self] answer in
            guard let self, case .success(let (cached, canSend)) = answer else { return }
            if let cached { answers[choice] = cached }
            let isFresh = answers[choice].map(isFresh) ?? false
            if isForced || !isFresh, canSend {
                ask(trending, choice, at: isUserInitiated ? .userInitiated : .prefetch)
            } else {
                cancelRequest()
            }
        }
    }

    private func ask(_ trending: any TrendingItems, _ choice: TrendingChoice, at priority: RequestPriority) {
        isAsking = true
        request.start(at: priority, slow: { [weak self] in self?.isSlow = true }) { [trackedItems] in
            let answer = await Self.load(trending, choice)
            if case .success(let batch) = answer {
                await trackedItems.load(batch.items.prefix(Self.maxTrending).map(\.id), startingOver: false)
            }
            return answer
        } completion: { [weak self] answer in
            guard let self else { return }
            cancelRequest()
            switch answer {
            case .success(let batch):
                answers[choice] = batch
                failure = batch.failure
                referenceDate = time.now()
            case .failure(.cancelled): break
            case .failure(let failure): self.failure = failure
            }
        }
    }

    @concurrent
    private nonisolated static func load(
        _ trending: any TrendingItems, _ choice: TrendingChoice
    ) async -> Result<TrendingBatch, CatalogFailure> {
        do throws(CatalogFailure) { return .success(try await trending.ask(choice)) } catch { return .failure(error) }
    }

    /// After the clock was set back, nothing counts as fresh.
    private func isFresh(_ batch: TrendingBatch) -> Bool {
        (0..<Self.freshness).contains(time.now().timeIntervalSince(batch.at))
    }
}

/// The content of the start page. Empty sections are hidden.
public struct StartContent: Equatable, Sendable {
    /// Recent searches, newest first.
    public var recent: [String] = []
    /// Recently viewed items, newest first.
    public var viewed: [ItemContent] = []
    /// Newest first.
    public var favorites: [ItemContent] = []
    public var examples: [SearchExample] = []
    /// Nil for catalogs without trending items.
    public var trending: TrendingPhase?
}

/// An example search that shows what qualifiers do.
public struct SearchExample: Equatable, Sendable {
    public let text: String
    public let chips: [QueryChip]
}

public enum TrendingPhase: Equatable, Sendable {
    /// Nothing is known and nothing is loading. Contains the failure when a request failed.
    case unknown(FailureContent?)
    /// Nothing is known yet. `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case shown(TrendingContent)
}

public struct TrendingContent: Equatable, Sendable {
    /// The first trending items; `query` finds the others. Empty only when nothing is trending.
    public let rows: [ItemContent]
    public let terms: [TrendingTerm]
    /// The first day of the formula.
    public let since: String
    /// The age, `3 hours ago`; nil for a fresh response.
    public let age: String?
    /// The search for all of these items.
    public let query: SearchQuery
}
