import Foundation
import GRDB
import Logging

/// The library, stored in an SQLite database. `LibraryOpening` creates it from a folder.
public final class LibraryDatabase: ReplaceableLibrary {
    let codecs: ItemCodecs
    let time: TimeSource
    let connection: ReopenableConnection
    let scans = TitleScans()
    private let facetCache = FacetCache()
    /// Nil where no packages are known.
    private let packages: PackageStateSource?
    private let forwardingTask: Task<Void, Never>?

    /// - Parameter opener: opens the file again after it was replaced or removed; nil for a library in memory.
    init(
        _ opened: LibraryOpener.Opened, by opener: LibraryOpener? = nil, codecs: ItemCodecs, time: TimeSource,
        packages: PackageStateSource? = nil
    ) {
        let connection = ReopenableConnection(opener, opened)
        self.connection = connection
        self.codecs = codecs
        self.time = time
        self.packages = packages
        forwardingTask = packages.map { packages in
            packages.useFormerTitle { [weak connection] id in
                // Without a name, packages are found by the present one.
                let title = try? await connection?.read { db in try StarUpdateRecord.formerTitle(db, of: id) }
                return title.flatMap(\.self)
            }
            let changes = packages.changes()
            return Task { [weak connection] in
                for await _ in changes { connection?.notify() }
            }
        }
    }

    deinit { forwardingTask?.cancel() }

    /// Creates a library in memory, for sample data and tests; writing works.
    public static func inMemory(
        codecs: ItemCodecs, time: TimeSource = .system, packages: PackageStateSource? = nil
    ) -> LibraryDatabase {
        let log = Logger(label: "library")
        do {
            let database = try LibraryConnection.emptyDatabase(codecs)
            let connection = LibraryConnection(database, folder: nil, log: log)
            return LibraryDatabase((connection, .ready), codecs: codecs, time: time, packages: packages)
        } catch {
            let connection = LibraryConnection.unavailable(LibraryFailure(error, folder: nil), codecs: codecs, log: log)
            return LibraryDatabase((connection, .ready), codecs: codecs, time: time)
        }
    }

    /// Whether writing is possible at all.
    var canWrite: Bool { connection.current.writeFailure == nil }

    func read<Value: Sendable>(
        _ query: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value { try await connection.read(query) }

    func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(LibraryFailure) -> Value { try await connection.write(change) }

    // MARK: Favorites

    public func changes() -> AsyncStream<Void> { connection.changes() }
    public func conditions() -> AsyncStream<LibraryCondition> { connection.conditions() }
    public func reopen() async { await connection.reopen() }

    public func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesResult {
        var query = query
        query.resolveSpans(time.now())
        let asksForPackages = query.expression?.hasPackageStates ?? false
        let states = asksForPackages ? await packages?.prepared() : nil
        let question = FavoritesFetchRequest(query: query, codecs: codecs, scans: scans, packages: states)
        return try await read { db in try question.fetch(db, reading: first) }
    }

    public func favoritesCounts(account: String?) async throws(LibraryFailure) -> FavoritesCounts {
        try await read { [codecs] db in try FavoritesCounts(db, account: account, codecs: codecs) }
    }

    public func facets(of query: FavoritesQuery) async throws(LibraryFailure) -> FavoritesFacets {
        var query = query
        query.resolveSpans(time.now())
        let asksForPackages = query.expression?.hasPackageStates ?? false
        let states = asksForPackages ? await packages?.prepared() : await packages?.available()
        let request = FavoritesFacetsRequest(
            query, codecs: codecs, scans: scans, packages: states, cache: facetCache)
        return try await read { db in try request.fetch(db) }
    }

    public func favorites(
        in rows: [FavoriteRowID], cached: [FavoriteRowID: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] {
        try await read { [codecs] db in try FavoriteReader(codecs).favorites(db, in: rows, cached: cached) }
    }

    public func ids(of rows: [FavoriteRowID]) async throws(LibraryFailure) -> [FavoriteRowID: ItemID] {
        try await read { db in try FavoriteReader.ids(db, of: rows) }
    }

    public func rows(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteRowID] {
        try await read { db in
            try ids.reduce(into: [:]) { $0[$1] = try FavoriteReader.row(db, of: $1) }
        }
    }

    public func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] {
        try await read { [codecs] db in try FavoriteReader(codecs).facts(db, of: ids) }
    }

    public func stampSummary() async throws(LibraryFailure) -> StampSummary {
        try await read { try IndexedFields.stampSummary($0) }
    }

    public func stamps(after id: ItemID?, limit: Int) async throws(LibraryFailure) -> [ItemStamp] {
        try await read { try IndexedFields.stamps($0, after: id, limit: limit) }
    }

    public func documentFields(of ids: [ItemID]) async throws(LibraryFailure) -> [DocumentFields] {
        try await read { [codecs] db in try IndexedFields(codecs: codecs).fields(db, of: ids) }
    }

    /// Updates changed snapshots, and records what has changed. It reads first, since usually nothing has changed.
    public func refresh(_ items: [Item]) async throws(LibraryFailure) {
        if let failure = connection.current.writeFailure { throw failure }
        let outdated = try await read { [codecs] db in
            try items.filter { try ItemRecord.outdatedRecord(db, $0, codecs: codecs) != nil }
        }
        guard !outdated.isEmpty else { return }
        let now = time.now()
        try await write { [codecs] db in
            for item in outdated { try StarListRecord.refresh(db, item, codecs: codecs, now: now) }
        }
    }

    public func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write { [codecs] db in
            if isStarred {
                try ItemRecord(item, by: codecs).recordStar(db)
                try StarListRecord.recordLearned(db, item.id)
            } else {
                try ItemRecord.recordUnstarred(db, item.id)
            }
        }
    }

    /// Reads first, since usually nothing has changed.
    public func recordGone(_ isGone: Bool, of id: ItemID) async throws(LibraryFailure) {
        if let failure = connection.current.writeFailure { throw failure }
        guard try await read({ db in try ItemRecord.isGoneOutdated(db, isGone, of: id) }) else { return }
        try await write { db in try ItemRecord.recordGone(db, isGone, of: id) }
    }
}

extension FavoritesCounts {
    /// Grouped in the order of an index.
    static let select = "SELECT catalog, count(*) AS number FROM item WHERE is_favorite GROUP BY catalog"
    static let selectTagged = """
        SELECT count(*) FROM item WHERE is_favorite AND row IN (\(QualifierRows.selectTagged))
        """

    /// Counts the favorites of the catalogs that this version knows.
    init(_ db: Database, account: String?, codecs: ItemCodecs) throws {
        self.init()
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.select))
        while let row = try rows.next() {
            // A damaged row has values of other types.
            guard let catalog = row.value(String.self, in: "catalog").map(CatalogKind.init(rawValue:)),
                let number = row.value(Int.self, in: "number"), codecs[catalog] != nil
            else { continue }
            byCatalog[catalog, default: 0] += number
        }
        onlyHere = try QualifierRows(db: db, account: account, packages: nil).onlyHere().count
        tagged = try Int.fetchOne(db.cachedStatement(sql: Self.selectTagged)) ?? 0
        (updates, newUpdates, latestUpdate) = try StarUpdateRecord.counts(db)
    }
}

extension StampSummary {
    /// The columns of a summary of a table `item`. An item without a stamp counts as well.
    static let columns = """
        count(*) AS items, sum(ifnull(stamp, 0) & 0xFFFFFFFF) AS lower, sum(ifnull(stamp, 0) >> 32) AS upper
        """

    init(_ row: Row) {
        self.init(
            count: row.value(in: "items") ?? 0, sums: [row.value(in: "lower") ?? 0, row.value(in: "upper") ?? 0])
    }
}
