import Foundation
import GRDB
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// A library and a server, used by one process after another until each is killed.
@MainActor final class KillTrial {
    /// What the user wants of an item: whether it is a favorite, and whether it is starred, on the server or by the
    /// outbox.
    private struct ItemState: Equatable {
        var isFavorite = false
        var isStarred = false
    }

    private struct Annotation: Equatable {
        var isTagged = false
        var note = ""
    }

    /// The number of favorites in each imported file.
    nonisolated private static let fileSize = 620
    nonisolated private static let fileHost = "import.invalid"

    private let folder: TemporaryFolder
    private let server: StarServer
    private let account: AccountClient
    private let time: TimeSource
    private let startedAt = Date()
    private let seed: UInt64
    private let number: Int
    private let items: [Item]
    private var random: FuzzRandom
    private var states: [ItemID: ItemState] = [:]
    private var annotations: [ItemID: Annotation] = [:]
    private var processes = 0
    private var hasImportedStars = false
    private(set) var counts: [String: Int] = [:]

    /// - Parameter number: distinguishes trials of the same seed.
    init(seed: UInt64, number: Int) async throws {
        self.seed = seed
        self.number = number
        random = FuzzRandom(seed: seed, number: -1 - number)
        folder = try TemporaryFolder()
        server = try StarServer()
        time = .accelerated(since: startedAt)
        account = try .standIn(port: server.port, token: KillPlan.token, transport: server, time: time)
        let other = try AccountClient.standIn(
            port: server.port, token: "other-stars-345", transport: server, time: time)
        let starred = Set(try await account.allStars().map(\.id))
        items = try await other.allStars().filter { !starred.contains($0.id) }
        try #require(items.count == 15 && starred.count == 330)
        for item in items { states[item.id] = ItemState() }
        try await write(items.map { Favorite(item: $0, addedAt: day0) }, to: plan(.time(microseconds: 0)).items)
    }

    private func plan(_ moment: KillPlan.Moment) -> KillPlan {
        KillPlan(
            folder: folder.root.path, port: server.port, seed: seed, number: number * 1_000 + processes, moment: moment,
            startedAt: startedAt)
    }

    private func write(_ favorites: [Favorite], to file: URL) async throws {
        _ = try await FavoritesFileIO(codecs: codecs).write(as: .json, to: file, now: day0) {
            take throws(LibraryFailure) in _ = take(favorites)
        }
    }

    /// Prepares the next process.
    func next() async throws -> KillPlan {
        processes += 1
        let moment: KillPlan.Moment =
            switch random.below(4) {
            case 0: .beforeWrite(1 + random.below(6))
            case 1: .afterWrite(1 + random.below(6))
            default: .time(microseconds: random.below(1_200_000))
            }
        let plan = plan(moment)
        let first = processes * 10_000
        try await write(
            (first..<first + Self.fileSize).map { number in
                Favorite(item: repository(number, host: Self.fileHost), addedAt: day0)
            }, to: plan.file)
        return plan
    }

    /// Checks the library after a kill, as the next process finds it.
    /// - Parameter isLast: whether all that waits is done and checked, too; otherwise that depends on chance.
    func check(_ plan: KillPlan, isLast: Bool) async throws {
        try await server.settled()
        let journal = try JournalEntry.read(plan.journal)
        let library = try await folder.ready(time: time)
        #expect(try await library.inconsistencies() == [])
        try await checkChanges(library, journal)
        try await checkImports(library, plan, journal)
        try await checkAnnotations(library, journal)
        if isLast || random.chance(3) { try await sendAll(library) }
        if isLast { try await importAllStars(library) }
        try library.database.close()
    }

    // MARK: Checks

    /// The library has all changes up to one that is not earlier than the last confirmed one.
    private func checkChanges(_ library: LibraryDatabase, _ journal: [JournalEntry]) async throws {
        let actual = try await actualStates(library)
        var confirmed = 0
        var changes: [(id: ItemID, state: ItemState)] = []
        for entry in journal {
            switch entry {
            case .changed(let id, let isFavorite, let isStarred):
                let id = ItemID(catalog: .repositories, host: account.host, id: id)
                changes.append((id, ItemState(isFavorite: isFavorite, isStarred: isStarred)))
            case .settled(let count): confirmed = count
            case .starsRequested: hasImportedStars = true
            default: break
            }
        }
        let wasStarred = Set(server.writes.filter(\.isSet).map(\.name))
        var differences: [[String]] = []
        for count in confirmed...changes.count {
            let expected = changes[..<count].reduce(into: states) { $0[$1.id] = $1.state }
            differences.append(
                items.compactMap { item in
                    guard var wanted = expected[item.id], let found = actual[item.id] else { return item.title }
                    // The import of stars adds what was starred on the server.
                    if hasImportedStars, found.isFavorite, found.isStarred, wasStarred.contains(item.title) {
                        wanted.isFavorite = true
                    }
                    return found == wanted ? nil : "\(item.title): \(found), expected: \(wanted)"
                })
        }
        #expect(differences.contains([]), "confirmed: \(confirmed) of \(changes.count): \(differences.first ?? [])")
        let isAlternating = server.writes.allSatisfy { !$0.isRepeated }
        #expect(isAlternating, "a star was sent twice: \(server.writes.filter(\.isRepeated))")
        counts["changes", default: 0] += changes.count
        counts["unconfirmed changes", default: 0] += changes.count - confirmed
        counts["waiting", default: 0] += try await entries(library).count
        counts["uncertain", default: 0] += try await entries(library).count(where: \.isUncertain)
        states = actual
    }

    private func actualStates(_ library: LibraryDatabase) async throws -> [ItemID: ItemState] {
        let facts = try await library.facts(of: items.map(\.id))
        let waiting = try await entries(library).map { ($0.mutation.item.id, $0.mutation.isSet) }
        let mutations = Dictionary(uniqueKeysWithValues: waiting)
        var states: [ItemID: ItemState] = [:]
        for item in items {
            let isStarred: Bool
            if let isSet = mutations[item.id] {
                isStarred = isSet
            } else {
                isStarred = try await account.isStarred(item)
            }
            states[item.id] = ItemState(isFavorite: facts[item.id]?.addedAt != nil, isStarred: isStarred)
        }
        return states
    }

    private func checkImports(_ library: LibraryDatabase, _ plan: KillPlan, _ journal: [JournalEntry]) async throws {
        let first = processes * 10_000
        let count = try await library.database.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM item
                    WHERE is_favorite AND host = ? AND CAST(item_id AS INTEGER) BETWEEN ? AND ?
                    """, arguments: [Self.fileHost, first, first + Self.fileSize])
        }
        var (isImported, imported) = (false, StarListState.nothing)
        for entry in journal {
            switch entry {
            case .fileImported: isImported = true
            case .starsRequested: imported = .nothing
            case .starsImported(let count): imported = .some(count)
            case .allStarsImported: imported = .all
            default: break
            }
        }
        #expect(count == Self.fileSize || !isImported && count == 0, "an import is all or nothing")
        let state = await library.starListState(of: StarListID(host: account.host, login: KillPlan.login))
        switch (imported, state) {
        case (.some(let least), .some(let known)): #expect(known >= least)
        case (.some, .nothing): Issue.record("the import of stars does not resume")
        case (.all, .nothing), (.all, .some): Issue.record("the import of stars is not finished: \(state)")
        default: break
        }
        counts["imported files", default: 0] += count == 0 ? 0 : 1
        if case .some = state { counts["star imports to resume", default: 0] += 1 }
        try FileManager.default.removeItem(at: plan.file)
    }

    private func checkAnnotations(_ library: LibraryDatabase, _ journal: [JournalEntry]) async throws {
        let tags = try await library.tags(of: items.map(\.id))
        var allowed = items.reduce(into: [:]) { $0[$1.id] = [annotations[$1.id] ?? Annotation()] }
        var last: (id: ItemID, annotation: Annotation)?
        for entry in journal {
            switch entry {
            case .annotating(let id, let isTagged, let note):
                let id = ItemID(catalog: .repositories, host: account.host, id: id)
                let annotation = Annotation(isTagged: isTagged, note: "note \(note)")
                // The tag is written before the note.
                let before = allowed[id]?.last ?? Annotation()
                allowed[id] = [before, Annotation(isTagged: isTagged, note: before.note), annotation]
                last = (id, annotation)
            case .annotated: if let last { allowed[last.id] = [last.annotation] }
            default: break
            }
        }
        for item in items {
            let isTagged = tags[item.id]?.map(\.name) == [KillPlan.tag]
            let note = try await library.note(of: item.id)?.text ?? ""
            let found = Annotation(isTagged: isTagged, note: note)
            #expect(allowed[item.id]?.contains(found) == true, "\(item.title): \(found)")
            annotations[item.id] = found
        }
        counts["tags", default: 0] += tags.count
    }

    // MARK: The end

    private func entries(_ library: LibraryDatabase) async throws -> [OutboxEntry] {
        try await library.outbox(of: OutboxAccount(host: account.host, login: KillPlan.login))
    }

    /// Sends all that waits. Afterwards the server and the library have what the user wanted.
    private func sendAll(_ library: LibraryDatabase) async throws {
        let waiting = try await entries(library).map(\.mutation)
        let before = server.writes.count
        let outbox = OutboxSender(
            account: account, writer: .attached(to: library), time: time, formats: .sample())
        outbox.signedIn(as: KillPlan.login)
        outbox.release()
        let database = try library.database
        await eventually("the outbox is empty") {
            (try? database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM outbox") }) == 0
        }
        await outbox.settled()
        var rest = waiting
        for write in server.writes[before...] {
            let next = rest.firstIndex { $0.item.title == write.name && $0.isSet == write.isSet }
            guard let next else {
                Issue.record(
                    "sent though it did not wait: \(write) of \(waiting.map { "\($0.item.title) \($0.isSet)" })")
                break
            }
            rest.remove(at: next)
        }
        counts["sent later", default: 0] += server.writes.count - before
        let isAlternating = server.writes.allSatisfy { !$0.isRepeated }
        #expect(isAlternating, "a star was sent twice: \(server.writes.filter(\.isRepeated))")
        #expect(try await actualStates(library) == states, "the server has what the user wanted")
        let facts = try await library.facts(of: items.map(\.id))
        for item in items {
            let isStarred = facts[item.id]?.isStarredOnServer ?? false
            #expect(isStarred == states[item.id]?.isStarred, "the library has the server's state of \(item.title)")
        }
    }

    /// Resumes the import of stars, and imports them once more from the beginning, which also finds removed stars.
    private func importAllStars(_ library: LibraryDatabase) async throws {
        let starImport = StarImportViewModel(
            ScriptedStarLists(host: account.host), account: account, writer: .attached(to: library),
            network: UnmeteredNetwork(), formats: .sample())
        for _ in 1...2 {
            starImport.setLogin(KillPlan.login)
            starImport.bring(StarListOwner(login: KillPlan.login, stars: nil, requests: 0))
            await eventually("the import of stars has ended") { !starImport.isRunning }
            guard case .finished = starImport.phase else {
                Issue.record("the import of stars: \(starImport.phase)")
                return
            }
        }
        let starred = Set(try await account.allStars().map(\.id.id))
        let known = try await library.database.read { [host = account.host] db in
            try String.fetchSet(
                db, sql: "SELECT item_id FROM item WHERE host = ? AND is_favorite AND starred_on_server",
                arguments: [host])
        }
        #expect(known == starred)
        #expect(try await library.inconsistencies() == [])
    }
}
