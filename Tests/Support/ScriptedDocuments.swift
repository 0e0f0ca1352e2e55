public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Documents that answer as a test scripts them, and cache nothing. A cancelled request still gets its answer, late.
public final class ScriptedDocuments: Documents {
    public typealias Response = Result<Document?, CatalogFailure>

    private let items = Mutex<[ItemID]>([])
    private let responses = PendingRequests<Document?>("document")
    private let colors = PendingRequests<Document?>("colors")
    private let coloredCount = Mutex(0)

    public init() {}

    /// The requested items, in order.
    public var requested: [ItemID] { items.withLock { $0 } }

    /// Answers the request number `index` as soon as it is sent.
    public func respond(_ index: Int, _ response: Response) async { await responses.respond(index, response) }

    /// The number of documents that colors were requested for.
    public var colorRequests: Int { coloredCount.withLock { $0 } }

    /// Answers the request for colors number `index` as soon as it is sent.
    public func color(_ index: Int, _ document: Document?) async { await colors.respond(index, .success(document)) }

    public func colored(_ document: Document) async -> Document? {
        let index = coloredCount.withLock { count in
            count += 1
            return count - 1
        }
        // It never fails.
        return (try? await colors.wait(index)) ?? nil
    }

    public func mayHave(_ kind: DocumentKind, of item: Item) -> Bool { true }

    public func document(_ kind: DocumentKind, of item: Item) async throws(CatalogFailure) -> Document? {
        if RequestContext.current.cachePolicy == .cacheOnly { throw .notCached }
        let index = items.withLock { items in
            items.append(item.id)
            return items.count - 1
        }
        return try await responses.wait(index)
    }

    /// Returns a document of one paragraph, which has the text.
    public func document(from stored: StoredDocument, of item: Item) async -> Document? {
        Document(blocks: [DocumentBlock(.paragraph(RichText(stored.text)))])
    }
}
