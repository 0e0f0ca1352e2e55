public import StargazerLibrary
import Synchronization

/// Numbered requests that wait until a test answers them.
public final class PendingRequests<Value: Sendable>: Sendable {
    public typealias Response = Result<Value, CatalogFailure>

    private struct State {
        var waiting: [Int: CheckedContinuation<Response, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let name: String
    private let ignoresCancellation: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - name: Names the request in the failure of a test that waits for it in vain.
    ///   - ignoresCancellation: Whether a cancelled request still gets its answer, late. Otherwise it gets
    /// `.cancelled`, as from the network.
    public init(_ name: String, ignoresCancellation: Bool = true) {
        self.name = name
        self.ignoresCancellation = ignoresCancellation
    }

    /// The number of requests that were cancelled.
    public var cancelledCount: Int { state.withLock { $0.cancelled.count } }

    public func wait(_ index: Int) async throws(CatalogFailure) -> Value {
        let response = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(index), !ignoresCancellation { return true }
                    state.waiting[index] = continuation
                    return false
                }
                if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(index)
                return ignoresCancellation ? nil : state.waiting.removeValue(forKey: index)
            }
            continuation?.resume(returning: .failure(.cancelled))
        }
        return try response.get()
    }

    /// Answers the request with that number as soon as it is sent.
    public func respond(_ index: Int, _ response: Response) async {
        await eventually("\(name) \(index)") { state.withLock { $0.waiting[index] != nil } }
        state.withLock { $0.waiting.removeValue(forKey: index) }?.resume(returning: response)
    }
}
