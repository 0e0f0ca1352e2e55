import CStargazer
import Testing

@testable import GtkBridge

@MainActor struct ListStoreTests {
    @Test(arguments: [
        ([], []), ([], [1, 2]), ([1, 2], []), ([1, 2, 3], [1, 2, 3]), ([1, 2, 3], [3, 2, 1]),
        ([1, 2, 3, 4, 5], [1, 9, 3, 8, 5]), ([1, 2, 3], [0, 1, 2, 3, 4]), ([1, 2, 3, 4], [2, 4]), ([1, 2], [7, 8, 9]),
        ([5, 1, 2, 3], [1, 2, 3, 5]), ([1, 2, 3, 4, 5, 6], [6, 4, 2, 10, 1]),
    ])
    func splicesLeadFromOldToNew(old: [Int], new: [Int]) {
        var list = old
        for change in ListChange.between(old, new) { list.replaceSubrange(change.removed, with: new[change.inserted]) }
        #expect(list == new)
    }

    @Test func manyRandomListsAllArrive() {
        var numbers = Numbers(state: 42)
        for _ in 0..<300 {
            let old = Array((0..<12).shuffled(using: &numbers).prefix(Int.random(in: 0...12, using: &numbers)))
            let new = Array((0..<12).shuffled(using: &numbers).prefix(Int.random(in: 0...12, using: &numbers)))
            var list = old
            for change in ListChange.between(old, new) {
                list.replaceSubrange(change.removed, with: new[change.inserted])
            }
            #expect(list == new, "from \(old)")
        }
    }

    @Test func noMoreIsTakenOutThanHasTo() {
        var numbers = Numbers(state: 7)
        for _ in 0..<300 {
            let old = Array((0..<12).shuffled(using: &numbers).prefix(Int.random(in: 0...12, using: &numbers)))
            let new = Array((0..<12).shuffled(using: &numbers).prefix(Int.random(in: 0...12, using: &numbers)))
            let removed = ListChange.between(old, new).map(\.removed.count).reduce(0, +)
            #expect(removed == new.difference(from: old).removals.count, "from \(old) to \(new)")
        }
    }

    @Test func stepsComeToTheSameAsTheChange() {
        var numbers = Numbers(state: 11)
        for _ in 0..<300 {
            let old = Array((0..<40).shuffled(using: &numbers).prefix(Int.random(in: 0...40, using: &numbers)))
            let new = Array((0..<40).shuffled(using: &numbers).prefix(Int.random(in: 0...40, using: &numbers)))
            var list = old
            for step in ListChange.between(old, new).flatMap({ $0.steps(of: 3) }) {
                #expect(step.removed.count <= 3 && step.inserted.count <= 3)
                list.replaceSubrange(step.removed, with: new[step.inserted])
            }
            #expect(list == new, "from \(old)")
        }
    }

    @Test func aStoreWithAPaceGetsThereTurnByTurn() {
        let turns = Turns()
        let store = ListStore<Row>(pace: .zero) { turns.add($0) }
        var sizes: [UInt32] = []
        Signals.connect(store.model, "items-changed") { (_: UInt32, removed: UInt32, added: UInt32) in
            sizes.append(max(removed, added))
        }
        store.apply((0..<100).map { Row(id: $0, text: "a") })
        #expect(store.contents.count < 100, "only the first step is done at once")
        // What is wanted by then takes the place of what was wanted first.
        let wanted = (50..<180).map { Row(id: $0, text: "b") }
        store.apply(wanted)
        turns.runAll()
        #expect(store.contents == wanted)
        #expect(sizes.allSatisfy { $0 <= 8 })
        #expect(g_list_model_get_n_items(store.model.opaque) == 130)
    }

    @Test func aStoreThatIsGoneIsNotGoneOnWith() {
        let boxes = LiveBoxes.byName["idle call"] ?? 0
        do {
            let store = ListStore<Row>(pace: .zero)
            store.apply((0..<100).map { Row(id: $0, text: "a") })
            #expect(LiveBoxes.byName["idle call"] == boxes + 1)
        }
        #expect((LiveBoxes.byName["idle call"] ?? 0) == boxes)
    }

    @Test func appendingABatchIsOneSplice() {
        #expect(
            ListChange.between(Array(0..<100), Array(0..<200)) == [ListChange(removed: 100..<100, inserted: 100..<200)])
    }

    @Test func theModelFollows() {
        let store = ListStore<Row>()
        var splices = 0
        Signals.connect(store.model, "items-changed") { splices += 1 }
        store.apply((0..<5).map { Row(id: $0, text: "a") })
        store.apply([0, 1, 9, 3, 4].map { Row(id: $0, text: "a") })
        #expect(splices == 2)
        #expect(g_list_model_get_n_items(store.model.opaque) == 5)
        #expect(store.position(of: 9) == 2)
    }

    @Test func aChangedValueIsShownAgainInPlace() throws {
        let store = ListStore<Row>()
        store.apply([Row(id: 1, text: "old"), Row(id: 2, text: "same")])
        var splices = 0
        Signals.connect(store.model, "items-changed") { splices += 1 }
        let item = try #require(g_list_model_get_item(store.model.opaque, 0))
        defer { g_object_unref(item) }
        var shown: [String] = []
        ListStore<Row>.cell(of: item)?.showAgain = { shown.append($0.text) }
        store.apply([Row(id: 1, text: "new"), Row(id: 2, text: "same")])
        #expect(shown == ["new"])
        #expect(splices == 0)
    }
}

/// The turns of a loop, taken by hand.
@MainActor private final class Turns {
    private var waiting: [@MainActor () -> Void] = []

    func add(_ run: @escaping @MainActor () -> Void) -> AnyObject {
        waiting.append(run)
        return self
    }

    func runAll() {
        while !waiting.isEmpty { waiting.removeFirst()() }
    }
}

/// The same numbers in every run (Knuth's MMIX generator).
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
