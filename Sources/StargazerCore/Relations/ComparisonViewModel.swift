import Foundation
public import Observation

/// What two items have in common: of each list that can be compared, those that are in the lists of both. With whom is
/// chosen among favorites, the account itself, or typed by name; what the lists take is counted then, and nothing more is
/// asked of the server before a button says so.
@MainActor @Observable public final class ComparisonViewModel {
    public enum Phase: Equatable, Sendable {
        /// With whom is not said yet.
        /// - Parameter refused: why the name that was typed last names nobody else.
        case choosing(refused: RefusedName?)
        /// Who was chosen is looked up, and how long the lists are.
        case counting(name: String)
        /// - Parameter requests: nil when nobody can tell how many it takes.
        case ready(name: String, requests: NumberContent?)
        case gathering(came: NumberContent, about: NumberContent?)
        case shown(ComparisonContent)
        case tooLong(needed: NumberContent, left: NumberContent)
        case failed(FailureContent)
    }

    public private(set) var phase = Phase.choosing(refused: nil)
    /// Favorites that it may be compared with, by name.
    public private(set) var candidates: [ItemContent] = []
    @ObservationIgnored public let origin: Item
    /// The account's own name, to choose it; nil for nobody, and where it is what is compared.
    @ObservationIgnored public let ownName: String?

    /// More candidates, or more in common, are not shown; those in common are counted.
    static let mostShown = 200

    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let asking: Asking
    @ObservationIgnored private var known: [ItemID: Item] = [:]
    @ObservationIgnored private var reading: Task<Void, Never>?
    @ObservationIgnored private var pair: Pair?
    @ObservationIgnored private var lists: [WholeList] = []
    @ObservationIgnored private var again: () -> Void = {}

    /// Two of whom all is known that tells how long their lists are.
    private struct Pair: Sendable {
        var one: Item
        var other: Item
        /// In the order they are shown, each with its length for the one and for the other.
        var kinds: [(kind: RelationKind, one: ListExtent?, other: ListExtent?)]

        var extents: [ListExtent?] { kinds.flatMap { [$0.one, $0.other] } }
        /// Nil when nobody can tell.
        var requests: Int? {
            let known = extents.compactMap(\.self)
            return known.count == extents.count ? known.reduce(0) { $0 + $1.requests } : nil
        }
        var items: Int? {
            let known = extents.compactMap(\.self)
            return known.count == extents.count ? known.reduce(0) { $0 + $1.items } : nil
        }
    }

    init(of origin: Item, catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource, formats: Formats) {
        self.origin = origin
        self.catalogs = catalogs
        self.flags = flags
        self.time = time
        self.formats = formats
        asking = Asking(time: time, formats: formats)
        ownName = flags.follows.flatMap { $0.isOwn(origin) ? nil : $0.login }
        let shelf = flags.shelf
        reading = Task { [weak self] in
            for await library in Observations({ shelf.library }) {
                guard let library else { continue }
                let query = FavoritesQuery(order: .sorted(SortOrder(.name)), catalog: origin.id.catalog)
                let answer = try? await library.favorites(query, reading: Self.mostShown)
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
        let sought: SoughtItem?
        do throws(CatalogFailure) { sought = try catalogs.catalog(of: origin.id).sought(named: name) } catch {
            if case .badQuery(let flaw) = error { return refuse(.flawed(flaw)) }
            return failed(error)
        }
        guard let sought else { return refuse(.noName) }
        count(with: sought.name) { catalog throws(CatalogFailure) in try await catalog.details(of: sought) }
    }

    /// Asks for the lists, and compares them.
    public func compare() {
        guard let pair else { return }
        again = { [weak self] in self?.compare() }
        lists = pair.kinds.flatMap { kind, one, other in
            [(pair.one, one), (pair.other, other)].map { item, extent in
                WholeList(kind, of: item, extent: extent, catalogs: catalogs, flags: flags, formats: formats)
            }
        }
        for list in lists { list.changed = { [weak self] in self?.listChanged() } }
        asking.ask { [catalogs, origin] in
            await answer { () async throws(CatalogFailure) in
                try await catalogs.catalog(of: origin.id).relations?.requestsLeft()
            }
        } answered: { [weak self] answer in
            guard let self, case .success(let left) = answer else { return }
            if let left, let needed = pair.requests, needed > left {
                phase = .tooLong(needed: number(needed), left: number(left))
            } else {
                gather(from: 0)
            }
        }
        phase = .gathering(came: number(0), about: pair.items.map(number))
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
        let others = items.filter { $0.id != origin.id && comparable($0) }
        for item in others { known[item.id] = item }
        candidates = others.map { ItemContent($0, formats: formats, now: time.now()) }
    }

    private func comparable(_ item: Item) -> Bool {
        (try? catalogs.catalog(of: item.id))?.relations?.comparable(of: item).isEmpty == false
    }

    private func refuse(_ name: RefusedName) { phase = .choosing(refused: name) }

    private func count(
        with name: String, _ find: @escaping @Sendable (any Catalog) async throws(CatalogFailure) -> ItemDetails
    ) {
        again = { [weak self] in self?.count(with: name, find) }
        pair = nil
        asking.ask { [catalogs, origin] in
            await answer { () async throws(CatalogFailure) in
                let catalog = try catalogs.catalog(of: origin.id)
                guard let relations = catalog.relations else { throw .unexpected(code: "relation") }
                let other = try await find(catalog).item
                let one = try await catalog.details(of: origin).item
                var pair = Pair(one: one, other: other, kinds: [])
                guard one.id != other.id else { return pair }
                let kinds = relations.comparable(of: other)
                for kind in relations.comparable(of: one) where kinds.contains(kind) {
                    pair.kinds.append(
                        (kind, try await relations.counted(kind, of: one), try await relations.counted(kind, of: other))
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
    private func gather(from place: Int) {
        guard place < lists.count else { return compared() }
        lists[place].gather { [weak self] in self?.gather(from: place + 1) }
    }

    private func listChanged() {
        for list in lists {
            switch list.phase {
            case .tooLong(let needed, let left): phase = .tooLong(needed: needed, left: left)
            case .failed(let failure): phase = .failed(failure)
            default: continue
            }
            return
        }
        guard case .gathering = phase, let pair else { return }
        let came = lists.reduce(0) { $0 + $1.items.count }
        phase = .gathering(came: number(came), about: pair.items.map { number(max($0, came)) })
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
                rows: common.prefix(Self.mostShown).map { ItemContent($0, formats: formats, now: now) })
        }
        lists = []
        phase = .shown(
            ComparisonContent(one: pair.one.cleanShortTitle, other: pair.other.cleanShortTitle, parts: parts))
    }

    private func end() {
        asking.end()
        for list in lists { list.changed = {} }
        lists = []
    }

    private func failed(_ failure: CatalogFailure) {
        guard failure != .cancelled else { return cancel() }
        let service = catalogs[origin.id.catalog]?.profile.service ?? origin.id.host
        asking.tell(failure, about: origin.cleanTitle, of: service, retry: nil) { [weak self] in
            self?.phase = .failed($0)
        }
    }

    private func number(_ count: Int) -> NumberContent { NumberContent(count, formats: formats) }
}

/// Why a name that was typed names nobody to compare with.
public enum RefusedName: Equatable, Sendable {
    /// Nothing can be called that.
    case flawed(QueryFlaw)
    case noName
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
