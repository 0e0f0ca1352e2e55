public import Foundation
public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Texts that answer as a test scripts them. By default each request is answered with the text `text ID` of each item, and
/// a pause of a second.
public final class ScriptedDocumentTexts: DocumentTexts {
    public typealias Response = Result<DocumentTextBatch, CatalogFailure>

    private struct State {
        var requests: [[DocumentTextRequest]] = []
        var priorities: [RequestPriority] = []
        var responses: [Response] = []
        var reply: (@Sendable ([DocumentTextRequest]) -> Response)?
    }

    /// The ID of an item that can have no text.
    public let without: String?
    /// Closed, it holds the answers.
    public let gate = AsyncGate()
    private let ignoresCancellation: Bool
    private let state = Mutex(State())

    /// - Parameter ignoresCancellation: whether a cancelled request still gets its answer, late.
    public init(without: String? = nil, ignoresCancellation: Bool = false) {
        self.without = without
        self.ignoresCancellation = ignoresCancellation
    }

    /// The IDs of the items of each request.
    public var requests: [[String]] { state.withLock { $0.requests.map { $0.map(\.item.id.id) } } }
    /// The versions of the last request, by ID.
    public var versions: [String: String?] {
        let last = state.withLock { $0.requests.last ?? [] }
        return Dictionary(last.map { ($0.item.id.id, $0.version) }, uniquingKeysWith: { first, _ in first })
    }
    public var priorities: [RequestPriority] { state.withLock { $0.priorities } }

    /// Answers the next requests, one by one.
    public func respond(_ responses: Response...) { state.withLock { $0.responses += responses } }

    /// Answers the requests for which `respond` has nothing.
    public func reply(_ reply: @escaping @Sendable ([DocumentTextRequest]) -> Response) {
        state.withLock { $0.reply = reply }
    }

    public func mayHaveText(_ item: Item) -> Bool { item.id.id != without }

    public func texts(of requests: [DocumentTextRequest]) async throws(CatalogFailure) -> DocumentTextBatch {
        let (response, reply) = state.withLock { state in
            state.requests.append(requests)
            state.priorities.append(RequestContext.current.priority)
            return (state.responses.isEmpty ? nil : state.responses.removeFirst(), state.reply)
        }
        await gate.pass()
        if Task.isCancelled, !ignoresCancellation { throw .cancelled }
        return try (response ?? reply?(requests) ?? .success(.texts(of: requests.map(\.item.id)))).get()
    }
}

extension DocumentTextBatch {
    /// Returns the text `text ID` of each item.
    public static func texts(of ids: [ItemID], pause: TimeInterval = 1) -> DocumentTextBatch {
        DocumentTextBatch(
            Dictionary(
                ids.map { ($0, .text(DocumentSource(text: "text \($0.id)", version: "v1"))) },
                uniquingKeysWith: { first, _ in first }),
            pause: pause)
    }
}

/// A network that a test changes.
@MainActor public final class ScriptedNetwork: NetworkStatus {
    public var isAvailable = true { didSet { report() } }
    public var isMetered = false { didSet { report() } }
    private var listeners: [AsyncStream<Void>.Continuation] = []

    public init() {}

    public func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        listeners.append(listener)
        return stream
    }

    /// Reports a change, such as another connection.
    public func report() {
        for listener in listeners { listener.yield() }
    }
}
