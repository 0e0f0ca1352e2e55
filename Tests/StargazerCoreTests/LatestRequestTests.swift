import Foundation
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
        } answered: {
            answered($0)
        }
    }

    private func limit(_ seconds: TimeInterval) -> CatalogFailure {
        .throttled(until: time.now.addingTimeInterval(seconds))
    }

    @Test func `a newer question ends the older, whose answer is late`() async {
        var answers: [Result<ResultBatch, CatalogFailure>] = []
        ask("one") { answers.append($0) }
        await eventually { catalog.texts == ["one"] }
        ask("two") { answers.append($0) }
        await eventually("the older is cancelled") { catalog.cancelledCount == 1 }
        await catalog.answer(1, .success(.sample([2])))
        await eventually { answers == [.success(.sample([2]))] }
        await catalog.answer(0, .failure(.offline))
        await settle()
        #expect(answers.count == 1)
    }

    @Test func `what was ended is not answered`() async {
        var isAnswered = false
        ask("one") { _ in isAnswered = true }
        await eventually { catalog.texts == ["one"] }
        request.cancel()
        await catalog.answer(0, .success(.sample([1])))
        await settle()
        #expect(!isAnswered)
    }

    @Test func `waiting is told once it takes long, and only then`() async {
        var slow = 0
        ask("one", slow: { slow += 1 }) { _ in }
        await time.advance(by: .milliseconds(499))
        await settle()
        #expect(slow == 0)
        await time.advance(by: .milliseconds(1))
        await eventually { slow == 1 }
        await catalog.answer(0, .success(.sample([1])))
        var isAnswered = false
        ask("two", slow: { slow += 1 }) { _ in isAnswered = true }
        await eventually { time.sleepers == 1 }
        await catalog.answer(1, .success(.sample([2])))
        await eventually("nobody waits for it to be slow any more") { isAnswered && time.sleepers == 0 }
        #expect(slow == 1)
    }

    @Test func `who would not tell of waiting does not wait`() async {
        ask("one") { _ in }
        await eventually { catalog.texts == ["one"] }
        await settle()
        #expect(time.sleepers == 0)
    }

    @Test func `a request that was not sent because nobody waited is made again when somebody waits by then`() async {
        var answers: [Result<ResultBatch, CatalogFailure>] = []
        ask("one", at: .preview) { answers.append($0) }
        await eventually { catalog.texts == ["one"] }
        request.prioritize()
        await catalog.answer(0, .failure(.cancelled))
        await eventually { catalog.texts == ["one", "one"] }
        #expect(answers.isEmpty && request.isRunning)
        await catalog.answer(1, .success(.sample([1])))
        await eventually { answers == [.success(.sample([1]))] }
    }

    @Test(arguments: [CatalogFailure.cancelled, .offline])
    func `a request that somebody waited for fails once`(failure: CatalogFailure) async {
        var answers: [Result<ResultBatch, CatalogFailure>] = []
        ask("one") { answers.append($0) }
        await catalog.answer(0, .failure(failure))
        await eventually { answers == [.failure(failure)] }
        // Also one that failed for another reason while nobody waited.
        ask("two", at: .preview) { answers.append($0) }
        await eventually { catalog.texts == ["one", "two"] }
        if failure != .cancelled { request.prioritize() }
        await catalog.answer(1, .failure(failure))
        await eventually { answers.count == 2 }
        await settle()
        #expect(catalog.texts == ["one", "two"] && answers.last == .failure(failure))
    }

    @Test func `an answer may begin what comes next`() async {
        var second: Result<ResultBatch, CatalogFailure>?
        ask("one") { _ in ask("two") { second = $0 } }
        await catalog.answer(0, .success(.sample([1])))
        await catalog.answer(1, .success(.sample([2])))
        await eventually { second == .success(.sample([2])) }
    }

    @Test func `a failure that ends is counted down and asked once more`() async {
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
        // It was repeated already.
        request.report(limit(1), about: "q", of: "Test", retry: nil) { shown.append($0) }
        #expect(shown.last?.willRetry == false)
        await time.advance(by: .seconds(1))
        await eventually { shown.last?.countdown == nil }
        await settle()
        #expect(retries == 1 && time.sleepers == 0)
    }

    @Test func `a failure that is no matter of time is told once`() async {
        var shown: [FailureContent] = []
        request.report(.offline, about: "q", of: "Test", retry: {}) { shown.append($0) }
        await settle()
        #expect(shown == [FailureContent(failure: .offline, query: "q", service: "Test")])
        #expect(!request.isCountingDown)
    }

    @Test func `a new question ends the countdown`() async {
        request.report(limit(60), about: "q", of: "Test", retry: {}) { _ in }
        await eventually { time.sleepers == 1 }
        ask("one") { _ in }
        #expect(!request.isCountingDown)
        await eventually { time.sleepers == 0 }
    }
}
