public import StargazerCore
import Synchronization

/// Documents that answer as a test scripts them, and cache nothing. A cancelled request still gets its answer, late.
public final class ScriptedDocuments: Documents {
    public typealias Answer = Result<Document?, CatalogFailure>

    private let items = Mutex<[ItemID]>([])
    private let answers = PendingRequests<Document?>("document")

    public init() {}

    /// The requested items, in order.
    public var asked: [ItemID] { items.withLock { $0 } }

    /// Answers the request number `index` as soon as it is sent.
    public func answer(_ index: Int, _ answer: Answer) async { await answers.answer(index, answer) }

    public func mayHave(_ kind: DocumentKind, of item: Item) -> Bool { true }

    public func document(_ kind: DocumentKind, of item: Item) async throws(CatalogFailure) -> Document? {
        if RequestContext.current.cachePolicy == .cacheOnly { throw .notCached }
        let index = items.withLock { items in
            items.append(item.id)
            return items.count - 1
        }
        return try await answers.wait(index)
    }
}
