public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Relations that answer as a test scripts them.
///
/// A request waits until it is answered, or `reply` answers it at once. By default a cancelled one is answered
/// `.cancelled`.
public final class ScriptedRelations: Relations {
    public struct Request: Sendable, Hashable {
        public var kind: RelationKind
        public var item: ItemID
        public var cursor: BatchCursor?
    }

    public typealias Response = Result<ResultBatch, CatalogFailure>

    private struct State {
        var requests: [Request] = []
        var reply: (@Sendable (Request) -> Response)?
        var size: ListSize?
        var requestsLeft: Int?
        var running = 0
        var maxConcurrent = 0
    }

    private let offered: [RelationKind]
    private let responses: PendingRequests<ResultBatch>
    private let opposites: [RelationKind: RelationKind]
    private let state = Mutex(State())

    public init(
        _ kinds: [RelationKind], ignoresCancellation: Bool = false, opposites: [RelationKind: RelationKind] = [:]
    ) {
        self.opposites = opposites
        offered = kinds
        responses = PendingRequests("relation", ignoresCancellation: ignoresCancellation)
    }

    /// The requests, in order.
    public var requests: [Request] { state.withLock { $0.requests } }
    /// The largest number of requests that waited at the same time.
    public var maxConcurrent: Int { state.withLock { $0.maxConcurrent } }
    /// The number of requests that were cancelled.
    public var cancelledCount: Int { responses.cancelledCount }

    /// Answers each request at once.
    public func reply(_ reply: @escaping @Sendable (Request) -> Response) { state.withLock { $0.reply = reply } }

    /// Answers the request number `index` as soon as it is sent.
    public func respond(_ index: Int, _ response: Response) async { await responses.respond(index, response) }

    /// Sets the length of all lists and the number of requests left.
    public func stub(_ size: ListSize?, requestsLeft: Int?) {
        state.withLock { ($0.size, $0.requestsLeft) = (size, requestsLeft) }
    }

    public func size(of kind: RelationKind, of item: Item) -> ListSize? { state.withLock { $0.size } }
    public func opposite(of kind: RelationKind) -> RelationKind? { opposites[kind] }
    public func requestsLeft() async -> Int? { state.withLock { $0.requestsLeft } }

    public func kinds(of item: Item) -> [RelationKind] { offered }
    public func comparableLists(of item: Item) -> [RelationKind] { offered }

    public func items(
        _ kind: RelationKind, of item: Item, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        let request = Request(kind: kind, item: item.id, cursor: cursor)
        let (index, reply) = state.withLock { state in
            state.requests.append(request)
            state.running += 1
            state.maxConcurrent = max(state.maxConcurrent, state.running)
            return (state.requests.count - 1, state.reply)
        }
        defer { state.withLock { $0.running -= 1 } }
        if let reply { return try reply(request).get() }
        return try await responses.wait(index)
    }
}
