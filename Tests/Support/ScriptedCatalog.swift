import Foundation
public import StargazerCore
import Synchronization

/// A catalog that answers what and when a test says. A question waits until it is answered, or is answered at once by
/// `reply`. By default a cancelled question is answered `.cancelled`, as the network does; `ignoresCancellation` lets
/// the answer come late.
public final class ScriptedCatalog: Catalog {
    public struct Question: Sendable, Hashable {
        public var query: SearchQuery
        public var cursor: BatchCursor?
    }

    public typealias Answer = Result<ResultBatch, CatalogFailure>
    public typealias DetailsAnswer = Result<ItemDetails, CatalogFailure>

    private struct State {
        var questions: [Question] = []
        var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
        var reply: (@Sendable (Question) -> Answer)?
        var items: [Item] = []
        var waitingDetails: [Int: CheckedContinuation<DetailsAnswer, Never>] = [:]
        var detailsReply: (@Sendable (Item) -> DetailsAnswer)?
        var sought: [SoughtItem] = []
        var waitingSought: [Int: CheckedContinuation<DetailsAnswer, Never>] = [:]
        var searchesLeft: Int?
        var cancelled: Set<Int> = []
    }

    public let profile: CatalogProfile
    public let codec: any ItemCodec = RepositoryCodec()
    /// Nil unless a test gives it some.
    public let scriptedRelations: ScriptedRelations?
    public var relations: (any Relations)? { scriptedRelations }
    public let documents: (any Documents)?
    private let ignoresCancellation: Bool
    private let state = Mutex(State())

    public init(
        _ kind: CatalogKind = .repositories, service: String = "Test", batchSizes: ClosedRange<Int> = 1...100,
        ceiling: Int? = 1_000, ignoresCancellation: Bool = false, relations: ScriptedRelations? = nil,
        documents: ScriptedDocuments? = nil, query: QueryRules = QueryRules()
    ) {
        self.documents = documents
        scriptedRelations = relations
        profile = CatalogProfile(
            kind: kind, host: "test", service: service,
            sorts: [.bestMatch, .stars, .forks, .helpWantedIssues, .updated], favoriteSorts: [.stars, .pushed],
            batchSizes: batchSizes, ceiling: ceiling, query: query)
        self.ignoresCancellation = ignoresCancellation
    }

    /// The searches that were sent, in order.
    public var questions: [Question] { state.withLock { $0.questions } }
    /// The texts of the searches that were sent, in order.
    public var texts: [String] { questions.map(\.query.text) }
    /// The items whose details were asked for, in order.
    public var detailsAsked: [Item] { state.withLock { $0.items } }
    /// Questions that the asker gave up.
    public var cancelledCount: Int { state.withLock { $0.cancelled.count } }

    /// Answers each search at once.
    public func reply(_ reply: @escaping @Sendable (Question) -> Answer) { state.withLock { $0.reply = reply } }

    /// Answers each question for details at once.
    public func replyDetails(_ reply: @escaping @Sendable (Item) -> DetailsAnswer) {
        state.withLock { $0.detailsReply = reply }
    }

    public func setSearchesLeft(_ count: Int?) { state.withLock { $0.searchesLeft = count } }

    /// Answers the search sent as number `index`, as soon as it is there.
    public func answer(_ index: Int, _ answer: Answer) async {
        await eventually("search \(index)") { state.withLock { $0.waiting[index] != nil } }
        state.withLock { $0.waiting.removeValue(forKey: index) }?.resume(returning: answer)
    }

    /// Answers the question for details sent as number `index`, as soon as it is there.
    public func answerDetails(_ index: Int, _ answer: DetailsAnswer) async {
        await eventually("details \(index)") { state.withLock { $0.waitingDetails[index] != nil } }
        state.withLock { $0.waitingDetails.removeValue(forKey: index) }?.resume(returning: answer)
    }

    public func search(
        _ query: SearchQuery, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        let question = Question(query: query, cursor: cursor)
        let (index, reply) = state.withLock { state in
            state.questions.append(question)
            return (state.questions.count - 1, state.reply)
        }
        if let reply { return try reply(question).get() }
        let answer = await withTaskCancellationHandler {
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
        return try answer.get()
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        let (index, reply) = state.withLock { state in
            state.items.append(item)
            return (state.items.count - 1, state.detailsReply)
        }
        if let reply { return try reply(item).get() }
        let answer = await withCheckedContinuation { continuation in
            state.withLock { $0.waitingDetails[index] = continuation }
        }
        return try answer.get()
    }

    public func details(of sought: SoughtItem) async throws(CatalogFailure) -> ItemDetails {
        let index = state.withLock { state in
            state.sought.append(sought)
            return state.sought.count - 1
        }
        return try await withCheckedContinuation { continuation in
            state.withLock { $0.waitingSought[index] = continuation }
        }.get()
    }

    /// Answers what was sought by its name as number `index`, as soon as it is.
    public func answerSought(_ index: Int, _ answer: DetailsAnswer) async {
        await eventually("sought \(index)") { state.withLock { $0.waitingSought[index] != nil } }
        state.withLock { $0.waitingSought.removeValue(forKey: index) }?.resume(returning: answer)
    }

    public func searchesLeft() async -> Int? { state.withLock { $0.searchesLeft } }
}
