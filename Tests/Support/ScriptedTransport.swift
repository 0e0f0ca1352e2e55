public import Foundation
public import StargazerServices
import Synchronization

/// A network that answers with a script, one step per request, and records the requests.
///
/// A request after the script's end is recorded and answered `.malformed`.
public final class ScriptedTransport: HTTPTransport {
    public enum Step: Sendable {
        case answer(status: Int, headers: [String: String] = [:], body: Data = Data())
        case fail(HTTPFailure)
        /// Waits for ``ScriptedTransport/release(with:)`` or for the request's cancellation.
        case hold

        public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Step {
            .answer(status: status, headers: headers, body: Data(text.utf8))
        }
    }

    private struct State {
        var steps: [Step]
        var requests: [HTTPRequest] = []
        var held: [(number: Int, continuation: CheckedContinuation<Step, Never>)] = []
        var maxConcurrent = 0
        var running = 0
    }

    private let state: Mutex<State>

    public init(_ steps: [Step] = []) { state = Mutex(State(steps: steps)) }

    public var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// The number of requests that are held.
    public var heldCount: Int { state.withLock { $0.held.count } }
    /// The largest number of requests that were in progress at the same time.
    public var maxConcurrent: Int { state.withLock { $0.maxConcurrent } }

    public func add(_ steps: Step...) { state.withLock { $0.steps += steps } }

    /// Ends the oldest held request. Does nothing when none is held.
    public func release(with step: Step) {
        let first = state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }
        first?.continuation.resume(returning: step)
    }

    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var (number, step): (Int, Step) = state.withLock { state in
            state.requests.append(request)
            state.running += 1
            state.maxConcurrent = max(state.maxConcurrent, state.running)
            return (state.requests.count, state.steps.isEmpty ? .fail(.malformed) : state.steps.removeFirst())
        }
        defer { state.withLock { $0.running -= 1 } }
        if Task.isCancelled { throw .cancelled }
        if case .hold = step { step = await held(number) }
        switch step {
        case .answer(let status, let headers, let body):
            return HTTPResponse(status: status, url: request.url, headers: headers, body: body)
        case .fail(let failure): throw failure
        case .hold: throw .malformed
        }
    }

    private func held(_ number: Int) async -> Step {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.held.append((number, continuation))
                    return false
                }
                if isCancelled { continuation.resume(returning: .fail(.cancelled)) }
            }
        } onCancel: {
            let left = state.withLock { state in
                state.held.firstIndex { $0.number == number }.map { state.held.remove(at: $0) }
            }
            left?.continuation.resume(returning: .fail(.cancelled))
        }
    }
}
