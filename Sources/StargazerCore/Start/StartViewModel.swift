import Foundation
public import Observation

/// What stands where results will: the person's own things, what is trending, and searches to begin with. It asks only
/// while somebody looks at it, and what is trending at most once a day for each choice, while the server leaves more
/// searches than are kept for the Enter key. Who presses something is always asked for.
@MainActor @Observable public final class StartViewModel {
    public let examples: [SearchExample]
    public let periods: [TrendingPeriod]
    /// What the trending can be narrowed by, with the values that are offered; nil for nothing.
    public let narrowing: (name: QualifierName, values: [String])?
    public private(set) var choice: TrendingChoice

    /// For so long what is trending is not asked for again by itself.
    static let freshness: TimeInterval = 24 * 3600
    /// What was said this lately has no age.
    private static let justNow: TimeInterval = 60
    private static let mostRecent = 5
    private static let mostTrending = 5
    private static let mostTerms = 8
    private static let mostOwn = 3

    private var favorites: [Item] = []
    private var answers: [TrendingChoice: TrendingBatch] = [:]
    /// Of the last question; nil while nothing went wrong.
    private var failure: CatalogFailure?
    /// What is asked is on its way; what is known of it shows meanwhile.
    private var isAsking = true
    private var isSlow = false
    /// Ages count from here, so that what shows does not change while nobody does anything.
    private var lookedAt: Date

    @ObservationIgnored private let search: SearchViewModel
    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let interest: ItemInterest
    @ObservationIgnored private let asking: Asking
    @ObservationIgnored private var watching: Task<Void, Never>?

    public convenience init(search: SearchViewModel, of app: AppModel) {
        self.init(search: search, catalog: search.catalog, flags: app.flags, time: app.time, formats: app.formats)
    }

    init(search: SearchViewModel, catalog: any Catalog, flags: ItemFlagSource, time: TimeSource, formats: Formats) {
        self.search = search
        self.catalog = catalog
        self.flags = flags
        self.time = time
        self.formats = formats
        interest = flags.shelf.interest()
        asking = Asking(time: time, formats: formats)
        lookedAt = time.now()
        let rules = catalog.profile.query
        examples = rules.examples.map { text in
            SearchExample(text: text, chips: search.query.chips(of: QueryText(text, rules: rules)))
        }
        periods = catalog.trending?.periods ?? []
        choice = TrendingChoice(periods.contains(.week) ? .week : periods.first ?? .day)
        narrowing = catalog.trending?.narrowing.flatMap { rules[$0] }.map { ($0.name, search.query.offers(of: $0)) }
    }

    isolated deinit { watching?.cancel() }

    // MARK: What shows

    public var content: StartContent {
        StartContent(
            recent: Array(search.history.queries.prefix(Self.mostRecent)),
            viewed: rows(viewed), favorites: rows(favorites), examples: examples, trending: trending)
    }

    private var viewed: [Item] {
        // What is shown as a favorite need not be shown twice.
        let known = Set(favorites.map(\.id))
        return Array(search.history.viewed.lazy.filter { !known.contains($0.id) }.prefix(Self.mostOwn))
    }

    private var trending: TrendingPhase? {
        guard let trending = catalog.trending else { return nil }
        if let batch = answers[choice] {
            let age = lookedAt.timeIntervalSince(batch.at)
            return .shown(
                TrendingContent(
                    rows: rows(batch.items.prefix(Self.mostTrending)), terms: Array(batch.terms.prefix(Self.mostTerms)),
                    since: formats.dayInUTC(batch.since),
                    age: age < Self.justNow ? nil : formats.relative(batch.at, now: lookedAt),
                    query: trending.query(choice, now: batch.at)))
        }
        if isAsking { return .asking(isSlow: isSlow) }
        return .unknown(
            failure.map { FailureContent(failure: $0, query: "", service: catalog.profile.service) })
    }

    private func rows(_ items: some Sequence<Item>) -> [ItemContent] {
        items.map { ItemContent($0, flags: flags.flags(of: $0.id), formats: formats, now: lookedAt) }
    }

    /// The item behind a row.
    public func item(for id: ItemID) -> Item? {
        (favorites + search.history.viewed + (answers[choice]?.items ?? [])).first { $0.id == id }
    }

    // MARK: Intents

    /// Somebody looks.
    public func look() {
        guard watching == nil else { return }
        lookedAt = time.now()
        watching = Task { [weak self, shelf = flags.shelf, history = search.history] in
            for await _ in Observations({ (shelf.library != nil, shelf.revision, history.viewed.count) }) {
                await self?.readFavorites()
            }
        }
        bringTrending(isWanted: false)
    }

    /// Nobody does any more; what is still on its way comes to nothing.
    public func leave() {
        watching?.cancel()
        watching = nil
        endAsking()
    }

    public func choose(_ period: TrendingPeriod) {
        guard period != choice.period, periods.contains(period) else { return }
        choice.period = period
        bringTrending(isWanted: true)
    }

    /// - Parameter value: nil for all.
    public func narrow(to value: String?) {
        guard value != choice.narrowed else { return }
        choice.narrowed = value
        bringTrending(isWanted: true)
    }

    /// What is trending is asked for now, however lately it was.
    public func refresh() { bringTrending(isWanted: true, isForced: true) }

    public func toggleFavorite(_ id: ItemID) {
        if let item = item(for: id) { flags.shelf.toggle(item) }
    }

    public func searchAgain(_ text: String) { search.searchAgain(recent: text) }

    /// Finds all that is trending.
    public func searchTrending() {
        if case .shown(let content)? = trending { search.search(for: content.query) }
    }

    // MARK: Asking

    private func readFavorites() async {
        guard let library = flags.shelf.library else { return }
        let question = FavoritesQuery(catalog: catalog.profile.kind)
        let answer = try? await library.favorites(question, reading: Self.mostOwn)
        if Task.isCancelled { return }
        let newest = answer?.first.map(\.favorite.item) ?? []
        // Known before they show, or each star would be filled a moment late.
        await interest.learn(newest.map(\.id) + search.history.viewed.map(\.id), anew: true)
        await interest.learn(trendingShown, anew: false)
        if !Task.isCancelled, newest != favorites { favorites = newest }
    }

    private var trendingShown: [ItemID] {
        answers.values.flatMap { $0.items.prefix(Self.mostTrending).map(\.id) }
    }

    private func endAsking() {
        asking.end()
        isAsking = false
        isSlow = false
    }

    /// What was kept shows at once. The server is asked where it is older than a day, or there is none.
    private func bringTrending(isWanted: Bool, isForced: Bool = false) {
        endAsking()
        failure = nil
        guard let trending = catalog.trending else { return }
        let choice = choice
        if let known = answers[choice], !isForced, isFresh(known) { return }
        let mayAsk = { @Sendable [catalog] in
            let left = await catalog.searchesLeft()
            return isWanted || left ?? .max > TypingPause.reserve
        }
        isAsking = true
        let isKnown = answers[choice] != nil
        asking.ask { [interest] () async -> Result<(kept: TrendingBatch?, mayAsk: Bool), CatalogFailure> in
            let kept = isKnown ? nil : await trending.kept(choice)
            if let kept { await interest.learn(kept.items.prefix(Self.mostTrending).map(\.id), anew: false) }
            return .success((kept: kept, mayAsk: await mayAsk()))
        } answered: { [weak self] answer in
            guard let self, case .success(let (kept, mayAsk)) = answer else { return }
            if let kept { answers[choice] = kept }
            let isFresh = answers[choice].map(isFresh) ?? false
            if isForced || !isFresh, mayAsk {
                ask(trending, choice, at: isWanted ? .awaited : .ahead)
            } else {
                endAsking()
            }
        }
    }

    private func ask(_ trending: any Trending, _ choice: TrendingChoice, at urgency: Urgency) {
        isAsking = true
        asking.ask(at: urgency, slow: { [weak self] in self?.isSlow = true }) { [interest] in
            let answer = await Self.answer(trending, choice)
            if case .success(let batch) = answer {
                await interest.learn(batch.items.prefix(Self.mostTrending).map(\.id), anew: false)
            }
            return answer
        } answered: { [weak self] answer in
            guard let self else { return }
            endAsking()
            switch answer {
            case .success(let batch):
                answers[choice] = batch
                failure = batch.failure
                lookedAt = time.now()
            case .failure(.cancelled): break
            case .failure(let failure): self.failure = failure
            }
        }
    }

    @concurrent
    private nonisolated static func answer(
        _ trending: any Trending, _ choice: TrendingChoice
    ) async -> Result<TrendingBatch, CatalogFailure> {
        do throws(CatalogFailure) { return .success(try await trending.ask(choice)) } catch { return .failure(error) }
    }

    /// A clock that was set back makes nothing fresh.
    private func isFresh(_ batch: TrendingBatch) -> Bool {
        (0..<Self.freshness).contains(time.now().timeIntervalSince(batch.at))
    }
}
