import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct StarsImportTests {
    private let library = MemoryLibrary()
    private let account = ScriptedAccount()

    /// Stars 1 to `count` in pages of ten; the cursor is the number of the page.
    private func stars(_ count: Int, knowsProgress: Bool = true) {
        account.replyStarred { cursor in
            let page = cursor.flatMap { Int($0.opaque) } ?? 1
            let pages = (count + 9) / 10
            let items = ((page - 1) * 10..<min(page * 10, count)).map {
                StarredItem(item: .sample($0 + 1), starredAt: Date(timeIntervalSince1970: TimeInterval($0 + 1)))
            }
            return .success(
                StarredBatch(
                    items: items, end: page < pages ? .more(BatchCursor("\(page + 1)")) : .complete,
                    progress: knowsProgress ? Double(page) / Double(pages) : nil))
        }
    }

    private func model() -> StarsImportViewModel {
        let model = StarsImportViewModel(account: account, formats: .sample())
        model.attach(library: library)
        return model
    }

    private func number(_ number: Int) -> NumberContent { NumberContent(number, formats: .sample()) }

    private var pages: [String?] {
        account.calls.compactMap { call -> String?? in
            if case .starred(let cursor) = call { return .some(cursor?.opaque) }
            return nil
        }
    }

    @Test func `all pages come, and what was a favorite already is told apart`() async {
        try? await library.add(.sample(3))
        stars(25)
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: number(24), known: number(1)) }
        #expect(library.kept.count == 25)
        #expect(library.kept.allSatisfy { $0.isStarredOnServer == true })
        #expect(library.log.dropFirst() == ["bring in 10 beginning", "bring in 10 goingOn", "bring in 5 goingOn"])
        #expect(pages == [nil, "2", "3"])
    }

    @Test func `the progress tells how many came of about how many`() async {
        stars(40)
        account.hold()
        let model = model()
        model.start(login: "ada")
        #expect(model.phase == .running(came: number(0), about: nil, fraction: nil))
        await account.releaseOne()
        await eventually { model.phase == .running(came: number(10), about: number(40), fraction: 0.25) }
        await account.releaseOne()
        await eventually { model.phase == .running(came: number(20), about: number(40), fraction: 0.5) }
        account.release()
        await eventually { model.phase == .finished(new: number(40), known: number(0)) }
    }

    @Test func `a server that does not say how many there are is not guessed at`() async {
        stars(20, knowsProgress: false)
        account.hold()
        let model = model()
        model.start(login: "ada")
        await account.releaseOne()
        await eventually { model.phase == .running(came: number(10), about: nil, fraction: nil) }
        account.release()
        await eventually { model.phase == .finished(new: number(20), known: number(0)) }
    }

    @Test func `an account without stars is done at once`() async {
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: number(0), known: number(0)) }
    }

    @Test func `cancelling keeps what came and stops asking, and starting goes on from there`() async {
        stars(35)
        account.hold()
        let model = model()
        model.start(login: "ada")
        await account.releaseOne()
        await account.releaseOne()
        await eventually { account.heldCount == 1 && library.kept.count == 20 }
        model.cancel()
        #expect(model.phase == .cancelled(came: number(20)))
        await eventually { account.heldCount == 0 }
        await settle()
        #expect(library.kept.count == 20)
        #expect(model.phase == .cancelled(came: number(20)))
        account.release()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: number(35), known: number(0)) }
        #expect(pages == [nil, "2", "3", "3", "4"])
        #expect(library.log.contains("bring in 10 resumed"))
    }

    @Test func `another window goes on where the first was closed`() async {
        stars(25)
        account.hold()
        weak var gone: StarsImportViewModel?
        do {
            let first = model()
            gone = first
            first.start(login: "ada")
            await account.releaseOne()
            await eventually { library.kept.count == 10 && account.heldCount == 1 }
        }
        await eventually("the first is gone") { gone == nil && account.heldCount == 0 }
        account.release()
        let second = model()
        second.start(login: "ada")
        await eventually { second.phase == .finished(new: number(25), known: number(0)) }
        #expect(pages == [nil, "2", "2", "3"])
    }

    @Test func `another login begins with its own first page`() async {
        stars(25)
        account.hold()
        let model = model()
        model.accountIs("ada")
        model.start(login: "ada")
        await account.releaseOne()
        await eventually { account.heldCount == 1 && library.kept.count == 10 }
        model.accountIs(nil)
        #expect(model.phase == .idle)
        await eventually("the question is given up") { account.heldCount == 0 }
        account.release()
        model.accountIs("bob")
        model.start(login: "bob")
        await eventually { model.phase == .finished(new: number(15), known: number(10)) }
        #expect(pages == [nil, "2", nil, "2", "3"])
    }

    @Test func `five breaks at any place come to exactly as many`() async {
        stars(300)
        let model = model()
        for round in 0..<5 {
            account.hold()
            model.start(login: "ada")
            for _ in 0...(round * 7 % 5) { await account.releaseOne() }
            await eventually { account.heldCount == 1 }
            model.cancel()
            await eventually { account.heldCount == 0 }
        }
        account.release()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: number(300), known: number(0)) }
        #expect(library.kept.count == 300)
    }

    @Test func `pages that overlap are counted once`() async {
        account.replyStarred { cursor in
            let numbers = cursor == nil ? 1...10 : 8...15
            return .success(
                StarredBatch(
                    items: numbers.map { StarredItem(item: .sample($0), starredAt: nil) },
                    end: cursor == nil ? .more(BatchCursor("2")) : .complete))
        }
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: number(15), known: number(0)) }
    }

    @Test func `a list that leads back to itself ends with a failure`() async {
        account.replyStarred { cursor in
            let next = cursor?.opaque == "2" ? "3" : "2"
            return .success(StarredBatch(items: [], end: .more(BatchCursor(next))))
        }
        let model = model()
        model.start(login: "ada")
        await eventually {
            if case .failed(.account(let content), _) = model.phase {
                return content.failure == .unreadable(code: "starred-loop")
            }
            return false
        }
    }

    @Test func `a limit is told with its end, and trying again goes on from there`() async {
        stars(20)
        account.hold()
        let model = model()
        model.start(login: "ada")
        await account.releaseOne()
        await eventually { account.heldCount == 1 }
        let until = Date(timeIntervalSince1970: 1_800_000_000)
        account.failNext(.rateLimited(RateLimit(bucket: "core", limit: 5_000, resetsAt: until)))
        account.release()
        await eventually {
            guard case .failed(.account(let content), let came) = model.phase else { return false }
            return came == number(10) && content.until == Formats.sample().timeOfDay(until)
        }
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: number(20), known: number(0)) }
        #expect(pages == [nil, "2", "2"])
    }

    @Test func `a full disk is told and costs nothing that came`() async {
        stars(30)
        let model = model()
        library.failNext(.diskFull)
        model.start(login: "ada")
        await eventually { model.phase == .failed(.library(.diskFull), came: number(0)) }
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: number(30), known: number(0)) }
    }

    @Test(arguments: [CatalogFailure.gone, .unreadable(code: "starred-link"), .unexpected(code: "http-422")])
    func `a place that the server does not know any more is left, and all begins anew`(
        failure: CatalogFailure
    ) async {
        stars(20)
        _ = try? await library.bringIn(
            [StarredItem(item: .sample(1), starredAt: nil)], of: "ada", host: "test", as: .beginning,
            next: BatchCursor("stale"))
        account.failNext(failure)
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: number(19), known: number(1)) }
        #expect(pages == ["stale", nil, "2"])
    }

    @Test func `what fails at the first page is no reason to ask for ever`() async {
        let model = model()
        account.failNext(.gone)
        model.start(login: "ada")
        await eventually {
            if case .failed = model.phase { return true }
            return false
        }
        #expect(pages == [nil])
        model.dismiss()
        #expect(model.phase == .idle)
    }

    @Test func `starting while it runs does nothing`() async {
        stars(20)
        account.hold()
        let model = model()
        model.start(login: "ada")
        await eventually { account.heldCount == 1 }
        model.start(login: "ada")
        await settle()
        #expect(pages == [nil])
        model.dismiss()
        #expect(model.isRunning)
        account.release()
        await eventually { !model.isRunning }
    }

    @Test func `an answer that comes after cancelling changes nothing`() async {
        let late = ScriptedAccount(ignoresCancellation: true)
        late.replyStarred { _ in
            .success(StarredBatch(items: [StarredItem(item: .sample(1), starredAt: nil)], end: .complete))
        }
        late.hold()
        let model = StarsImportViewModel(account: late, formats: .sample())
        model.attach(library: library)
        model.start(login: "ada")
        await eventually { late.heldCount == 1 }
        model.cancel()
        late.release()
        await settle()
        #expect(model.phase == .cancelled(came: number(0)))
        #expect(library.kept.isEmpty)
    }

    @Test func `without a library it says so`() async {
        let model = StarsImportViewModel(account: account, formats: .sample())
        model.refuse(.unavailable(code: "no library"))
        model.start(login: "ada")
        await eventually { model.phase == .failed(.library(.unavailable(code: "no library")), came: number(0)) }
    }
}
