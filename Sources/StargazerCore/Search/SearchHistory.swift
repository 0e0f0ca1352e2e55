public import Observation
public import StargazerLibrary

/// The search history and recently viewed items of one kind, newest first, from all its sources.
/// The library is attached after the first paint; records made before that wait.
@MainActor @Observable public final class SearchHistory {
    /// The entries that the user can clear and restore.
    public struct Entries: Sendable, Equatable {
        public var queries: [String] = []
        public var viewed: [Item] = []

        public var isEmpty: Bool { queries.isEmpty && viewed.isEmpty }
    }

    public private(set) var queries: [String] = [] { didSet { matches = RecentQueryIndex(queries) } }
    /// Whether the stored queries have been read, or cannot be.
    public private(set) var hasRead = false
    /// The items whose details were opened.
    public private(set) var viewed: [Item] = []
    public var entries: Entries { Entries(queries: queries, viewed: viewed) }

    /// The number of queries that the library stores.
    static let limit = 200
    static let maxViewed = 20
    @ObservationIgnored private var matches = RecentQueryIndex()
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let undo: UndoStack
    @ObservationIgnored let catalog: CatalogKind
    @ObservationIgnored private let hosts: [String]
    @ObservationIgnored private let preferences: CurrentPreferences
    /// Whether the stored items have been read. Items viewed before that are placed in front of them.
    @ObservationIgnored private var isRead = false

    /// - Parameters:
    ///   - undo: over the same queue; nil for one of its own.
    ///   - preferences: determine whether new entries are recorded.
    package init(
        of catalog: CatalogKind, hosts: [String] = [""], writer: LibraryWriter = LibraryWriter(),
        undo: UndoStack? = nil, preferences: CurrentPreferences = CurrentPreferences()
    ) {
        self.catalog = catalog
        self.hosts = hosts
        self.writer = writer
        self.undo = undo ?? UndoStack(writer: writer, time: .system)
        self.preferences = preferences
    }

    /// Reads the entries, also again after the library's file has been replaced.
    package func reload() {
        if isRead { viewed = [] }
        isRead = false
        readQueries()
        readViewed()
    }

    func matching(_ typed: String, limit: Int) -> [String] { matches.matching(typed, limit: limit) }

    /// Records a query as the newest. Ignores write errors.
    public func record(_ text: String) {
        // An empty query shows trending items and is not recorded.
        guard !text.isEmpty, preferences.value.savesHistory, queries.first != text else { return }
        writer.add { [catalog] library throws(LibraryFailure) in
            try await library.recordQuery(text, of: catalog)
        }
        readQueries()
    }

    /// Records an opened item as the newest.
    func record(viewed item: Item) {
        guard preferences.value.savesHistory, item.id.catalog == catalog, hosts.contains(item.id.host) else { return }
        show(viewed: [item] + viewed)
        saveViewed()
    }

    /// - Parameter done: called when the entries are cleared, or with the failure when they are still on disk.
    public func clear(done: @escaping (Result<Void, LibraryFailure>) -> Void = { _ in }) {
        Self.clear([self], undo, done: done)
    }

    /// Clears several histories. One undo restores all.
    static func clear(
        _ histories: [SearchHistory], _ undo: UndoStack? = nil,
        done: @escaping (Result<Void, LibraryFailure>) -> Void
    ) {
        let full = histories.filter { !$0.entries.isEmpty }
        guard let undo = undo ?? full.first?.undo, !full.isEmpty else { return done(.success(())) }
        let counts = UserChange.Kind.historyCleared(
            searches: full.reduce(0) { $0 + $1.queries.count }, viewed: full.reduce(0) { $0 + $1.viewed.count })
        let entry = undo.begin(UserChange(counts))
        var ended = 0
        var failure: LibraryFailure?
        for history in full {
            let cleared = history.viewed
            history.viewed = []
            undo.write(.clearHistory(history.catalog, hosts: history.hosts), in: entry) { result in
                if case .failure(.library(let reason)) = result {
                    failure = reason
                    history.show(viewed: history.viewed + cleared)
                }
                ended += 1
                if ended == full.count { done(failure.map { .failure($0) } ?? .success(())) }
            }
            history.readQueries()
        }
    }

    private func readQueries() {
        writer.add { [catalog] library throws(LibraryFailure) in
            await library.recentQueries(of: catalog, limit: Self.limit)
        } done: { [weak self] answer in
            if case .success(let queries) = answer { self?.queries = queries }
            self?.hasRead = true
        }
    }

    // MARK: Viewed items

    private func readViewed() {
        writer.add { [catalog, hosts] library throws(LibraryFailure) in
            var items: [Item] = []
            for host in hosts { items += try await library.viewedItems(of: catalog, host: host) }
            return items
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
        writer.add { [catalog, hosts] library throws(LibraryFailure) in
            for host in hosts {
                try await library.saveViewedItems(viewed.filter { $0.id.host == host }, of: catalog, host: host)
            }
        }
    }
}

/// An index of recent searches, fast enough for a lookup on every keystroke.
struct RecentQueryIndex: Sendable {
    private let texts: [String]
    /// All searches in lower case as UTF-8, concatenated; each begins with a space.
    private let bytes: [UInt8]
    /// The end of each search in `bytes`.
    private let ends: [Int]

    /// - Parameter texts: newest first.
    init(_ texts: [String] = []) {
        self.texts = texts
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for text in texts {
            bytes.append(Self.blank)
            bytes += text.lowercased().utf8
            ends.append(bytes.count)
        }
        self.bytes = bytes
        self.ends = ends
    }

    private static let blank = UInt8(ascii: " ")

    /// Returns other searches that begin with the text, then those with a word that does, newest first.
    func matching(_ typed: String, limit: Int) -> [String] {
        let wanted = [Self.blank] + typed.lowercased().utf8
        guard wanted.count > 1, limit > 0 else { return [] }
        var (first, second): ([Int], [Int]) = ([], [])
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for (index, end) in ends.enumerated() {
                defer { start = end }
                guard end - start > wanted.count else { continue }
                if Self.has(wanted, at: start, in: bytes) {
                    first.append(index)
                    if first.count == limit { return }
                } else if second.count < limit,
                    (start + 1..<end - wanted.count + 1).contains(where: { Self.has(wanted, at: $0, in: bytes) })
                {
                    second.append(index)
                }
            }
        }
        return (first + second).prefix(limit).map { texts[$0] }
    }

    private static func has(_ wanted: [UInt8], at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for (offset, byte) in wanted.enumerated() where bytes[place + offset] != byte { return false }
        return true
    }
}
