import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct StarImportFailureTests {
    private let library = MemoryLibrary()
    private let account = ScriptedAccount()

    private let time = ManualTime()

    private func model() -> StarImportViewModel { .sample(account, library) }

    @Test func `a list whose pages lead back ends, and is not complete`() async {
        account.replyStarred { cursor in
            let next = cursor?.opaque == "2" ? "3" : "2"
            let item = StarredItem(item: .sample(next == "2" ? 1 : 2), starredAt: nil)
            return .success(StarredBatch(items: [item], end: .more(BatchCursor(next))))
        }
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: .sample(2), existing: .sample(0)) }
        #expect(model.gaps.problem == .partial)
        #expect(account.pages == [nil, "2", "3"])
    }

    @Test func `a rate limit shows its end, and the import goes on by itself`() async {
        account.offerStars(20)
        account.hold()
        let model = StarImportViewModel(
            ScriptedStarLists(), account: account, writer: .attached(to: library), network: UnmeteredNetwork(),
            formats: .sample(),
            time: time.source)
        model.start(login: "ada", stars: 20)
        await account.releaseOne()
        await eventually { account.heldCount == 1 }
        let until = time.now.addingTimeInterval(900)
        account.failNext(.rateLimited(RateLimit(bucket: "core", limit: 5_000, resetsAt: until)))
        account.release()
        await eventually {
            model.phase
                == .waiting(
                    loaded: .sample(10), of: .sample(20), .rateLimit(until: Formats.sample().timeOfDay(until)))
        }
        await time.advance(by: .seconds(901))
        await eventually { model.phase == .finished(new: .sample(20), existing: .sample(0)) }
        #expect(account.pages == [nil, "2", "2"])
    }

    @Test func `a full disk is reported and keeps the imported stars`() async {
        account.offerStars(30)
        let model = model()
        library.failNext(.diskFull)
        model.start(login: "ada")
        await eventually { model.phase == .failed(.library(.diskFull), loaded: .sample(0)) }
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: .sample(30), existing: .sample(0)) }
    }

    @Test(arguments: [CatalogFailure.gone, .unreadable(code: "starred-link"), .unexpected(code: "http-422")])
    func `a resume point that the server does not know starts the import over`(
        failure: CatalogFailure
    ) async {
        account.offerStars(20)
        _ = try? await library.importStars(
            [StarredItem(item: .sample(1), starredAt: nil)], of: "ada", host: "test", next: BatchCursor("stale"))
        account.failNext(failure)
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: .sample(19), existing: .sample(1)) }
        #expect(account.pages == ["stale", nil, "2"])
    }

    @Test func `a failure on the first page is not repeated endlessly`() async {
        let model = model()
        account.failNext(.gone)
        model.start(login: "ada")
        await eventually {
            if case .failed = model.phase { return true }
            return false
        }
        #expect(account.pages == [nil])
        model.dismiss()
        #expect(model.phase == .idle)
    }

    @Test func `without a library the import fails`() async {
        let writer = LibraryWriter()
        let model = StarImportViewModel(
            ScriptedStarLists(), account: account, writer: writer, network: UnmeteredNetwork(), formats: .sample())
        writer.refuse(.unavailable(code: "no library"))
        model.start(login: "ada")
        await eventually { model.phase == .failed(.library(.unavailable(code: "no library")), loaded: .sample(0)) }
    }
}
