public import StargazerCore
import Synchronization

/// Documents that answer what and when a test says; a cancelled question still gets its answer, late.
public final class ScriptedDocuments: Documents {
    public typealias Answer = Result<Document?, CatalogFailure>

    private struct State {
        var asked: [ItemID] = []
        var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// The items that were asked about, in order.
    public var asked: [ItemID] { state.withLock { $0.asked } }

    /// Answers the question asked as number `index`, as soon as it is there.
    public func answer(_ index: Int, _ answer: Answer) async {
        await eventually("document \(index)") { state.withLock { $0.waiting[index] != nil } }
        state.withLock { $0.waiting.removeValue(forKey: index) }?.resume(returning: answer)
    }

    public func mayHave(_ item: Item) -> Bool { true }

    public func document(of item: Item) async throws(CatalogFailure) -> Document? {
        let index = state.withLock { state in
            state.asked.append(item.id)
            return state.asked.count - 1
        }
        let answer = await withCheckedContinuation { continuation in
            state.withLock { $0.waiting[index] = continuation }
        }
        return try answer.get()
    }
}
