public import StargazerCore
import Synchronization

/// A token store that holds one token per server, and answers as a test scripts it. While it holds, calls wait.
public final class ScriptedTokenStore: TokenStore {
    private struct State {
        var tokens: [String: StoredToken] = [:]
        var log: [String] = []
        var failures: [TokenStoreFailure] = []
        var isLocked = false
        var opensOnUnlock = false
        var holdsNext = false
    }

    private let state: Mutex<State>
    private let gate = AsyncGate()
    private let next = AsyncGate()

    public init(_ tokens: [String: StoredToken] = [:]) { state = Mutex(State(tokens: tokens)) }

    public var tokens: [String: StoredToken] { state.withLock { $0.tokens } }
    /// The calls in order: `look test`, `store ada test`, `remove test`, `unlock test`.
    public var log: [String] { state.withLock { $0.log } }

    /// Makes the next calls fail with these failures, in order.
    public func failNext(_ failures: TokenStoreFailure...) { state.withLock { $0.failures += failures } }

    /// - Parameter opensOnUnlock: Whether the user unlocks it when asked.
    public func lock(opensOnUnlock: Bool) {
        state.withLock {
            $0.isLocked = true
            $0.opensOnUnlock = opensOnUnlock
        }
    }

    public func hold() { gate.close() }

    /// Only the next call waits.
    public func holdNext() {
        next.close()
        state.withLock { $0.holdsNext = true }
    }

    public func release() {
        gate.open()
        next.open()
    }

    /// Whether a call waits.
    public var isHolding: Bool { gate.heldCount + next.heldCount > 0 }

    public func token(for server: String) async throws(TokenStoreFailure) -> StoredToken? {
        try await call("look \(server)")
        return try locked { $0.tokens[server] }
    }

    public func store(_ token: Secret, account: String, for server: String) async throws(TokenStoreFailure) {
        try await call("store \(account) \(server)")
        try locked { $0.tokens[server] = StoredToken(secret: token, login: account) }
    }

    public func remove(for server: String) async throws(TokenStoreFailure) {
        try await call("remove \(server)")
        try locked { $0.tokens[server] = nil }
    }

    public func unlock(for server: String) async throws(TokenStoreFailure) {
        try await call("unlock \(server)")
        state.withLock { if $0.opensOnUnlock { $0.isLocked = false } }
    }

    private func locked<Value: Sendable>(_ work: (inout State) -> Value) throws(TokenStoreFailure) -> Value {
        let value: Value? = state.withLock { $0.isLocked ? nil : work(&$0) }
        guard let value else { throw .locked }
        return value
    }

    private func call(_ name: String) async throws(TokenStoreFailure) {
        state.withLock { $0.log.append(name) }
        let isHeld = state.withLock { state in
            defer { state.holdsNext = false }
            return state.holdsNext
        }
        await isHeld ? next.pass() : gate.pass()
        if let failure = state.withLock({ $0.failures.isEmpty ? nil : $0.failures.removeFirst() }) { throw failure }
    }
}
