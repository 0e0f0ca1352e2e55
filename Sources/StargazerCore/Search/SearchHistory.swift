import Foundation
public import Observation

/// What was looked for and looked at before in one catalog, newest first. The library is attached when it has been
/// opened, after the first paint; what is noted before that waits.
@MainActor @Observable public final class SearchHistory {
    /// What a person wants to be forgotten, or back.
    public struct Entries: Sendable, Equatable {
        public var queries: [String] = []
        public var viewed: [Item] = []

        public var isEmpty: Bool { queries.isEmpty && viewed.isEmpty }
    }

    public private(set) var queries: [String] = [] { didSet { matches = RecentQueryIndex(queries) } }
    /// What was opened.
    public private(set) var viewed: [Item] = []
    public var entries: Entries { Entries(queries: queries, viewed: viewed) }

    /// As many as the library keeps.
    static let limit = 200
    static let maxViewed = 20
    @ObservationIgnored private var matches = RecentQueryIndex()
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private let catalog: CatalogKind
    /// What was viewed is kept as a list, of this that is no item.
    @ObservationIgnored private let place: ItemID
    @ObservationIgnored private let preferences: CurrentPreferences
    /// What was viewed before the library was open goes before what it has.
    @ObservationIgnored private var isRead = false

    private static let viewedList = RelationKind(rawValue: "viewed")
    /// When something was viewed is nobody's business.
    nonisolated private static let noDate = Date(timeIntervalSince1970: 0)

    /// - Parameters:
    ///   - host: of the items that can be viewed.
    ///   - preferences: say whether anything new is noted.
    public init(
        of catalog: CatalogKind, host: String = "", preferences: CurrentPreferences = CurrentPreferences()
    ) {
        self.catalog = catalog
        place = ItemID(catalog: catalog, host: host, id: "")
        self.preferences = preferences
    }

    /// - Parameter library: where all of it is kept from now on.
    public func attach(library: any Library) {
        writes.attach(library)
        reload()
        readViewed()
    }

    /// The library has other entries than before.
    func libraryReplaced() {
        viewed = []
        isRead = false
        reload()
        readViewed()
    }

    /// Those that begin as what is typed, or have a word that does.
    func matching(_ typed: String, limit: Int) -> [String] { matches.matching(typed, limit: limit) }

    /// Notes a search as the newest. Failing to keep it is not worth a word.
    public func record(_ text: String) {
        // Nothing was searched for: what was trending showed.
        guard !text.isEmpty, preferences.value.savesHistory, queries.first != text else { return }
        writes.add { [catalog] library throws(LibraryFailure) in
            try await library.recordQuery(text, of: catalog)
        } done: { _ in
        }
        reload()
    }

    /// Notes an item that was opened as the last one.
    func record(viewed item: Item) {
        guard preferences.value.savesHistory, item.id.catalog == catalog, item.id.host == place.host else { return }
        show(viewed: [item] + viewed)
        saveViewed()
    }

    /// - Parameter done: called when nothing is left on disk, with what there was for `restore`, or with the reason why
    ///   it is left.
    public func clear(done: @escaping (Result<Entries, LibraryFailure>) -> Void = { _ in }) {
        let cleared = entries
        viewed = []
        writes.add { [catalog, place] library throws(LibraryFailure) in
            try await library.clearRecentQueries(of: catalog)
            guard !cleared.viewed.isEmpty else { return }
            try await library.saveSnapshot(ListSnapshot(items: [], seenAt: Self.noDate), as: Self.viewedList, of: place)
        } done: { [weak self] answer in
            if case .failure = answer, let self { show(viewed: viewed + cleared.viewed) }
            done(answer.map { cleared })
        }
        reload()
    }

    /// Notes again what was cleared, as older than all that was noted since.
    public func restore(_ cleared: Entries) {
        let since = queries
        writes.add { [catalog] library throws(LibraryFailure) in
            for text in cleared.queries.reversed() + since.reversed() {
                try await library.recordQuery(text, of: catalog)
            }
        } done: { _ in
        }
        reload()
        guard !cleared.viewed.isEmpty else { return }
        show(viewed: viewed + cleared.viewed)
        saveViewed()
    }

    private func reload() {
        writes.add { [catalog] library throws(LibraryFailure) in
            await library.recentQueries(of: catalog, limit: Self.limit)
        } done: { [weak self] answer in
            if case .success(let queries) = answer { self?.queries = queries }
        }
    }

    // MARK: What was viewed

    private func readViewed() {
        writes.add { [place] library throws(LibraryFailure) in
            try await library.listSnapshot(Self.viewedList, of: place)?.items ?? []
        } done: { [weak self] answer in
            guard let self, case .success(let items) = answer else { return }
            isRead = true
            let isMore = !viewed.isEmpty
            show(viewed: viewed + items)
            if isMore { saveViewed() }
        }
    }

    private func show(viewed items: [Item]) {
        var seen: Set<ItemID> = []
        viewed = Array(items.filter { seen.insert($0.id).inserted }.prefix(Self.maxViewed))
    }

    private func saveViewed() {
        guard isRead else { return }
        let viewed = viewed
        writes.add { [place] library throws(LibraryFailure) in
            try await library.saveSnapshot(
                ListSnapshot(items: viewed, seenAt: Self.noDate), as: Self.viewedList, of: place)
        } done: { _ in
        }
    }
}
