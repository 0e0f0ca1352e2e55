import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The people the account follows, and its followers.
@MainActor struct GitHubFollowsTests {
    private let account = ScriptedAccount()
    private let outbox: OutboxSender
    private let follows: GitHubFollows

    init() async {
        outbox = OutboxSender(
            account: account, writer: .attached(to: MemoryLibrary()), time: ManualTime().source, formats: .sample())
        follows = GitHubFollows(account: account, outbox: outbox)
        outbox.signedIn(as: "Ada")
        follows.signedIn(as: "Ada")
        await outbox.settled()
    }

    private func signOut(isRefused: Bool) {
        outbox.signedOut(isRefused: isRefused)
        follows.signedOut()
    }

    private func person(_ login: String, _ kind: Person.Kind = .person, host: String = "test") -> Item {
        Item(id: ItemID(catalog: .people, host: host, id: login), facts: Person(login: login, kind: kind))
    }

    private func state(_ login: String) -> FollowState? { follows.states[person(login).id] }

    private var writes: String {
        account.calls.compactMap { call in
            if case .setFollowed(let isFollowed, let id) = call { return "\(isFollowed ? "+" : "-")\(id.id)" }
            return nil
        }.joined(separator: " ")
    }

    @Test func `the follow state of an opened person is requested once`() async {
        account.stub(followed: [person("bo").id], followers: [person("bo").id])
        #expect(state("bo") == nil)
        follows.loadState(of: person("bo"))
        follows.loadState(of: person("bo"))
        await eventually { state("bo") == FollowState(isFollowed: true, followsBack: true) }
        follows.loadState(of: person("bo"))
        #expect(account.calls.count == 2)
        #expect(account.calls.contains(.isFollowedBy(person("bo").id, "Ada")))
    }

    @Test func `no request is sent for oneself, organizations, other servers, or while signed out`() async {
        let others = [
            person("ada"), person("works", .organization), person("bo", host: "other"),
            Item(id: .sample(1), facts: Repository(owner: "a", name: "b")),
        ]
        for item in others {
            follows.loadState(of: item)
            follows.setFollowed(true, item)
        }
        signOut(isRefused: false)
        follows.loadState(of: person("bo"))
        await outbox.settled()
        await settle()
        #expect(account.calls.isEmpty && follows.states.isEmpty)
    }

    @Test func `a follow state that failed to load is requested again`() async {
        account.failNext(.offline, .offline)
        follows.loadState(of: person("bo"))
        await eventually { account.calls.count == 2 }
        await settle()
        #expect(state("bo") == nil)
        follows.loadState(of: person("bo"))
        await eventually { state("bo") == FollowState(isFollowed: false, followsBack: false) }
    }

    @Test func `following is offered even when the token may not read follows`() async {
        // Both requests, in either order.
        account.failNext(.notAllowed(needs: .followers), .notAllowed(needs: .followers))
        follows.loadState(of: person("bo"))
        await eventually { account.calls.count == 2 && state("bo") == FollowState(isFollowed: false) }
    }

    @Test func `a mutation shows at once, the last one counts, and one is sent at a time`() async {
        account.hold()
        follows.setFollowed(true, person("bo"))
        follows.setFollowed(true, person("cy"))
        #expect(state("bo")?.isFollowed == true && state("cy")?.isFollowed == true)
        await eventually { account.heldCount == 1 }
        follows.setFollowed(false, person("cy"))
        follows.setFollowed(false, person("bo"))
        #expect(state("bo")?.isFollowed == false)
        account.release()
        await outbox.settled()
        #expect(writes == "+bo -bo")
    }

    @Test func `a rejected mutation is reverted and reported once with the missing permission`() async {
        account.replySetFollowed { _, _ in .notAllowed(needs: .userFollow) }
        account.stub(followed: [])
        follows.loadState(of: person("bo"))
        await eventually { state("bo")?.isFollowed == false }
        follows.setFollowed(true, person("bo"))
        #expect(state("bo")?.isFollowed == true)
        await outbox.settled()
        #expect(state("bo")?.isFollowed == false)
        #expect(follows.problem?.failure == .notAllowed(needs: .userFollow))
        #expect(follows.problem?.mutations.map(\.item.id.id) == ["bo"])
        account.replySetFollowed { _, _ in nil }
        if let problem = follows.problem { follows.tryAgain(problem) }
        await outbox.settled()
        #expect(state("bo")?.isFollowed == true && writes == "+bo +bo")
    }

    @Test func `offline, all pending mutations are reported together`() async {
        account.hold()
        for login in ["bo", "cy", "di"] { follows.setFollowed(true, person(login)) }
        account.failNext(.offline)
        account.release()
        await outbox.settled()
        #expect(follows.problem?.mutations.map(\.item.id.id) == ["bo", "cy", "di"])
        #expect(writes == "+bo")
    }

    @Test func `the account's own lists give the follow states of their members without requests`() async {
        follows.recordRelation([person("bo"), person("cy")], in: .followers, of: person("ada"))
        follows.recordRelation([person("cy")], in: .following, of: person("ADA"))
        follows.recordRelation([person("di")], in: .followers, of: person("eve"))
        #expect(state("bo") == FollowState(followsBack: true))
        #expect(state("cy") == FollowState(isFollowed: true, followsBack: true))
        #expect(state("di") == nil && account.calls.isEmpty)
    }

    @Test func `signing out clears all follow states and mutations`() async {
        account.hold()
        follows.setFollowed(true, person("bo"))
        follows.setFollowed(true, person("cy"))
        await eventually { account.heldCount == 1 }
        signOut(isRefused: true)
        #expect(follows.states.isEmpty)
        await eventually { follows.problem?.failure == .unauthorized }
        account.release()
        await settle()
        #expect(writes == "+bo" && follows.states.isEmpty)
    }

    @Test func `an answer for the former account does not count for the next`() async {
        account.stub(followed: [], followers: [person("bo").id])
        account.hold()
        follows.loadState(of: person("bo"))
        await eventually { account.heldCount == 2 }
        signOut(isRefused: false)
        outbox.signedIn(as: "eve")
        follows.signedIn(as: "eve")
        account.release()
        await settle()
        #expect(state("bo") == nil)
        follows.loadState(of: person("bo"))
        await eventually { account.calls.contains(.isFollowedBy(person("bo").id, "eve")) }
    }
}
