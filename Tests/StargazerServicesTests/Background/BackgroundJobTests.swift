import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// What all jobs in the background do alike, with the queue of each.
@MainActor @Suite(.timeLimit(.minutes(25))) struct BackgroundJobTests {
    private static let all = Array(1...5)
    private static let week: TimeInterval = 7 * 86_400

    /// Lets the time pass until the condition holds, for a day at most.
    private func pass(_ scene: any JobScene, _ what: String, until condition: () async -> Bool) async {
        for _ in 0..<1_440 {
            await settle()
            if await condition() { return }
            await scene.time.advance(by: .seconds(60), sleepers: 0)
        }
        Issue.record("\(what) did not happen in a day")
    }

    // MARK: An item that fails

    @Test(
        arguments: JobKind.allCases,
        [CatalogFailure.server(status: 500), .timedOut, .notAllowed(needs: nil), .unreadable(code: "x"), .gone])
    func `an item that fails for ever is given up, and the others go on`(
        kind: JobKind, failure: CatalogFailure
    ) async throws {
        // The favorite of that answer is known to be gone.
        if [.favorites, .missingStars].contains(kind), failure == .gone { return }
        for bad in [1, 3, 5] {
            let scene = try await kind.scene(Self.all)
            scene.reply { $0 == bad ? failure : nil }
            await scene.start()
            // Nothing can be read behind a batch that cannot be read.
            let others = Self.all.filter { kind.isSequence ? $0 < bad : $0 != bad }
            await pass(scene, "the end") {
                await scene.done() == others && scene.isIdle && scene.requested.contains(bad)
            }
            let attempts = kind.attempts(failure)
            #expect(scene.requested.count { $0 == bad } == attempts, "\(bad)")
            #expect(scene.requested.count == others.count + attempts)
        }
    }

    @Test(arguments: JobKind.allCases) func `a server that answers nothing for an hour loses no item`(
        kind: JobKind
    ) async throws {
        let scene = try await kind.scene(Self.all)
        scene.reply { _ in .server(status: 502) }
        await scene.start()
        let end = scene.time.now.addingTimeInterval(3_600)
        await pass(scene, "an hour") { scene.time.now >= end }
        #expect(scene.requested.count < 30, "it asks less and less often")
        scene.reply { _ in nil }
        await pass(scene, "the end") { await scene.done() == Self.all }
    }

    // MARK: Pause, cancel, end of the process

    @Test(arguments: JobKind.allCases) func `paused it sends nothing, and resumed it goes on`(
        kind: JobKind
    ) async throws {
        let scene = try await kind.scene(Self.all)
        let end = scene.time.now.addingTimeInterval(600)
        scene.reply { $0 == 3 ? .throttled(until: end) : nil }
        await scene.start()
        await pass(scene, "a wait") { scene.isWaiting }
        scene.pause()
        scene.reply { _ in nil }
        let count = scene.requested.count
        let later = end.addingTimeInterval(3_600)
        await pass(scene, "an hour") { scene.time.now >= later }
        #expect(scene.requested.count == count)
        if case .paused(.byUser, _) = scene.phase {} else { Issue.record("\(scene.phase)") }
        scene.resume()
        await pass(scene, "the end") { await scene.done() == Self.all }
    }

    @Test(arguments: JobKind.allCases) func `canceled it sends nothing for a week, and goes on when it is wanted`(
        kind: JobKind
    ) async throws {
        let scene = try await kind.scene(Self.all)
        let end = scene.time.now.addingTimeInterval(600)
        scene.reply { $0 == 3 ? .throttled(until: end) : nil }
        await scene.start()
        await pass(scene, "a wait") { scene.isWaiting }
        await scene.cancel()
        scene.reply { _ in nil }
        await settle()
        let count = scene.requested.count
        // Nor does another network wake it.
        scene.network.isMetered = true
        scene.network.isMetered = false
        for _ in 0..<7 * 24 {
            await scene.time.advance(by: .seconds(3_600), sleepers: 0)
            await settle()
        }
        #expect(scene.requested.count == count && scene.phase.progress == nil)
        await scene.ask()
        await pass(scene, "the end") { await scene.done() == Self.all }
    }

    @Test(arguments: JobKind.allCases) func `a process that ends after each step goes on in the next one`(
        kind: JobKind
    ) async throws {
        for steps in 0..<Self.all.count {
            let scene = try await kind.scene(Self.all)
            let end = scene.time.now.addingTimeInterval(Self.week)
            scene.limit(after: steps, until: end)
            await scene.start()
            await pass(scene, "\(steps) steps") { scene.isWaiting }
            let done = await scene.done()
            #expect(done.count == steps)
            scene.reply { _ in nil }
            let before = scene.requested.count
            await scene.start()
            await pass(scene, "the end") { await scene.done() == Self.all }
            #expect(scene.requested.dropFirst(before).sorted() == Self.all.filter { !done.contains($0) })
        }
    }

    // MARK: Limits

    @Test(arguments: JobKind.allCases) func `at a limit it waits until the server's time, and blames no item`(
        kind: JobKind
    ) async throws {
        let scene = try await kind.scene(Self.all)
        scene.limit(after: 2, until: scene.time.now.addingTimeInterval(1_800))
        await scene.start()
        for _ in 1...4 {
            await pass(scene, "a wait") { scene.isWaiting }
            let end = scene.time.now.addingTimeInterval(1_800)
            let count = scene.requested.count
            scene.limit(after: 0, until: end)
            await pass(scene, "another request") { scene.requested.count > count }
            #expect(scene.requested.count == count + 1)
        }
        scene.reply { _ in nil }
        await pass(scene, "the end") { await scene.done() == Self.all }
    }
}

/// The jobs in the background.
enum JobKind: CaseIterable, Sendable {
    case lookups, documents, savedSearches, favorites, stars, starList, missingStars

    /// Whether each item is only known from the one before.
    var isSequence: Bool { self == .stars || self == .starList }

    /// How often an item that fails for ever is requested. The failure of a saved search shows, and it is due hourly; that of
    /// a batch of stars shows, unless the server may be available later.
    func attempts(_ failure: CatalogFailure) -> Int {
        switch self {
        case .savedSearches: 1
        case .stars, .starList: failure.isTransient ? 6 : 1
        case .lookups, .documents, .favorites, .missingStars: 2
        }
    }

    @MainActor func scene(_ items: [Int]) async throws -> any JobScene {
        switch self {
        case .lookups: try await LookupScene(items)
        case .documents: try DocumentScene(items)
        case .savedSearches: try await SavedSearchScene(items)
        case .favorites: try await FavoriteScene(items)
        case .stars: StarListScene(items)
        case .starList: try await StarUpdateScene(items, isMissing: false)
        case .missingStars: try await StarUpdateScene(items, isMissing: true)
        }
    }
}
