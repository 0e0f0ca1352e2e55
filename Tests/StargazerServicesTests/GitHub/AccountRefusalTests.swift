import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct AccountRefusalTests {
    private let gone = ScriptedTransport.Step.json(Wire.error("Bad credentials"), status: 401)

    @Test func aTokenThatIsRefusedIsToldWhoeverAsked() async throws {
        let scene = try AccountScene([gone, gone])
        var refusals = scene.account.refusals().makeAsyncIterator()
        #expect(await scene.scene.searchFailure() == .unauthorized)
        #expect(await refusals.next() == .sample())
        _ = await failure { () async throws(CatalogFailure) in try await scene.account.setStarred(true, .listed()) }
        #expect(await refusals.next() == .sample())
    }

    @Test func theRefusalOfNobodyAndOfATokenThatIsTriedOutIsNobodysConcern() async throws {
        let scene = try AccountScene([gone, gone, gone], as: nil)
        var refusals = scene.account.refusals().makeAsyncIterator()
        #expect(await scene.scene.searchFailure() == .unauthorized)
        try scene.account.use(.sample("ghp_current"))
        _ = await failure { () async throws(CatalogFailure) in
            try await scene.account.identify(with: .sample("ghp_candidate"))
        }
        _ = await scene.scene.searchFailure()
        #expect(await refusals.next() == .sample("ghp_current"))
    }
}

/// A write is answered by a redirect when the repository was renamed.
@Suite(.timeLimit(.minutes(25))) struct RenamedRepositoryTests {
    private let moved = ScriptedTransport.Step.fail(.redirectRefused(to: "https://api.github.com/repositories/42"))

    @Test(arguments: [(true, "PUT"), (false, "DELETE")])
    func aStarFindsItByItsNumber(isStarred: Bool, method: String) async throws {
        let scene = try AccountScene([moved, .json(Wire.repository()), .done])
        try await scene.account.setStarred(isStarred, .listed(name: "old"))
        #expect(
            scene.lines == [
                "\(method) /user/starred/octo/old", "GET /repositories/42", "\(method) /user/starred/octo/pod",
            ])
        #expect(scene.clock.sleeps == [.seconds(1)])
    }

    @Test func withoutAnotherNameItStaysARedirect() async throws {
        for step in [ScriptedTransport.Step.json(Wire.repository()), .json(Wire.repository(id: 7))] {
            let scene = try AccountScene([moved, step])
            #expect(
                await failure { () async throws(CatalogFailure) in
                    try await scene.account.setStarred(true, .listed())
                } == .unreadable(code: "redirect"))
            #expect(scene.lines.count == 2)
        }
    }

    @Test(arguments: [true, false])
    func `a repository of another number is not starred in its place`(isStarred: Bool) async throws {
        let scene = try AccountScene([moved, .json(Wire.repository(id: 7)), .done])
        #expect(
            await failure { () async throws(CatalogFailure) in
                try await scene.account.setStarred(isStarred, .listed(name: "old"))
            } == .unreadable(code: "redirect"))
        #expect(scene.lines.count == 2, "nothing is written after the look-up")
    }

    @Test func aRenamedRepositoryThatMovesAgainIsNotFollowedForEver() async throws {
        let scene = try AccountScene([moved, .json(Wire.repository()), moved])
        #expect(
            await failure { () async throws(CatalogFailure) in
                try await scene.account.setStarred(true, .listed(name: "old"))
            } == .unreadable(code: "redirect"))
        #expect(scene.lines.count == 3)
    }
}
