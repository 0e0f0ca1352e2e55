import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport

@testable import StargazerCore
@testable import StargazerServices

/// Damages one library or cache, then reads and writes all of it.
struct DamagedDatabaseTrial {
    private(set) var violations: [String] = []
    private(set) var outcomes: [String] = []
    private let undamaged: IntactRecords
    private var damage: DamagedTables
    private let clock = SteppingClock(ResponseSamples.now)
    private static let index: Set = [
        "favorite_topic", "favorite_value", "favorite_words_data", "favorite_words_idx", "favorite_words_content",
        "favorite_words_docsize", "favorite_words_config",
    ]

    init(_ undamaged: IntactRecords, random: FuzzRandom) {
        self.undamaged = undamaged
        damage = DamagedTables(random: random)
    }

    mutating func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) {
        if !isKept { violations.append("\(promise()); damage: \(damage.log.map(\.sql).joined(separator: "; "))") }
    }

    // MARK: Library

    /// Damages a library while it is open.
    mutating func openLibrary() async throws {
        let queue = try DatabaseQueue()
        try undamaged.library.backup(to: queue)
        let library = LibraryDatabase(
            queue, folder: nil, codecs: codecs, time: clock.source)
        let before = try await rows(queue)
        try await damaged(queue)
        let now = try await rows(queue)
        let intact = before.filter { now[$0.key] == $0.value }
        expect(before.count == undamaged.favorites.count, "the library is whole before it is damaged")
        outcomes.append("open library")
        try await read(library, intact: Set(intact.keys))
        // Exhausted row IDs are only repaired at the next start.
        let hasNumbers = !damage.log.contains { $0.table == "sqlite_sequence" || $0.sql.contains("SET \"row\"") }
        try await write(library, canAdd: hasNumbers)
    }

    /// Damages a library while it is closed.
    mutating func closedLibrary() async throws {
        let folder = try TemporaryFolder("stargazer")
        try FileManager.default.createDirectory(at: folder.location, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: undamaged.files.file, to: folder.file)
        let queue = try DatabaseQueue(path: folder.file.path)
        let before = try await rows(queue)
        try await damaged(queue)
        let now = try await rows(queue)
        let intact = before.filter { now[$0.key] == $0.value }
        expect(before.count == undamaged.favorites.count, "the library is whole before it is damaged")
        try queue.close()
        let opened = await StargazerServicesTests.openLibrary(at: folder.location, time: clock.source)
        outcomes.append("closed library: \(name(of: opened.condition))")
        try await read(opened.library, intact: Set(intact.keys))
        guard opened.condition != .newer else { return }
        try await write(opened.library, canAdd: true)
        try opened.library.connection.current.database?.close()
        let again = await StargazerServicesTests.openLibrary(at: folder.location, time: clock.source)
        expect(again.condition == .ready, "what was mended is sound: \(again.condition)")
    }

    private func name(of condition: LibraryCondition) -> String {
        String(describing: condition).prefix { $0 != "(" }.description
    }

    private mutating func damaged(_ queue: DatabaseQueue) async throws {
        var damage = damage
        damage = try await queue.writeWithoutTransaction { [damage] db in
            var damage = damage
            try damage.damage(db)
            return damage
        }
        self.damage = damage
    }

    /// Returns the row of each favorite, by its ID.
    private func rows(_ queue: DatabaseQueue) async throws -> [String: [DatabaseValue]] {
        try await queue.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM item WHERE is_favorite")
            return rows.reduce(into: [:]) { found, row in
                let id = ["catalog", "item_id"].map { row.value(String.self, in: $0) ?? "?" }.joined(separator: " ")
                found[id] = Array(row.databaseValues)
            }
        }
    }

    private func key(_ id: ItemID) -> String { "\(id.catalog.rawValue) \(id.id)" }

    private mutating func read(_ library: any Library, intact: Set<String>) async throws {
        let wanted = undamaged.favorites.filter { intact.contains(key($0.id)) }
        for order in [FavoritesOrder.best, .sorted(ItemOrder(.added)), .sorted(ItemOrder(.name, .descending))] {
            do throws(LibraryFailure) {
                let answer = try await library.favorites(FavoritesQuery(order: order), reading: 100)
                let found = answer.first.map(\.favorite)
                let missing = wanted.filter { !found.contains($0) }.map { key($0.id) }
                expect(missing.isEmpty, "no sound favorite is hidden, not \(missing) in \(order)")
                expect(answer.counts.values.reduce(0, +) == answer.rows.count, "all that are counted are listed")
                expect(try await again(library, answer.rows) == answer.first.count, "rows are read as with the answer")
                show(found)
            } catch {
                expect(false, "a list needs no index: \(error)")
            }
        }
        await questions(library)
        try await export(library)
        let facts = await attempt { () async throws(LibraryFailure) in
            try await library.facts(of: undamaged.favorites.map(\.id))
        }
        expect(wanted.allSatisfy { facts?[$0.id]?.addedAt == $0.addedAt }, "what is known of sound favorites")
        for catalog in [CatalogKind.repositories, .gifs] { _ = await library.recentQueries(of: catalog, limit: 200) }
        let person = ItemID(catalog: .people, host: IntactRecords.host, id: "1")
        let list = await attempt { () async throws(LibraryFailure) in
            try await library.listSnapshot(.followers, of: person)
        }
        for item in (list ?? nil)?.items ?? [] { show(item) }
        _ = await library.interruptedStarList(on: IntactRecords.host)
        _ = await library.starListState(of: StarListID(host: IntactRecords.host, login: "ada"))
    }

    private func again(_ library: any Library, _ rows: [FavoriteRowID]) async throws(LibraryFailure) -> Int {
        try await library.favorites(in: rows, cached: [:]).count
    }

    /// Whatever the index contains, each query returns a result or throws.
    private func questions(_ library: any Library) async {
        for words in ["someth", "name", "漢", "zzz", "p1 moves", "language:swift -topic:a added:>=2020 stars:>0"] {
            for order in [FavoritesOrder.best, .sorted(ItemOrder(.pushed)), .sorted(ItemOrder(.stars, .ascending))] {
                for scope in [FavoritesScope.all, .notStarred, .catalog(.repositories)] {
                    let query = FavoritesQuery(
                        text: words, order: order, scope: scope, account: IntactRecords.host)
                    _ = await attempt { () async throws(LibraryFailure) in
                        try await library.favorites(query, reading: 3)
                    }
                }
            }
        }
    }

    private mutating func export(_ library: any Library) async throws {
        guard damage.random.chance(4) else { return }
        let disk = FavoritesFileIO(codecs: codecs)
        let folder = try TemporaryFolder()
        for kind in FavoritesFileFormat.allCases {
            let place = folder.root.appending(path: "mine.\(kind.fileExtension)")
            let count = try await disk.write(as: kind, to: place, now: clock.now) {
                take throws(LibraryFailure) in try await library.forEachFavoriteBatch(take)
            }
            guard kind == .json else { continue }
            do throws(FileFailure) {
                expect(try await disk.read(place).count == count, "what is exported is imported")
            } catch {
                expect(false, "what is exported can be imported: \(error)")
            }
        }
    }

    private func show(_ favorites: [Favorite]) {
        let formats = Formats.sample()
        for favorite in favorites {
            show(favorite.item)
            _ = [formats.relative(favorite.addedAt, now: clock.now), formats.absolute(favorite.addedAt)]
        }
    }

    private func show(_ item: Item) {
        let formats = Formats.sample()
        _ = ItemContent(item, formats: formats, now: clock.now)
        _ = DetailsContent(item, details: nil, formats: formats, now: clock.now)
    }

    private mutating func write(_ library: any Library, canAdd: Bool) async throws {
        for favorite in undamaged.favorites {
            for change in 0..<4 {
                _ = await attempt { () async throws(LibraryFailure) in
                    switch change {
                    case 0: try await library.add(favorite)
                    case 1: try await library.recordStar(true, on: favorite.item)
                    case 2: try await library.refresh([favorite.item])
                    default: _ = try await library.remove(favorite.id)
                    }
                }
            }
        }
        let favorites = undamaged.favorites
        let isNew = await attempt { () async throws(LibraryFailure) in
            try await library.importFavorites(favorites) { _ in true }
        }
        if canAdd, damage.tables.isDisjoint(with: Self.index) {
            expect(isNew == favorites.count, "all can be added again")
            let shown = await attempt { () async throws(LibraryFailure) in
                try await library.favorites(FavoritesQuery(), reading: 100).first.map(\.favorite.item)
            }
            expect(favorites.allSatisfy { shown?.contains($0.item) == true }, "all that was added is shown")
        }
        let stars = favorites.map { StarredItem(item: $0.item, starredAt: $0.addedAt) }
        for isFirst in [false, true] {
            _ = await attempt { () async throws(LibraryFailure) in
                try await library.importStars(
                    stars, of: "ada", host: IntactRecords.host, isFirst: isFirst,
                    next: isFirst ? nil : BatchCursor("2"))
            }
        }
        for catalog in [CatalogKind.repositories, .gifs] {
            _ = await attempt { () async throws(LibraryFailure) in try await library.recordQuery("new", of: catalog) }
            let recent = await library.recentQueries(of: catalog, limit: 200)
            expect(recent.contains("new"), "a search is noted: \(recent)")
            _ = try? await library.apply(.clearHistory(catalog, hosts: [IntactRecords.host]), sending: [], if: .none)
        }
        let list = ListSnapshot(items: favorites.filter { $0.id.catalog == .people }.map(\.item), seenAt: clock.now)
        let person = list.items[0].id
        _ = await attempt { () async throws(LibraryFailure) in
            try await library.saveSnapshot(list, as: .followers, of: person)
        }
        let kept = await attempt { () async throws(LibraryFailure) in
            try await library.listSnapshot(.followers, of: person)
        }
        expect(kept == list, "a list is kept in place of a damaged one")
        _ = await attempt { () async throws(LibraryFailure) in
            try await library.setStarAccount(login: "bob", host: IntactRecords.host)
        }
    }

    private func attempt<Value>(
        _ work: () async throws(LibraryFailure) -> Value
    ) async -> Value? {
        do throws(LibraryFailure) { return try await work() } catch { return nil }
    }

    // MARK: Cache

    mutating func cache() async throws {
        let folder = try TemporaryFolder("cache")
        try FileManager.default.createDirectory(at: folder.location, withIntermediateDirectories: true)
        let file = folder.location.appending(path: "answers.sqlite")
        try FileManager.default.copyItem(at: undamaged.files.location.appending(path: "answers.sqlite"), to: file)
        let cache = ResponseCache(folder: folder.location, byteLimit: 20_000, time: clock.source)
        // Half of the caches are damaged while they are open.
        let isOpen = damage.random.chance(2)
        if isOpen { _ = await cache.size() }
        let queue = try DatabaseQueue(path: file.path)
        let before = try await digests(queue)
        try await damaged(queue)
        let now = try await digests(queue)
        expect(before.count == undamaged.cacheKeys.count, "the cache is whole before it is damaged")
        try queue.close()
        clock.advance(by: 7_200)
        outcomes.append("\(isOpen ? "open" : "closed") cache")
        var found = 0, wanted = 0
        for place in undamaged.cacheKeys {
            let answer = await cache.entry(for: place)
            if let answer {
                found += 1
                let bodies = undamaged.cacheKeys.map { IntactRecords.response(at: $0).body }
                expect(bodies.contains(answer.response.body), "an answer is whole")
                _ = Formats.sample().relative(answer.at, now: clock.now)
            }
            if let row = before[place.digest], now[place.digest] == row { wanted += answer == nil ? 1 : 0 }
        }
        expect(wanted == 0 || found == 0, "no sound answer is hidden")
        let size = await cache.size()
        expect((0...200_000).contains(size), "a size of \(size)")
        let large = ResponseCacheKey(address(99), accept: "json", requester: "")
        for place in undamaged.cacheKeys + [large] {
            await cache.store(IntactRecords.response(at: place), at: place)
            await cache.markRevalidated(place)
        }
        let kept = await cache.entry(for: large)?.response.body
        expect(kept == IntactRecords.response(at: large).body, "what is kept now is found")
        await cache.remove(large)
        await cache.remove(requester: "")
        await cache.setSearchCaching(false)
        await cache.clear()
        let left = await cache.size()
        expect(left == 0, "nothing is left: \(left)")
    }

    private func digests(_ queue: DatabaseQueue) async throws -> [String: [DatabaseValue]] {
        try await queue.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM answer").reduce(into: [:]) { found, row in
                found[row.value(in: "place") ?? "?"] = Array(row.databaseValues)
            }
        }
    }
}
