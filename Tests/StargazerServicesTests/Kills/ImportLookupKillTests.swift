import Foundation
import GRDB
import Glibc
import Observation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// The process is killed while it imports files of addresses and looks them up. A file is imported completely or not
/// at all. What was counted is in the library, and the next process does not look it up again.
@Suite("Kills while imports are looked up", .oneExitTestAtATime, .timeLimit(.minutes(30)))
struct ImportLookupKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["STARGAZER_KILLS"].flatMap { Int($0) } ?? 5
    private static let seed = environment["STARGAZER_KILLS_SEED"].flatMap { UInt64($0) } ?? 1

    /// The names that were looked up, found or not.
    private var ended: Set<String> = []
    private var found = 0
    private var pending = 0

    @Test mutating func `a kill loses nothing that was counted, and nothing is looked up again`() async throws {
        let folder = try TemporaryFolder()
        var random = FuzzRandom(seed: Self.seed, number: 0)
        for kill in 1...Self.kills {
            let plan = LookupPlan(folder: folder.root.path, number: kill, delay: 100_000 + random.below(700_000))
            try plan.text.write(to: plan.file, atomically: false, encoding: .utf8)
            await #expect(processExitsWith: .signal(SIGKILL)) { [plan = plan as LookupPlan] in
                try await LookupProcess.run(plan)
            }
            let before = ended
            let library = try await folder.ready()
            let imported = try await check(library, after: kill)
            let journal = plan.readJournal()
            #expect(!journal.isImported || imported.contains(kill), "a confirmed import is in the library")
            #expect(before.isDisjoint(with: journal.requested), "looked up again")
            #expect(ended.isSuperset(of: before) && ended.count - before.count >= journal.counted)
            #expect(try await library.inconsistencies() == [])
            if kill == Self.kills { try await finish(library) }
            try library.database.close()
            Recordings.log(
                "kill \(kill) after \(plan.delay / 1_000) ms: \(imported.count) files, \(found) favorites, "
                    + "\(ended.count - found) left out, \(pending) waiting")
        }
    }

    /// Reads and checks the library.
    /// - Returns: the numbers of the files that were imported.
    private mutating func check(_ library: LibraryDatabase, after kill: Int) async throws -> Set<Int> {
        let favorites = try await library.exported().favorites
        for favorite in favorites {
            let number = try #require(Int(favorite.favorite.id.id))
            #expect(favorite.tags == ["Killed"] && favorite.note == "note \(number)", "all of a favorite is there")
        }
        let left = try await library.lookups(of: .repositories, host: "test", leftOut: true, limit: 100_000)
        let waiting = try await library.lookups(of: .repositories, host: "test", leftOut: false, limit: 100_000)
        #expect(left.allSatisfy { $0.state == .gone })
        found = favorites.count
        pending = waiting.count
        ended = Set(favorites.map(\.favorite.item.title) + left.map(\.name.text))
        #expect(ended.count == favorites.count + left.count && ended.isDisjoint(with: waiting.map(\.name.text)))
        let all = ended.union(waiting.map(\.name.text))
        var imported: Set<Int> = []
        for number in 1...kill {
            let names = LookupPlan.names(ofFile: number)
            let count = all.intersection(names).count
            #expect(count == 0 || count == names.count, "an import is all or nothing")
            if count > 0 { imported.insert(number) }
        }
        #expect(all.count == imported.count * LookupPlan.size)
        return imported
    }

    /// Looks up what is left.
    private mutating func finish(_ library: LibraryDatabase) async throws {
        await LookupProcess.finish(library)
        _ = try await check(library, after: Self.kills)
        #expect(pending == 0)
        let gone = ended.count { LookupPlan.isGone(LookupPlan.number(of: $0)) }
        #expect(ended.count - found == gone)
    }
}

/// A process that imports a file, looks up what the library has, and is killed.
private struct LookupPlan: Codable, Sendable {
    var folder: String
    var number: Int
    /// Microseconds.
    var delay: Int

    /// The number of addresses in a file.
    static let size = 250
    private static let title = "owner/name"

    var file: URL { URL(filePath: folder).appending(path: "import-\(number).html") }
    var journal: URL { URL(filePath: folder).appending(path: "journal-\(number)") }
    var library: URL { URL(filePath: folder).appending(path: "stargazer") }

    private static func numbers(ofFile file: Int) -> Range<Int> { file * 1_000..<file * 1_000 + size }
    static func names(ofFile file: Int) -> [String] { numbers(ofFile: file).map { "\(title)\($0)" } }
    static func number(of name: String) -> Int { Int(name.dropFirst(title.count)) ?? 0 }
    static func isGone(_ number: Int) -> Bool { number.isMultiple(of: 7) }

    /// The file's text.
    var text: String {
        let links = Self.numbers(ofFile: number).map {
            "<DT><A HREF=\"https://github.com/\(Self.title)\($0)\">\($0)</A><DD>note \($0)\n"
        }
        return "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><H3>Killed</H3><DL>\n\(links.joined())</DL></DL>\n"
    }

    func readJournal() -> (isImported: Bool, requested: [String], counted: Int) {
        let text = (try? String(contentsOf: journal, encoding: .utf8)) ?? ""
        let words = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let requested = words.filter { $0.first == "request" }.flatMap { $0.dropFirst() }
        var (counted, before, last) = (0, 0, 0)
        for number in words.filter({ $0.first == "done" }).compactMap({ $0.last.flatMap { Int($0) } }) {
            // The count begins again when nothing was left.
            if number < last { before += last }
            (last, counted) = (number, before + number)
        }
        return (words.contains(["imported"]), requested, counted)
    }
}

@MainActor private enum LookupProcess {
    private final class JournalingLookups: ItemLookups {
        let write: @Sendable (String) -> Void

        init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

        func canLookUp(on host: String) -> Bool { true }

        func lookUp(_ names: [ItemLookupName]) async throws(CatalogFailure) -> ItemLookupBatch {
            let names = names.prefix(20)
            write("request " + names.map(\.text).joined(separator: " "))
            let results = names.map { name -> (ItemLookupName, ItemLookupResult) in
                let number = LookupPlan.number(of: name.text)
                return (name, LookupPlan.isGone(number) ? .gone : .found(repository(number, title: name.text)))
            }
            return ItemLookupBatch(Dictionary(uniqueKeysWithValues: results), pause: 1)
        }

        private func repository(_ number: Int, title: String) -> Item {
            let parts = title.split(separator: "/").map(String.init)
            return Item(
                id: ItemID(catalog: .repositories, host: "test", id: "\(number)"),
                facts: Repository(owner: parts[0], name: parts[1]))
        }
    }

    private final class Network: NetworkStatus {
        let isAvailable = true
        let isMetered = false
        func changes() -> AsyncStream<Void> { AsyncStream { _ in } }
    }

    static func run(_ plan: LookupPlan) async throws {
        let delay = plan.delay
        Thread.detachNewThread {
            usleep(UInt32(delay))
            kill(getpid(), SIGKILL)
        }
        let file = open(plan.journal.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let write: @Sendable (String) -> Void = { line in
            let bytes = Array((line + "\n").utf8)
            _ = Glibc.write(file, bytes, bytes.count)
        }
        let catalogs = Catalogs([LookupCatalog(JournalingLookups(write))])
        let library = await openLibrary(at: plan.library).library
        let writer = LibraryWriter.attached(to: library)
        let time = TimeSource.accelerated(since: Date())
        let lookup = lookup(catalogs, writer, time)
        lookup?.job.signedIn(as: nil)
        Task {
            let phases = Observations { lookup?.phase }
            for await phase in phases {
                if case .working(let progress) = phase { write("done \(progress.done.number)") }
            }
        }
        let transfer = TransferViewModel(
            codecs: codecs, lookingUpIn: catalogs, writer: writer, formats: .sample(), time: time)
        transfer.imported = { lookup?.job.wake() }
        transfer.importFavorites(from: plan.file)
        await transfer.settled()
        transfer.confirmImport()
        await transfer.settled()
        if case .imported = transfer.phase { write("imported") }
        while true { try await Task.sleep(for: .seconds(1)) }
    }

    /// Looks up all that is left.
    static func finish(_ library: LibraryDatabase) async {
        let catalogs = Catalogs([LookupCatalog(JournalingLookups { _ in })])
        let lookup = lookup(catalogs, .attached(to: library), .accelerated(since: Date()))
        lookup?.job.signedIn(as: nil)
        await eventually("all is looked up") {
            lookup?.phase == .idle && lookup?.leftOutCount != nil
        }
    }

    private static func lookup(
        _ catalogs: Catalogs, _ writer: LibraryWriter, _ time: TimeSource
    ) -> ImportLookupViewModel? {
        ImportLookupViewModel(catalogs: catalogs, writer: writer, network: Network(), time: time, formats: .sample())
    }

    /// A catalog that only has lookups.
    private final class LookupCatalog: Catalog {
        let profile = CatalogProfile(kind: .repositories, host: "test", service: "Test")
        let codec: any ItemCodec = RepositoryCodec()
        let lookups: (any ItemLookups)?

        init(_ lookups: any ItemLookups) { self.lookups = lookups }

        func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
            throw .offline
        }
        func details(of item: Item) async throws(CatalogFailure) -> ItemDetails { throw .offline }
    }
}
