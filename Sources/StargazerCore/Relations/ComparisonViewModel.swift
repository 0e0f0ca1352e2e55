import Foundation
public import Observation
public import StargazerLibrary

/// Compares two items: which members their lists have in common.
/// The other item is chosen among favorites, is the account itself, or is typed by name. Then the necessary requests
/// are counted. The lists themselves are only loaded when the user presses the button.
@MainActor @Observable public final class ComparisonViewModel {
    public enum Phase: Equatable, Sendable {
        /// No other item has been chosen.
        /// - Parameter refused: why the last typed name cannot be used.
        case choosing(refused: ComparisonNameProblem?)
        /// The chosen item and the lengths of the lists are being loaded.
        case counting(name: String)
        /// - Parameter requests: the necessary requests; nil when unknown.
        case ready(name: String, requests: NumberContent?)
        /// - Parameter progress: the progress of the lists, or why they or the other item could not be loaded.
        case unfinished(CompleteListProgress)
        case shown(ComparisonContent)
    }

    public private(set) var phase = Phase.choosing(refused: nil)
    /// Favorites that can be chosen, by name.
    public private(set) var candidates: [ItemContent] = []
    @ObservationIgnored public let origin: Item
    /// The account's login, which can be chosen; nil while signed out, and when it is `origin`.
    @ObservationIgnored public let ownName: String?

    /// The most candidates, and the most common members of each list, to show. All common members are counted.
    static let maxShown = 200

    @ObservationIgnored private let catalogs: Catalogs
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let request: LatestRequest
    @ObservationIgnored private var known: [ItemID: Item] = [:]
    @ObservationIgnored private var reading: Task<Void, Never>?
    @ObservationIgnored private var pair: Pair?
    @ObservationIgnored private var again: () -> Void = {}

    /// Two items with their lists: for each kind, the list of one and the list of the other.
    private struct Pair {
        let one: Item
        let other: Item
        let lists: CompleteLists
    }

    /// Two items whose list lengths have been loaded.
    private struct Count: Sendable {
        var one: Item
        var other: Item
        var lists: [CompleteLists.Source] = []
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
            for await library in Observations({ favoritesModel.library }) where library != nil {
                let query = FavoritesQuery(order: .sorted(ItemOrder(.name)), scope: .catalog(origin.id.catalog))
                let read = await favoritesModel.read { library throws(LibraryFailure) in
                    try await library.favorites(query, reading: Self.maxShown)
                }
                guard let read else { continue }
                self?.found(read.first.map(\.favorite.item))
                return
            }
        }
    }

    isolated deinit { reading?.cancel() }

    public func item(for id: ItemID) -> Item? { known[id] }

    // MARK: User actions

    /// Counts the requests for a comparison with a candidate.
    public func choose(_ id: ItemID) {
        guard let item = known[id] else { return }
        count(with: item.cleanShortTitle) { catalog throws(CatalogFailure) in try await catalog.details(of: item) }
    }

    /// Counts the requests for a comparison with the item of this name.
    public func choose(named text: String) {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let reference: ItemReference?
        do throws(CatalogFailure) { reference = try catalogs.catalog(of: origin.id).reference(named: name) } catch {
            if case .badQuery(let problem) = error { return refuse(.invalid(problem)) }
            return failed(error)
        }
        guard let reference else { return refuse(.notAName) }
        count(with: reference.name) { catalog throws(CatalogFailure) in
            do throws(CatalogFailure) { return try await catalog.details(of: reference) } catch {
                guard error == .gone else { throw error }
                return nil
            }
        }
    }

    /// Loads the lists and compares them.
    public func compare() {
        guard let pair else { return }
        again = { [weak self] in self?.compare() }
        pair.lists.loadAll { [weak self] in self?.compared() }
    }

    public func tryAgain() { again() }

    /// Cancels loading. The counted requests stay known.
    public func cancel() {
        request.cancel()
        if let pair { pair.lists.cancel() } else { phase = .choosing(refused: nil) }
    }

    public func chooseAnother() {
        pair = nil
        cancel()
    }

    // MARK: Choosing and counting

    private func found(_ items: [Item]) {
        let others = items.filter { $0.id != origin.id && isComparable($0) }
        for item in others { known[item.id] = item }
        candidates = others.map { ItemContent($0, formats: formats, now: time.now()) }
    }

    private func isComparable(_ item: Item) -> Bool {
        catalogs[item.id]?.relations?.comparableLists(of: item).isEmpty == false
    }

    private func refuse(_ name: ComparisonNameProblem) { phase = .choosing(refused: name) }

    /// - Parameter find: nil when nothing has the name.
    private func count(
        with name: String, _ find: @escaping @Sendable (any Catalog) async throws(CatalogFailure) -> ItemDetails?
    ) {
        again = { [weak self] in self?.count(with: name, find) }
        pair = nil
        request.start { [catalogs, origin] in
            await asyncResult { () async throws(CatalogFailure) -> Count? in
                let catalog = try catalogs.catalog(of: origin.id)
                guard let relations = catalog.relations else { throw .unexpected(code: "relation") }
                guard let other = try await find(catalog)?.item else { return nil }
                let one = try await catalog.details(of: origin).item
                var count = Count(one: one, other: other)
                guard one.id != other.id else { return count }
                let kinds = relations.comparableLists(of: other)
                for kind in relations.comparableLists(of: one) where kinds.contains(kind) {
                    for item in [one, other] {
                        count.lists.append(
                            .init(kind: kind, origin: item, size: try await relations.loadSize(kind, of: item)))
                    }
                }
                return count
            }
        } completion: { [weak self] answer in
            switch answer {
            case .success(let count?): self?.counted(count)
            case .success(.none): self?.refuse(.unknown(name))
            case .failure(let failure): self?.failed(failure)
            }
        }
        phase = .counting(name: name)
    }

    private func counted(_ count: Count) {
        guard count.one.id != count.other.id else { return refuse(.itself) }
        guard !count.lists.isEmpty else { return refuse(.nothingToCompare) }
        let lists = CompleteLists(count.lists, catalogs: catalogs, flags: flags, formats: formats)
        lists.changed = { [weak self] in self?.listsChanged() }
        pair = Pair(one: count.one, other: count.other, lists: lists)
        listsChanged()
    }

    // MARK: The lists

    private func listsChanged() {
        guard let pair else { return }
        switch pair.lists.phase {
        case .idle: phase = .ready(name: pair.other.cleanShortTitle, requests: pair.lists.requests)
        case .unfinished(let progress): phase = .unfinished(progress)
        case .complete: break
        }
    }

    private func compared() {
        guard let pair else { return }
        let now = time.now()
        let parts = stride(from: 0, to: pair.lists.lists.count, by: 2).map { place -> ComparisonContent.Part in
            let others = Set(pair.lists.lists[place + 1].map(\.id))
            let common = pair.lists.lists[place].filter { others.contains($0.id) }
            for item in common { known[item.id] = item }
            return ComparisonContent.Part(
                kind: pair.lists.sources[place].kind, count: NumberContent(common.count, formats: formats),
                rows: common.prefix(Self.maxShown).map { ItemContent($0, formats: formats, now: now) })
        }
        self.pair = nil
        phase = .shown(
            ComparisonContent(one: pair.one.cleanShortTitle, other: pair.other.cleanShortTitle, parts: parts))
    }

    private func failed(_ failure: CatalogFailure) {
        guard failure != .cancelled else { return cancel() }
        let service = catalogs.service(of: origin.id)
        request.report(failure, about: origin.cleanTitle, of: service, retry: nil) { [weak self] in
            self?.phase = .unfinished(.failed($0))
        }
    }
}

/// Why a typed name cannot be compared.
public enum ComparisonNameProblem: Equatable, Sendable {
    /// No item can have this name.
    case invalid(QueryProblem)
    case notAName
    /// No account has this name, as far as the server says.
    case unknown(String)
    case itself
    /// The item of this name has no such lists.
    case nothingToCompare
}

public struct ComparisonContent: Equatable, Sendable {
    public struct Part: Equatable, Sendable {
        public let kind: RelationKind
        public let count: NumberContent
        /// The first of the common members.
        public let rows: [ItemContent]
    }

    public let one: String
    public let other: String
    public let parts: [Part]
}
