import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// Looking up what files only name, into a real library.
@MainActor @Suite(.timeLimit(.minutes(25))) final class ImportLookupTests {
    private let library = MemoryLibrary()
    private let lookups = ScriptedLookups()
    private let catalogs: Catalogs
    private let time = ManualTime()
    private let network = ScriptedNetwork()
    private let model: ImportLookupViewModel

    init() throws {
        catalogs = Catalogs([ScriptedCatalog(lookups: lookups)])
        model = try #require(
            ImportLookupViewModel(
                catalogs: catalogs, writer: .attached(to: library), network: network, time: time.source,
                formats: .sample()))
        lookups.reply { names in
            .success(ItemLookupBatch(Dictionary(uniqueKeysWithValues: names.map { ($0, Self.result($0)) }), pause: 0))
        }
    }

    /// What `owner7/name7` and the number 7 are; everything else is gone.
    private nonisolated static func result(_ name: ItemLookupName) -> ItemLookupResult {
        for number in 1...20 where name == .id("\(number)") || name == .title("owner/name\(number)") {
            return .found(.sample(number))
        }
        return .gone
    }

    private func importFile(_ text: String) async throws -> ImportPlan {
        let file = try await ImportSamples.read(text)
        let plan = try await ImportPlan(file, in: library, lookingUpIn: catalogs)
        _ = try await library.importContent(plan.content) { _ in true }
        return plan
    }

    private func list(_ numbers: some Sequence<Int>) -> String {
        numbers.map { "https://github.com/owner/name\($0)\n" }.joined()
    }

    private func ended(leftOut: Int? = nil) async {
        await eventually("\(leftOut ?? 0) left out") {
            self.model.phase == .idle && self.model.leftOutCount?.number == leftOut
        }
    }

    private func isWorking(done: Int, of total: Int) -> Bool {
        guard case .working(let progress) = model.phase else { return false }
        return progress.done.number == done && progress.total.number == total
    }

    private func contents() async throws -> [String] {
        try await library.exported().favorites.sorted { $0.favorite.id.id < $1.favorite.id.id }.map {
            "\($0.favorite.id.id) \($0.tags) \($0.note ?? "") \(Int($0.favorite.addedAt.timeIntervalSince1970))"
        }
    }

    @Test func `what a file only names becomes a favorite with tags, note and date`() async throws {
        let plan = try await importFile(
            #"""
            <!DOCTYPE NETSCAPE-Bookmark-file-1><DL>
            <DT><H3>Kitchen</H3><DL>
            <DT><A HREF="https://github.com/owner/name1" ADD_DATE="1700000001" TAGS="hot">1</A><DD>My note.
            <DT><A HREF="https://github.com/Owner/Name1/issues">again</A><DD>More.
            <DT><A HREF="https://github.com/nobody/nothing">gone</A>
            </DL></DL>
            """#)
        #expect(plan.content.lookups.count == 2 && plan.favorites == 0 && plan.problems.isEmpty)
        #expect(plan.tags == 2 && plan.notes == 1)
        model.job.signedIn(as: "ada")
        await ended(leftOut: 1)
        #expect(try await contents() == ["1 [\"hot\", \"Kitchen\"] My note.\n\nMore. 1700000001"])
        #expect(await model.leftOut().map { "\($0.name.text) \($0.state)" } == ["nobody/nothing gone"])
    }

    @Test func `what was seen of the skipped items goes, and what comes after it stays`() async throws {
        _ = try await importFile(list(1...2))
        lookups.answer(
            .success(ItemLookupBatch([.title("owner/name1"): .gone, .title("owner/name2"): .gone], pause: 1)))
        model.job.signedIn(as: "ada")
        await ended(leftOut: 2)
        let seen = await model.leftOut()
        // One of them is looked up again, and another one is skipped, while the first two are shown.
        _ = try await importFile(list(2...3))
        lookups.answer(.success(ItemLookupBatch([.title("owner/name3"): .gone], pause: 1)))
        model.job.wake()
        await time.advance(by: .seconds(1))
        await eventually { self.lookups.requests.count == 2 && self.time.sleepers == 1 }
        model.forget(seen)
        await settle()
        #expect(
            try await library.lookupCounts(of: .repositories, host: "test")
                == ImportLookupCounts(pending: 1, leftOut: 1))
        lookups.answer(.success(ItemLookupBatch([.title("owner/name2"): .gone], pause: 1)))
        await time.advance(by: .seconds(60))
        await ended(leftOut: 2)
        model.forget(await model.leftOut())
        await ended()
        #expect(await model.leftOut().isEmpty)
    }

    @Test func `the second import of a file changes nothing`() async throws {
        let text = #"{"version":1,"stars":[{"repo_id":2,"notes":"n","tags":["a"]},{"repo_id":3,"tags":[]}]}"#
        #expect(try await importFile(text).content.lookups.count == 2)
        model.job.signedIn(as: "ada")
        await eventually { self.library.favorites.count == 2 }
        let before = try await contents()
        #expect(before.count == 2 && lookups.requests.count == 1)
        let again = try await importFile(text)
        #expect(again.favorites == 2 && again.content.lookups.isEmpty)
        #expect(try await contents() == before)
    }

    @Test func `nothing is looked up before the account is known, and it goes on in another process`() async throws {
        _ = try await importFile(list(1...3))
        model.job.wake()
        await settle()
        #expect(lookups.requests.isEmpty && model.phase == .idle)
        let other = ImportLookupViewModel(
            catalogs: catalogs, writer: .attached(to: library), network: network, time: time.source,
            formats: .sample())
        other?.job.signedIn(as: "ada")
        await eventually { other?.phase == .idle && self.library.favorites.count == 3 }
    }

    @Test func `a request is not sent again when the account is confirmed or more is imported`() async throws {
        _ = try await importFile(list(1...2))
        lookups.hold()
        model.job.signedIn(as: "ada")
        await eventually { self.lookups.heldCount == 1 }
        model.job.signedIn(as: "ada")
        _ = try await importFile(list(3...3))
        model.job.wake()
        await settle()
        lookups.release()
        await eventually { self.model.phase == .idle && self.library.favorites.count == 3 }
        #expect(lookups.requests.map(\.count) == [2, 1])
    }

    @Test func `a request of another account is sent again`() async throws {
        _ = try await importFile(list(1...2))
        lookups.hold()
        model.job.signedIn(as: "ada")
        await eventually { self.lookups.heldCount == 1 }
        model.job.signedIn(as: nil)
        await eventually { self.lookups.heldCount == 2 }
        lookups.release()
        await eventually { self.library.favorites.count == 2 }
    }

    @Test func `progress counts across requests`() async throws {
        _ = try await importFile(list(1...5))
        lookups.answer(
            .success(ItemLookupBatch([.title("owner/name1"): .found(.sample(1))], pause: 2)),
            .success(ItemLookupBatch([.title("owner/name2"): .refused], pause: 2)))
        model.job.signedIn(as: "ada")
        await eventually { self.lookups.requests.count == 1 && self.time.sleepers == 1 }
        #expect(isWorking(done: 1, of: 5))
        await time.advance(by: .seconds(2))
        await eventually { self.lookups.requests.count == 2 && self.time.sleepers == 1 }
        #expect(isWorking(done: 2, of: 5))
        #expect(lookups.requests[1].count == 4)
        await time.advance(by: .seconds(2))
        await ended(leftOut: 1)
        #expect(await model.leftOut().map(\.state) == [.refused] && library.favorites.count == 4)
    }

    @Test func `a limit is waited for, and a connection`() async throws {
        _ = try await importFile(list(1...2))
        let end = time.now.addingTimeInterval(600)
        lookups.answer(
            .failure(.rateLimited(.sample(bucket: "core", limit: 60, resetsAt: end))), .failure(.offline))
        model.job.signedIn(as: "ada")
        await eventually {
            if case .waiting(.rateLimit, _) = self.model.phase { self.time.sleepers == 1 } else { false }
        }
        await time.advance(by: .seconds(600))
        await eventually { if case .waiting(.offline, _) = self.model.phase { true } else { false } }
        network.report()
        await ended()
        #expect(library.favorites.count == 2)
    }

    @Test func `cancelling leaves out what was not looked up`() async throws {
        _ = try await importFile(list(1...4))
        lookups.answer(
            .success(
                ItemLookupBatch(
                    [.title("owner/name1"): .found(.sample(1)), .title("owner/name4"): .gone], pause: 60)))
        model.job.signedIn(as: "ada")
        await eventually { self.library.favorites.count == 1 && self.time.sleepers == 1 }
        model.cancel()
        await ended(leftOut: 3)
        #expect(await model.leftOut().map(\.state) == [.cancelled, .cancelled, .gone])
        #expect(lookups.requests.count == 1)
        _ = try await importFile(list(2...3))
        model.job.wake()
        // The server's pause after the last request still holds.
        await time.advance(by: .seconds(60))
        await eventually { self.library.favorites.count == 3 }
        await ended(leftOut: 1)
    }

    @Test func `an answer that comes after cancelling changes nothing`() async throws {
        _ = try await importFile(list(1...2))
        lookups.hold()
        model.job.signedIn(as: "ada")
        await eventually { self.lookups.heldCount == 1 }
        model.cancel()
        await ended(leftOut: 2)
        lookups.release()
        await settle()
        #expect(library.favorites.isEmpty && model.leftOutCount?.number == 2)
    }

    @Test func `a response without results does not shorten the next wait`() async throws {
        _ = try await importFile(list(1...1))
        let failure = CatalogFailure.server(status: 502)
        lookups.answer(.failure(failure), .success(ItemLookupBatch([:], pause: 0)), .failure(failure))
        model.job.signedIn(as: "ada")
        await time.advance(by: .seconds(30))
        await time.advance(by: .seconds(1))
        let until = Formats.sample().timeOfDay(time.now.addingTimeInterval(120))
        await eventually("a longer wait") {
            if case .waiting(.server(until: until), _) = self.model.phase { true } else { false }
        }
    }

    @Test func `all at once, it goes on after an item that fails and ends at a limit`() async throws {
        _ = try await importFile(list(1...5))
        let limit = CatalogFailure.throttled(until: time.now.addingTimeInterval(60))
        lookups.reply { names in
            switch names[0] {
            case .title("owner/name1"): .failure(.server(status: 500))
            case .title("owner/name5"): .failure(limit)
            default: .success(ItemLookupBatch([names[0]: Self.result(names[0])], pause: 0))
            }
        }
        let end = Task { try await model.lookUpAll() }
        await time.advance(by: .seconds(1))
        let (added, left) = try await end.value
        #expect(added == 3 && left == 2)
        #expect(lookups.requests.map { $0[0].text } == (1...5).map { "owner/name\($0)" })
    }

    @Test func `all at once, an item that fails again is left out`() async throws {
        _ = try await importFile(list(1...3))
        lookups.reply { names in
            if names[0] == .title("owner/name2") { return .failure(.server(status: 500)) }
            return .success(ItemLookupBatch([names[0]: Self.result(names[0])], pause: 0))
        }
        var leftOut: [String] = []
        model.foundLeftOut = { leftOut.append("\($0.name.text) \($0.state)") }
        let end = Task { try await model.lookUpAll() }
        await time.advance(by: .seconds(1))
        let (added, left) = try await end.value
        #expect(added == 2 && left == 0 && leftOut == ["owner/name2 refused"])
        #expect(lookups.requests.map { $0[0].text } == [1, 2, 3, 2].map { "owner/name\($0)" })
    }

    @Test func `what another process has looked up stays as the user left it`() async throws {
        _ = try await importFile(list(1...1))
        let lookup = try #require(
            try await library.lookups(of: .repositories, host: "test", leftOut: false, limit: 9).first)
        #expect(try await library.endLookups([lookup.id: .found(.sample(1))]) == 1)
        library.change { $0 = [] }
        #expect(try await library.endLookups([lookup.id: .found(.sample(1))]) == 0)
        #expect(library.favorites.isEmpty)
    }

    @Test func `favorites of either server are known`() async throws {
        library.change { $0 = [.sample(4)] }
        let plan = try await importFile(list(4...5))
        #expect(
            plan.favorites == 1
                && plan.content.lookups.map(\.target) == [
                    .title("owner/name5", catalog: .repositories, host: "test")
                ])
        let file = try await ImportSamples.read(list(5...5))
        let alone = try await ImportPlan(file, in: library, lookingUpIn: Catalogs([ScriptedCatalog()]))
        #expect(alone.content.lookups.isEmpty && alone.problems == [.notFavorite: 1])
    }
}
