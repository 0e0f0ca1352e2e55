public import Foundation
public import StargazerServices
import Synchronization

/// A network that answers with a script, one step per request, and records the requests.
///
/// A request after the script's end is recorded and answered `.malformed`.
public final class ScriptedTransport: HTTPTransport {
    public enum Step: Sendable {
        case response(status: Int, headers: [String: String] = [:], body: Data = Data())
        case fail(HTTPFailure)
        /// Waits for ``ScriptedTransport/release(with:)`` or for the request's cancellation.
        case hold

        public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Step {
            .response(status: status, headers: headers, body: Data(text.utf8))
        }
    }

    private struct State {
        var steps: [Step]
        var requests: [HTTPRequest] = []
        /// Held requests in order. A request is here as soon as it is recorded, before its continuation exists.
        var held: [(number: Int, continuation: CheckedContinuation<Step, Never>?)] = []
        /// Steps for requests that were released before they had a continuation.
        var released: [Int: Step] = [:]
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
        let continuation: CheckedContinuation<Step, Never>? = state.withLock { state in
            guard !state.held.isEmpty else { return nil }
            let first = state.held.removeFirst()
            if first.continuation == nil { state.released[first.number] = step }
            return first.continuation
        }
        continuation?.resume(returning: step)
    }

    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var (number, step): (Int, Step) = state.withLock { state in
            state.requests.append(request)
            state.running += 1
            state.maxConcurrent = max(state.maxConcurrent, state.running)
            let number = state.requests.count
            let step: Step = state.steps.isEmpty ? .fail(.malformed) : state.steps.removeFirst()
            if case .hold = step { state.held.append((number, nil)) }
            return (number, step)
        }
        defer { state.withLock { $0.running -= 1 } }
        if case .hold = step { step = await held(number) } else if Task.isCancelled { throw .cancelled }
        switch step {
        case .response(let status, let headers, let body):
            return HTTPResponse(status: status, url: request.url, headers: headers, body: body)
        case .fail(let failure): throw failure
        case .hold: throw .malformed
        }
    }

    private func held(_ number: Int) async -> Step {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let step: Step? = state.withLock { state in
                    if let step = state.released.removeValue(forKey: number) { return step }
                    guard let place = state.held.firstIndex(where: { $0.number == number }) else {
                        return .fail(.cancelled)
                    }
                    state.held[place].continuation = continuation
                    return nil
                }
                if let step { continuation.resume(returning: step) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.held.firstIndex { $0.number == number }.flatMap { state.held.remove(at: $0).continuation }
            }
            continuation?.resume(returning: .fail(.cancelled))
        }
    }
}
