import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct StarListUpdaterTests {
    private let time = ManualTime()
    private let library: MemoryLibrary
    private let lists = ScriptedStarLists(25)
    private let account = ScriptedAccount()
    private let network = ScriptedNetwork()
    private let writer: LibraryWriter
    private let stars: StarImportViewModel
    private let updater: StarListUpdater

    init() async {
        library = MemoryLibrary(time: time.source)
        writer = .attached(to: library)
        stars = StarImportViewModel(
            lists, account: account, writer: writer, network: UnmeteredNetwork(), formats: .sample(),
            time: time.source)
        updater = StarListUpdater(
            lists, account: account, stars: stars, writer: writer, network: network, formats: .sample(),
            time: time.source)
        stars.bring(StarListOwner(login: "ada", stars: 25, requests: 3))
        await eventually("the stars are there") { !stars.isRunning }
    }

    /// Lets the time pass in steps of an hour, in which the updater looks at the clock.
    private func pass(days: Int) async {
        for _ in 0..<days * 24 + 1 {
            await time.advance(by: .seconds(3_600))
            await settle()
            await eventually("the updater sleeps") { time.sleepers == 1 }
            // What the server fails to answer is asked for again after a pause.
            while updater.isRunning {
                await time.advance(by: .seconds(2))
                await settle()
                await eventually("the updater sleeps") { time.sleepers == 1 }
            }
        }
    }

    private var updates: [String] {
        get async throws {
            try await library.starUpdates().map { "\($0.kind.rawValue) \($0.item.id)" }.sorted()
        }
    }

    private func change(_ number: Int, _ change: @escaping (inout Repository) -> Void) {
        lists.change { stars in
            for index in stars.indices where stars[index].item.id == .sample(number) {
                stars[index].item = .sample(number, change)
            }
        }
    }

    @Test func `a list is known as soon as it was brought`() async {
        updater.start()
        await eventually { updater.login == "ada" }
        updater.stopUpdating()
        await eventually { updater.login == nil }
        stars.bring(StarListOwner(login: "ada", stars: 25, requests: 3))
        await eventually { updater.login == "ada" }
    }

    @Test func `once a day it looks for new stars, until a page brings nothing new`() async throws {
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 1)
        #expect(lists.pages == [1, 2, 3, 1])
        lists.change { stars in
            stars += (26...27).map { StarredItem(item: .sample($0), starredAt: time.now) }
        }
        await pass(days: 1)
        #expect(lists.pages == [1, 2, 3, 1, 1, 2])
        #expect(library.favorites.count == 27)
        #expect(try await updates == ["new 26", "new 27"])
        #expect(updater.login == "ada")
    }

    @Test func `pages are read until one brings nothing new`() async throws {
        lists.change { stars in stars += (26...40).map { StarredItem(item: .sample($0), starredAt: time.now) } }
        updater.refresh()
        await eventually("the new ones") { library.favorites.count == 40 && !updater.isRunning }
        #expect(lists.pages.dropFirst(3).prefix(3) == [1, 2, 3], "the third page has known stars only")
        #expect(try await updates.count == 15)
    }

    @Test func `once a week the complete list tells what was archived and renamed`() async throws {
        change(3) { $0.isArchived = true }
        change(4) { ($0.owner, $0.name) = ("moved", "renamed") }
        change(5) { $0.stars = 9_999 }
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 6)
        #expect(try await updates == [])
        await pass(days: 2)
        #expect(try await updates == ["archived 3", "renamed 4"])
        #expect(try await library.starUpdates().first { $0.kind == .renamed }?.formerTitle == "owner/name4")
        #expect(library.favorites.first { $0.id == .sample(5) }?.item.repository?.stars == 9_999)
        #expect(lists.items.isEmpty, "nothing is missing")
    }

    @Test func `what is missing is asked for once, and never removed`() async throws {
        lists.change { stars in stars.removeAll { [1, 2, 3, 4].map(ItemID.sample).contains($0.item.id) } }
        lists.answer(.failure(.blocked(reason: "dmca", link: nil)), about: .sample(2))
        lists.answer(.success(.sample(3)), about: .sample(3))
        lists.answer(.success(.sample(4) { $0.owner = "moved" }), about: .sample(4))
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 8)
        #expect(lists.items == [1, 2, 3, 4].map(ItemID.sample))
        #expect(try await updates == ["blocked 2", "gone 1", "renamed 4"], "one absence does not mean unstarred")
        #expect(library.favorites.count == 25)
        #expect(library.favorites.filter(\.isGone).map(\.id.id).sorted() == ["1", "2"])
        await pass(days: 7)
        #expect(try await updates == ["blocked 2", "gone 1", "renamed 4", "unstarred 3", "unstarred 4"])
        await pass(days: 14)
        #expect(lists.items.count { ["1", "2"].contains($0.id) } == 2)
        #expect(library.favorites.count == 25)
    }

    @Test(arguments: [
        CatalogFailure.tokenRefused(TokenRefusal(organization: "tea-lab", message: "no", needsSignOn: true)),
        .notAllowed(needs: nil),
    ])
    func `a missing favorite that is refused is not gone, and the others are asked for`(refusal: CatalogFailure)
        async throws
    {
        lists.change { stars in stars.removeAll { [1, 2].map(ItemID.sample).contains($0.item.id) } }
        lists.answer(.failure(refusal), about: .sample(1))
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 8)
        #expect(try await updates == ["gone 2"])
        #expect(library.favorites.filter(\.isGone).map(\.id.id).sorted() == ["2"])
        #expect(library.favorites.count == 25)
    }

    @Test func `a star that is there again is no longer missing`() async throws {
        let star = StarredItem(item: .sample(1), starredAt: Date(timeIntervalSince1970: 1))
        lists.change { $0.removeFirst() }
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 8)
        #expect(try await updates == ["gone 1"])
        lists.change { $0.insert(star, at: 0) }
        await pass(days: 7)
        #expect(try await updates == [])
        #expect(library.favorites.allSatisfy { !$0.isGone })
    }

    @Test func `a favorite that a person removed does not come back in forty days`() async throws {
        let removed = try #require(library.favorites.first { $0.id == .sample(7) })
        try await library.remove(removed.id)
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 40)
        #expect(lists.pages.count == 58, "five readings of three pages, and a look each day")
        #expect(library.favorites.count == 24 && !library.favorites.contains { $0.id == .sample(7) })
        #expect(try await updates == [])
    }

    @Test func `others wait while the list is due or read, but not for one that cannot be read`() async {
        #expect(updater.needsRequests, "nothing is known yet")
        updater.start()
        await eventually { time.sleepers == 1 }
        #expect(!updater.needsRequests)
        var hours: [Int] = []
        for hour in 1...48 {
            if hour == 48 { lists.failNext(.offline) }
            await time.advance(by: .seconds(3_600))
            await settle()
            await eventually("the updater sleeps") { time.sleepers == 1 && (!updater.isRunning || hour == 48) }
            if updater.needsRequests { hours.append(hour) }
        }
        #expect(hours == [23, 47])
        #expect(updater.phase == .waiting(.offline))
        updater.cancel()
        lists.failNext(.throttled(until: time.now.addingTimeInterval(90)))
        updater.refresh()
        await eventually("a limit") { if case .waiting = updater.phase { true } else { false } }
        #expect(updater.needsRequests, "it goes on as soon as it can")
    }

    @Test func `updates are seen together`() async throws {
        lists.change { $0.append(StarredItem(item: .sample(26), starredAt: time.now)) }
        updater.refresh()
        await eventually { library.favorites.count == 26 && !updater.isRunning }
        #expect(try await library.starUpdates().map(\.isSeen) == [false])
        UndoStack(writer: writer, time: time.source).markUpdatesSeen()
        await writer.settled()
        #expect(try await library.starUpdates().map(\.isSeen) == [true])
    }

    @Test func `nothing is sent on a metered connection, and after Stop Updating`() async {
        network.isMetered = true
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 2)
        #expect(lists.pages.count == 3)
        network.isMetered = false
        updater.stopUpdating()
        await writer.settled()
        await pass(days: 9)
        #expect(lists.pages.count == 3 && library.favorites.count == 25)
        #expect(updater.login == nil)
    }

    @Test func `Stop Updating ends an update that the schedule began`() async {
        updater.start()
        await eventually { time.sleepers == 1 }
        lists.failNext(.throttled(until: time.now.addingTimeInterval(26 * 3_600)))
        await time.advance(by: .seconds(25 * 3_600))
        await eventually("a limit") { if case .waiting = updater.phase { time.sleepers == 1 } else { false } }
        let asked = lists.pages.count
        updater.stopUpdating()
        await writer.settled()
        await pass(days: 2)
        #expect(lists.pages.count == asked)
    }

    @Test func `a limit is waited for, and a failure is tried again later`() async throws {
        lists.change { $0.append(StarredItem(item: .sample(26), starredAt: time.now)) }
        lists.failNext(.throttled(until: time.now.addingTimeInterval(90)))
        updater.refresh()
        await eventually("a limit") { if case .waiting = updater.phase { time.sleepers == 1 } else { false } }
        await time.advance(by: .seconds(91))
        await eventually { library.favorites.count == 26 && !updater.isRunning }
        lists.failNext(.unexpected(code: "x"))
        updater.refresh()
        await eventually { updater.failure?.failure == .unexpected(code: "x") && !updater.isRunning }
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 1)
        #expect(updater.failure == nil)
    }

    /// The account `grace` has stars 1 to 3.
    private func signInAsGrace() async throws {
        account.offerStars(3)
        stars.setLogin("grace")
        stars.start(login: "grace")
        await eventually("the stars are there") { !stars.isRunning }
        await updater.reload()
        #expect(updater.login == "grace")
    }

    @Test func `the account's own list is kept in step while it is signed in`() async throws {
        try await signInAsGrace()
        account.replyStarred { _ in
            .success(
                StarredBatch(
                    items: [30, 3, 2, 1].map { StarredItem(item: .sample($0), starredAt: nil) }, end: .complete))
        }
        updater.refresh()
        await eventually("the new star") { library.favorites.count == 26 && !updater.isRunning }
        #expect(try await updates == ["new 30"])
        #expect(library.favorites.first { $0.id == .sample(30) }?.isStarredOnServer == true)
        #expect(lists.pages.count == 3, "the public list is not read again")
    }

    @Test func `what the account no longer stars is told at once, and stays a favorite`() async throws {
        try await signInAsGrace()
        account.offerStars(2)
        account.replyIsStarred { _ in .success(false) }
        lists.answer(.success(.sample(3)), about: .sample(3))
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 8)
        #expect(try await updates == ["unstarred 3"])
        #expect(library.favorites.first { $0.id == .sample(3) }?.isStarredOnServer == false)
        #expect(library.favorites.count == 25)
    }

    @Test func `a favorite whose star stays on the server does not come back`() async throws {
        try await signInAsGrace()
        try await library.remove(.sample(2))
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 40)
        #expect(account.pages.count == 46)
        #expect(!library.favorites.contains { $0.id == .sample(2) })
    }

    @Test func `a list that was brought by name is kept in step while somebody else is signed in`() async {
        stars.setLogin("grace")
        lists.change { $0.append(StarredItem(item: .sample(26), starredAt: time.now)) }
        updater.refresh()
        await eventually("the new star") { library.favorites.count == 26 && !updater.isRunning }
        #expect(updater.login == "ada" && account.calls.isEmpty)
    }

    @Test func `Refresh looks for everything`() async throws {
        change(3) { $0.isArchived = true }
        updater.refresh()
        await eventually("the complete list") { lists.pages == [1, 2, 3, 1, 1, 2, 3] && !updater.isRunning }
        #expect(try await updates == ["archived 3"])
    }

    @Test func `an update that is canceled begins again when a week has passed, or when it is asked for`() async {
        updater.start()
        await eventually { time.sleepers == 1 }
        await pass(days: 6)
        lists.failNext(.throttled(until: time.now.addingTimeInterval(26 * 3_600)))
        updater.refresh()
        await eventually("a limit") { if case .waiting = updater.phase { true } else { false } }
        let asked = lists.pages.count
        updater.cancel()
        await writer.settled()
        await settle()
        await pass(days: 6)
        #expect(lists.pages.count == asked)
        await pass(days: 2)
        #expect(lists.pages.count == asked + 4 + 1)
    }

    @Test func `a library that replaces another one tells which list is kept in step`() async throws {
        await updater.reload()
        lists.failNext(.throttled(until: time.now.addingTimeInterval(26 * 3_600)))
        updater.refresh()
        await eventually("a limit") { if case .waiting = updater.phase { true } else { false } }
        try await library.stopKeepingStarLists(on: lists.host)
        updater.libraryReplaced()
        await eventually { updater.login == nil && !updater.isRunning }
    }

    @Test func `bringing the list ends its comparison`() async throws {
        let removed = try #require(library.favorites.first { $0.id == .sample(2) })
        try await library.remove(removed.id)
        lists.hold()
        updater.refresh()
        await eventually("a request") { lists.heldCount == 1 }
        stars.bring(StarListOwner(login: "ada", stars: 25, requests: 3))
        await eventually("both ask") { lists.heldCount == 2 }
        lists.release()
        await eventually { !stars.isRunning && !updater.isRunning }
        #expect(stars.phase == .finished(new: .sample(1), existing: .sample(24)))
        #expect(try await updates == [])
    }

    @Test func `private favorites that are missing hold up no other`() async throws {
        lists.change { stars in stars.removeAll { [1, 2, 3, 4].map(ItemID.sample).contains($0.item.id) } }
        for number in 1...3 {
            try await library.add(Favorite(item: .sample(number) { $0.isPrivate = true }, addedAt: time.now))
        }
        updater.refresh()
        await eventually("the update") { lists.items == [.sample(4)] && !updater.isRunning }
        #expect(try await updates == ["gone 4"])
    }

    @Test func `a list brought while signed in is not kept in step`() async {
        stars.setLogin("grace")
        updater.stopUpdating()
        stars.bring(StarListOwner(login: "ada", stars: 25, requests: 3))
        await eventually { !stars.isRunning }
        await updater.reload()
        #expect(updater.login == nil)
        stars.setLogin(nil)
        stars.bring(StarListOwner(login: "ada", stars: 25, requests: 3))
        await eventually { !stars.isRunning }
        await updater.reload()
        #expect(updater.login == "ada")
    }
}
