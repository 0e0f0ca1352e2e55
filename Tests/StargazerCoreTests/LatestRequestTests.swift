import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct LatestRequestTests {
    private let time = ManualTime()
    private let catalog = ScriptedCatalog(ignoresCancellation: true)
    private let request: LatestRequest

    init() { request = LatestRequest(time: time.source, formats: .sample()) }

    private func ask(
        _ text: String, at priority: RequestPriority = .userInitiated, slow: (() -> Void)? = nil,
        _ answered: @escaping (Result<ResultBatch, CatalogFailure>) -> Void
    ) {
        let query = SearchQuery(text: text)
        request.start(at: priority, slow: slow) { [catalog] in
            await StargazerCore.asyncResult { () async throws(CatalogFailure) in
                try await catalog.search(query, after: nil)
            }
        } completion: {
            answered($0)
        }
    }

    private func limit(_ seconds: TimeInterval) -> CatalogFailure {
        .throttled(until: time.now.addingTimeInterval(seconds))
    }

    @Test func `a newer request cancels the older one, whose result is dropped`() async {
        var answers: [Result<ResultBatch, CatalogFailure>] = []
        ask("one") { answers.append($0) }
        await eventually { catalog.texts == ["one"] }
        ask("two") { answers.append($0) }
        await eventually("the older is cancelled") { catalog.cancelledCount == 1 }
        await catalog.respond(1, .success(.sample([2])))
        await eventually { answers == [.success(.sample([2]))] }
        await catalog.respond(0, .failure(.offline))
        await settle()
        #expect(answers.count == 1)
    }

    @Test func `a cancelled request reports no result`() async {
        var isAnswered = false
        ask("one") { _ in isAnswered = true }
        await eventually { catalog.texts == ["one"] }
        request.cancel()
        await catalog.respond(0, .success(.sample([1])))
        await settle()
        #expect(!isAnswered)
    }

    @Test func `a slow request is reported once, after the threshold`() async {
        var slow = 0
        ask("one", slow: { slow += 1 }) { _ in }
        await time.advance(by: .milliseconds(499))
        await settle()
        #expect(slow == 0)
        await time.advance(by: .milliseconds(1))
        await eventually { slow == 1 }
        await catalog.respond(0, .success(.sample([1])))
        var isAnswered = false
        ask("two", slow: { slow += 1 }) { _ in isAnswered = true }
        await eventually { time.sleepers == 1 }
        await catalog.respond(1, .success(.sample([2])))
        await eventually("nobody waits for it to be slow any more") { isAnswered && time.sleepers == 0 }
        #expect(slow == 1)
    }

    @Test func `without a slow handler there is no slow timer`() async {
        ask("one") { _ in }
        await eventually { catalog.texts == ["one"] }
        await settle()
        #expect(time.sleepers == 0)
    }

    @Test func `an optional request that was not sent is repeated after it became user-initiated`() async {
        var answers: [Result<ResultBatch, CatalogFailure>] = []
        ask("one", at: .preview) { answers.append($0) }
        await eventually { catalog.texts == ["one"] }
        request.prioritize()
        await catalog.respond(0, .failure(.notSent))
        await eventually { catalog.texts == ["one", "one"] }
        #expect(answers.isEmpty && request.isRunning)
        await catalog.respond(1, .success(.sample([1])))
        await eventually { answers == [.success(.sample([1]))] }
    }

    @Test(arguments: [CatalogFailure.notSent, .cancelled, .offline])
    func `a user-initiated request fails once`(failure: CatalogFailure) async {
        var answers: [Result<ResultBatch, CatalogFailure>] = []
        ask("one") { answers.append($0) }
        await catalog.respond(0, .failure(failure))
        await eventually { answers == [.failure(failure)] }
        // Also an optional request that failed for another reason.
        ask("two", at: .preview) { answers.append($0) }
        await eventually { catalog.texts == ["one", "two"] }
        if failure != .notSent { request.prioritize() }
        await catalog.respond(1, .failure(failure))
        await eventually { answers.count == 2 }
        await settle()
        #expect(catalog.texts == ["one", "two"] && answers.last == .failure(failure))
    }

    @Test func `a result handler may start the next request`() async {
        var second: Result<ResultBatch, CatalogFailure>?
        ask("one") { _ in ask("two") { second = $0 } }
        await catalog.respond(0, .success(.sample([1])))
        await catalog.respond(1, .success(.sample([2])))
        await eventually { second == .success(.sample([2])) }
    }

    @Test func `a failure with a known end is counted down and retried once`() async {
        var shown: [FailureContent] = []
        var retries = 0
        request.report(limit(2), about: "q", of: "Test", retry: { retries += 1 }) { shown.append($0) }
        #expect(shown.last?.countdown == "0:02" && shown.last?.willRetry == true)
        #expect((shown.last?.query, shown.last?.service) == ("q", "Test"))
        #expect(request.isCountingDown)
        await time.advance(by: .seconds(1))
        await eventually { shown.last?.countdown == "0:01" }
        await time.advance(by: .seconds(1))
        await eventually { retries == 1 }
        #expect(!request.isCountingDown)
        // It has been repeated already.
        request.report(limit(1), about: "q", of: "Test", retry: nil) { shown.append($0) }
        #expect(shown.last?.willRetry == false)
        await time.advance(by: .seconds(1))
        await eventually { shown.last?.countdown == nil }
        await settle()
        #expect(retries == 1 && time.sleepers == 0)
    }

    @Test func `a failure without a known end is shown once`() async {
        var shown: [FailureContent] = []
        request.report(.offline, about: "q", of: "Test", retry: {}) { shown.append($0) }
        await settle()
        #expect(shown == [FailureContent(failure: .offline, query: "q", service: "Test")])
        #expect(!request.isCountingDown)
    }

    @Test func `a new request ends the countdown`() async {
        request.report(limit(60), about: "q", of: "Test", retry: {}) { _ in }
        await eventually { time.sleepers == 1 }
        ask("one") { _ in }
        #expect(!request.isCountingDown)
        await eventually { time.sleepers == 0 }
    }
}
