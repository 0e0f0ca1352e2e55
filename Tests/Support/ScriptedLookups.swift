public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Lookups that answer at once as a test scripts them.
public final class ScriptedLookups: ItemLookups {
    public typealias Answer = Result<ItemLookupBatch, CatalogFailure>

    private struct State {
        var requests: [[ItemLookupName]] = []
        var answers: [Answer] = []
        var reply: (@Sendable ([ItemLookupName]) -> Answer)?
    }

    private let hosts: Set<String>
    private let state = Mutex(State())
    private let gate = AsyncGate()

    public init(hosts: Set<String> = ["test", "api.github.com"]) { self.hosts = hosts }

    public var requests: [[ItemLookupName]] { state.withLock { $0.requests } }

    /// The next requests get these answers, before `reply` is asked.
    public func answer(_ answers: Answer...) { state.withLock { $0.answers += answers } }
    public func reply(_ reply: @escaping @Sendable ([ItemLookupName]) -> Answer) { state.withLock { $0.reply = reply } }

    /// Answers wait until `release`.
    public func hold() { gate.close() }
    public func release() { gate.open() }
    public var heldCount: Int { gate.heldCount }

    public func canLookUp(on host: String) -> Bool { hosts.contains(host) }

    public func lookUp(_ names: [ItemLookupName]) async throws(CatalogFailure) -> ItemLookupBatch {
        let (answer, reply) = state.withLock { state in
            state.requests.append(names)
            return (state.answers.isEmpty ? nil : state.answers.removeFirst(), state.reply)
        }
        await gate.pass()
        return try (answer ?? reply?(names) ?? .success(ItemLookupBatch(pause: 1))).get()
    }
}
