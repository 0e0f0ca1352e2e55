public import Foundation
public import StargazerCore
public import StargazerLibrary
import Synchronization

/// A supplement that consists of one text.
public struct SampleSupplement: SupplementFacts, CatalogContent {
    public var text: String

    public init(_ text: String) { self.text = text }

    public func content(formats: Formats, now: Date) -> any CatalogContent { self }
}

/// Supplements that answer as a test scripts them. A cancelled request still gets its answer, late.
public final class ScriptedSupplements: Supplements {
    public struct Request: Sendable, Hashable {
        public var kind: SupplementKind
        public var title: String
        public var priority: RequestPriority
    }

    public typealias Response = Result<SampleSupplement?, CatalogFailure>

    private let requests = Mutex<[Request]>([])
    private let responses = PendingRequests<SampleSupplement?>("supplement")
    private let kinds: [SupplementKind]

    /// - Parameter kinds: The kinds that every item may have.
    public init(_ kinds: String...) { self.kinds = kinds.map { SupplementKind(rawValue: $0) } }

    /// The requests, in order.
    public var requested: [Request] { requests.withLock { $0 } }
    public var requestedKinds: [String] { requested.map(\.kind.rawValue) }

    /// Answers the request number `index` as soon as it is sent.
    public func respond(_ index: Int, _ response: Response) async { await responses.respond(index, response) }

    public func kinds(of item: Item) -> [SupplementKind] { kinds }

    public func supplement(_ kind: SupplementKind, of item: Item) async throws(CatalogFailure) -> (any SupplementFacts)?
    {
        let index = requests.withLock { requests in
            requests.append(Request(kind: kind, title: item.title, priority: RequestContext.current.priority))
            return requests.count - 1
        }
        return try await responses.wait(index)
    }
}
