import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct BringStarsViewModelTests {
    private let library = MemoryLibrary()
    private let lists = ScriptedStarLists(25)
    private let account = ScriptedAccount()
    private let time = ManualTime()
    private let stars: StarImportViewModel

    init() {
        stars = StarImportViewModel(
            lists, account: account, writer: .attached(to: library), network: UnmeteredNetwork(),
            formats: .sample(), time: time.source)
    }

    private func form(_ name: String) -> BringStarsViewModel {
        let form = BringStarsViewModel(stars)
        form.nameChanged(name)
        return form
    }

    private func found(_ form: BringStarsViewModel) async -> StarListContent? {
        await eventually("an answer") { form.phase != .looking }
        return if case .found(let content) = form.phase { content } else { nil }
    }

    @Test(
        arguments: [
            ("", nil, false), ("ada", nil, true), ("@ada", nil, true), (" ada ", nil, true),
            ("ada l", .noUsername, false),
            ("-ada", .nameHyphens, false),
        ] as [(String, QueryProblem?, Bool)])
    func `a name is verified while it is typed, without a request`(
        name: String, problem: QueryProblem?, canSubmit: Bool
    ) {
        let form = form(name)
        #expect(form.phase == .typing(problem: problem) && form.canSubmit == canSubmit)
        #expect(lists.lookups.isEmpty)
    }

    @Test func `the user shows before anything is added, then the stars come`() async {
        let form = form("Ada")
        #expect(!form.submit())
        let content = await found(form)
        #expect(content?.login == "ada" && content?.name == "Ada" && content?.stars == .sample(25))
        #expect(content?.requests == nil && content?.isOwn == false && content?.lacksSignIn == true)
        #expect(library.favorites.isEmpty && lists.pages.isEmpty)
        #expect(form.submit())
        await eventually { stars.phase == .finished(new: .sample(25), existing: .sample(0)) }
        #expect(lists.pages == [1, 2, 3] && account.calls.isEmpty)
        #expect(library.favorites.count == 25 && library.favorites.allSatisfy { $0.isStarredOnServer == nil })
    }

    @Test func `the signed-in account brings its own list`() async {
        account.offerStars(12)
        account.setStarCount(12)
        stars.setLogin("ada")
        let form = BringStarsViewModel(stars)
        #expect(form.text == "ada")
        _ = form.submit()
        let content = await found(form)
        #expect(content?.isOwn == true && content?.stars == .sample(12), "with the private ones")
        #expect(content?.lacksSignIn == false)
        #expect(form.submit())
        await eventually { stars.phase == .finished(new: .sample(12), existing: .sample(0)) }
        #expect(lists.pages.isEmpty && account.pages == [nil, "2"])
    }

    @Test func `where nobody can sign in, nothing is said of private stars`() async {
        let form = BringStarsViewModel(
            StarImportViewModel(
                lists, writer: .attached(to: library), network: UnmeteredNetwork(), formats: .sample(),
                time: time.source))
        form.nameChanged("ada")
        _ = form.submit()
        #expect(await found(form)?.lacksSignIn == false)
    }

    @Test func `an unknown name is told, and another one is looked up`() async {
        let form = form("nobody")
        _ = form.submit()
        #expect(await found(form) == nil)
        guard case .failed(let content) = form.phase else {
            Issue.record("\(form.phase)")
            return
        }
        #expect(content.failure == .gone && content.query == "nobody")
        form.nameChanged("ada")
        #expect(form.phase == .typing(problem: nil))
        _ = form.submit()
        #expect(await found(form) != nil)
    }

    @Test func `an answer for an earlier name changes nothing`() async {
        lists.hold()
        let form = form("ada")
        _ = form.submit()
        await eventually { lists.heldCount == 1 }
        form.nameChanged("grace")
        lists.release()
        await settle()
        #expect(form.phase == .typing(problem: nil))
    }

    @Test func `a user without stars brings nothing`() async {
        lists.change { $0 = [] }
        let form = form("ada")
        _ = form.submit()
        #expect(await found(form)?.stars == .sample(0))
        #expect(!form.canSubmit && !form.submit())
    }

    @Test func `a limit shows when it ends, and the stars go on by themselves`() async {
        let form = form("ada")
        _ = form.submit()
        _ = await found(form)
        lists.hold()
        _ = form.submit()
        await eventually { lists.heldCount == 1 }
        let until = time.now.addingTimeInterval(600)
        lists.failNext(.rateLimited(RateLimit(bucket: "core", limit: 60, resetsAt: until)))
        lists.release()
        await eventually {
            stars.phase
                == .waiting(
                    loaded: .sample(0), of: .sample(25), .rateLimit(until: Formats.sample().timeOfDay(until)))
        }
        #expect(stars.isRunning)
        await time.advance(by: .seconds(601))
        await eventually { stars.phase == .finished(new: .sample(25), existing: .sample(0)) }
        #expect(lists.pages == [1, 1, 2, 3])
    }

    @Test func `Cancel ends the wait for a limit`() async {
        lists.failNext(.throttled(until: time.now.addingTimeInterval(60)))
        stars.bring(StarListOwner(login: "ada", stars: 25, requests: 3))
        await eventually { time.sleepers == 1 }
        stars.cancel()
        #expect(stars.phase == .cancelled(loaded: .sample(0)))
        await eventually { time.sleepers == 0 }
        await settle()
        #expect(lists.pages == [1])
    }

    @Test func `signing out ends the account's import only`() async {
        lists.hold()
        stars.setLogin("grace")
        stars.bring(StarListOwner(login: "ada", stars: 25, requests: 3))
        await eventually { lists.heldCount == 1 }
        stars.setLogin(nil)
        #expect(stars.isRunning)
        lists.release()
        await eventually { stars.phase == .finished(new: .sample(25), existing: .sample(0)) }
    }

    @Test func `a failure keeps what came, and trying again continues`() async {
        lists.hold()
        stars.bring(StarListOwner(login: "ada", stars: 25, requests: 3))
        await eventually { lists.heldCount == 1 }
        lists.release()
        await eventually { library.favorites.count >= 10 }
        await eventually { !stars.isRunning }
        lists.change { stars in stars += (26...40).map { StarredItem(item: .sample($0), starredAt: nil) } }
        lists.failNext(.unexpected(code: "x"))
        stars.bring(StarListOwner(login: "ada", stars: 40, requests: 4))
        await eventually { if case .failed = stars.phase { true } else { false } }
        stars.tryAgain()
        await eventually { stars.phase == .finished(new: .sample(15), existing: .sample(25)) }
    }
}
