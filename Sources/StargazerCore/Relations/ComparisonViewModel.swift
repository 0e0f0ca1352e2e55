import Foundation
public import Observation

/// What two items have in common: of each list that can be compared, those that are in the lists of both. With whom is
/// chosen among favorites, the account itself, or typed by name; what the lists take is counted then, and nothing more is
/// asked of the server before a button says so.
@MainActor @Observable public final class ComparisonViewModel {
    public enum Phase: Equatable, Sendable {
        /// With whom is not said yet.
        /// - Parameter refused: why the name that was typed last names nobody else.
        case choosing(refused: ComparisonNameProblem?)
        /// Who was chosen is looked up, and how long the lists are.
        case counting(name: String)
        /// - Parameter requests: nil when nobody can tell how many it takes.
        case ready(name: String, requests: NumberContent?)
        case loading(loaded: NumberContent, about: NumberContent?)
        case shown(ComparisonContent)
        case tooManyRequests(needed: NumberContent, left: NumberContent)
        case failed(FailureContent)
    }

    public private(set) var phase = Phase.choosing(refused: nil)
    /// Favorites that it may be compared with, by name.
    public private(set) var candidates: [ItemContent] = []
    @ObservationIgnored public let origin: Item
    /// The account's own name, to choose it; nil for nobody, and where it is what is compared.
    @ObservationIgnored public let ownName: String?

    /// More candidates, or more in common, are not shown; those in common are counted.
    static let maxShown = 200

    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let request: LatestRequest
    @ObservationIgnored private var known: [ItemID: Item] = [:]
    @ObservationIgnored private var reading: Task<Void, Never>?
    @ObservationIgnored private var pair: Pair?
    @ObservationIgnored private var lists: [CompleteList] = []
    @ObservationIgnored private var again: () -> Void = {}

    /// Two of whom all is known that tells how long their lists are.
    private struct Pair: Sendable {
        var one: Item
        var other: Item
        /// In the order they are shown, each with its length for the one and for the other.
        var kinds: [(kind: RelationKind, one: ListSize?, other: ListSize?)]

        var sizes: [ListSize?] { kinds.flatMap { [$0.one, $0.other] } }
        /// Nil when nobody can tell.
        var requests: Int? {
            let known = sizes.compactMap(\.self)
            return known.count == sizes.count ? known.reduce(0) { $0 + $1.requests } : nil
        }
        var items: Int? {
            let known = sizes.compactMap(\.self)
            return known.count == sizes.count ? known.reduce(0) { $0 + $1.items } : nil
        }
    }

    init(of origin: Item, catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource, formats: Formats) {
        self.origin = origin
        self.catalogs = catalogs
        self.flags = flags
        self.time = time
        self.formats = formats
        request = LatestRequest(time: time, formats: formats)
        ownName = flags.follows.flatMap { $0.isOwn(origin) ? nil : $0.login }
        let favoritesModel = flags.favoritesModel
        reading = Task { [weak self] in
            for await library in Observations({ favoritesModel.library }) {
                guard let library else { continue }
                let query = FavoritesQuery(order: .sorted(SortOrder(.name)), catalog: origin.id.catalog)
                let answer = try? await library.favorites(query, reading: Self.maxShown)
                guard !Task.isCancelled else { return }
                self?.found(answer?.first.map(\.favorite.item) ?? [])
                return
            }
        }
    }

    isolated deinit { reading?.cancel() }

    /// One of those that show.
    public func item(for id: ItemID) -> Item? { known[id] }

    // MARK: Intents

    /// Compares with a candidate.
    public func choose(_ id: ItemID) {
        guard let item = known[id] else { return }
        count(with: item.cleanShortTitle) { catalog throws(CatalogFailure) in try await catalog.details(of: item) }
    }

    /// Compares with what has this name.
    public func choose(named text: String) {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let reference: ItemReference?
        do throws(CatalogFailure) { reference = try catalogs.catalog(of: origin.id).reference(named: name) } catch {
            if case .badQuery(let problem) = error { return refuse(.invalid(problem)) }
            return failed(error)
        }
        guard let reference else { return refuse(.notAName) }
        count(with: reference.name) { catalog throws(CatalogFailure) in try await catalog.details(of: reference) }
    }

    /// Asks for the lists, and compares them.
    public func compare() {
        guard let pair else { return }
        again = { [weak self] in self?.compare() }
        lists = pair.kinds.flatMap { kind, one, other in
            [(pair.one, one), (pair.other, other)].map { item, size in
                CompleteList(kind, of: item, size: size, catalogs: catalogs, flags: flags, formats: formats)
            }
        }
        for list in lists { list.changed = { [weak self] in self?.listChanged() } }
        request.start { [catalogs, origin] in
            await asyncResult { () async throws(CatalogFailure) in
                try await catalogs.catalog(of: origin.id).relations?.requestsLeft()
            }
        } answered: { [weak self] answer in
            guard let self, case .success(let left) = answer else { return }
            if let left, let needed = pair.requests, needed > left {
                phase = .tooManyRequests(needed: number(needed), left: number(left))
            } else {
                loadAll(from: 0)
            }
        }
        phase = .loading(loaded: number(0), about: pair.items.map(number))
    }

    /// The button of a page that failed.
    public func tryAgain() { again() }

    /// Breaks off; what was counted stays known.
    public func cancel() {
        end()
        phase =
            pair.map { .ready(name: $0.other.cleanShortTitle, requests: $0.requests.map(number)) }
            ?? .choosing(refused: nil)
    }

    /// Somebody else is to be chosen.
    public func chooseAnother() {
        end()
        pair = nil
        phase = .choosing(refused: nil)
    }

    // MARK: Who it is, and what it takes

    private func found(_ items: [Item]) {
        let others = items.filter { $0.id != origin.id && isComparable($0) }
        for item in others { known[item.id] = item }
        candidates = others.map { ItemContent($0, formats: formats, now: time.now()) }
    }

    private func isComparable(_ item: Item) -> Bool {
        (try? catalogs.catalog(of: item.id))?.relations?.comparableLists(of: item).isEmpty == false
    }

    private func refuse(_ name: ComparisonNameProblem) { phase = .choosing(refused: name) }

    private func count(
        with name: String, _ find: @escaping @Sendable (any Catalog) async throws(CatalogFailure) -> ItemDetails
    ) {
        again = { [weak self] in self?.count(with: name, find) }
        pair = nil
        request.start { [catalogs, origin] in
            await asyncResult { () async throws(CatalogFailure) in
                let catalog = try catalogs.catalog(of: origin.id)
                guard let relations = catalog.relations else { throw .unexpected(code: "relation") }
                let other = try await find(catalog).item
                let one = try await catalog.details(of: origin).item
                var pair = Pair(one: one, other: other, kinds: [])
                guard one.id != other.id else { return pair }
                let kinds = relations.comparableLists(of: other)
                for kind in relations.comparableLists(of: one) where kinds.contains(kind) {
                    pair.kinds.append(
                        (
                            kind, try await relations.loadSize(kind, of: one),
                            try await relations.loadSize(kind, of: other)
                        )
                    )
                }
                return pair
            }
        } answered: { [weak self] answer in
            switch answer {
            case .success(let pair): self?.counted(pair)
            case .failure(let failure): self?.failed(failure)
            }
        }
        phase = .counting(name: name)
    }

    private func counted(_ pair: Pair) {
        guard pair.one.id != pair.other.id else { return refuse(.itself) }
        guard !pair.kinds.isEmpty else { return refuse(.nothingToCompare) }
        self.pair = pair
        phase = .ready(name: pair.other.cleanShortTitle, requests: pair.requests.map(number))
    }

    // MARK: The lists

    /// One list after the other.
    private func loadAll(from place: Int) {
        guard place < lists.count else { return compared() }
        lists[place].loadAll { [weak self] in self?.loadAll(from: place + 1) }
    }

    private func listChanged() {
        for list in lists {
            switch list.phase {
            case .tooManyRequests(let needed, let left): phase = .tooManyRequests(needed: needed, left: left)
            case .failed(let failure): phase = .failed(failure)
            default: continue
            }
            return
        }
        guard case .loading = phase, let pair else { return }
        let loaded = lists.reduce(0) { $0 + $1.items.count }
        phase = .loading(loaded: number(loaded), about: pair.items.map { number(max($0, loaded)) })
    }

    private func compared() {
        guard let pair else { return }
        let now = time.now()
        let parts = pair.kinds.indices.map { place -> ComparisonContent.Part in
            let others = Set(lists[2 * place + 1].items.map(\.id))
            let common = lists[2 * place].items.filter { others.contains($0.id) }
            for item in common { known[item.id] = item }
            return ComparisonContent.Part(
                kind: pair.kinds[place].kind, count: number(common.count),
                rows: common.prefix(Self.maxShown).map { ItemContent($0, formats: formats, now: now) })
        }
        lists = []
        phase = .shown(
            ComparisonContent(one: pair.one.cleanShortTitle, other: pair.other.cleanShortTitle, parts: parts))
    }

    private func end() {
        request.cancel()
        for list in lists { list.changed = {} }
        lists = []
    }

    private func failed(_ failure: CatalogFailure) {
        guard failure != .cancelled else { return cancel() }
        let service = catalogs[origin.id.catalog]?.profile.service ?? origin.id.host
        request.report(failure, about: origin.cleanTitle, of: service, retry: nil) { [weak self] in
            self?.phase = .failed($0)
        }
    }

    private func number(_ count: Int) -> NumberContent { NumberContent(count, formats: formats) }
}

/// Why a name that was typed names nobody to compare with.
public enum ComparisonNameProblem: Equatable, Sendable {
    /// Nothing can be called that.
    case invalid(QueryProblem)
    case notAName
    /// It is the one that is compared.
    case itself
    /// What has the name has no lists of this kind.
    case nothingToCompare
}

/// What two items have in common.
public struct ComparisonContent: Equatable, Sendable {
    public struct Part: Equatable, Sendable {
        public let kind: RelationKind
        public let count: NumberContent
        /// The first of them.
        public let rows: [ItemContent]
    }

    public let one: String
    public let other: String
    public let parts: [Part]
}
