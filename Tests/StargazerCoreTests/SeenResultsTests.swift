import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// Which results of a saved search are new.
struct SeenResultsTests {
    private func new(_ batch: ResultBatch, after seen: SeenResults) -> [String] {
        seen.newIDs(in: batch, host: "test").map(\.id)
    }

    @Test func `results that were not there are new, in the order of the list`() {
        let seen = SeenResults(.sample(1...3), host: "test")
        #expect(new(.sample([5, 1, 4, 2]), after: seen) == ["5", "4"])
        #expect(new(.sample(1...2), after: seen) == [])
        #expect(new(.sample(1...2), after: SeenResults(.sample([]), host: "test")) == ["1", "2"])
    }

    @Test func `a larger batch is compared as far as the last one reached`() {
        let seen = SeenResults(.sample(1...3, next: "4"), host: "test")
        #expect(new(.sample(1...10), after: seen) == [])
        #expect(new(.sample([1, 9, 2, 3, 4, 5]), after: seen) == ["9"])
    }

    @Test func `a result that left the first ones and comes back is not new`() {
        let first = SeenResults(.sample(1...3, next: "4"), host: "test")
        let second = SeenResults(.sample(2...4, next: "5"), host: "test", after: first)
        #expect(new(.sample(1...3, next: "4"), after: second) == [])
        #expect(second.ids == ["2", "3", "4", "1"])
    }

    @Test func `IDs of another server are not compared`() {
        let seen = SeenResults(.sample(1...3), host: "other")
        #expect(new(.sample(4...6), after: seen) == [])
        #expect(SeenResults(.sample(4...5), host: "test", after: seen).ids == ["4", "5"])
    }

    @Test func `number and length of the IDs are bounded`() {
        let seen = SeenResults(.sample(1...250), host: "test")
        let next = SeenResults(.sample(1_000...1_200), host: "test", after: seen)
        #expect(next.ids.count == SeenResults.maxCount && next.ids.first == "1000")
        let long = ItemID(catalog: .repositories, host: "test", id: String(repeating: "x", count: 201))
        let batch = ResultBatch(
            items: [Item(id: long, facts: Repository(owner: "o", name: "n"))], total: 1, end: .complete)
        #expect(SeenResults(batch, host: "test").ids.isEmpty)
        #expect(new(batch, after: seen) == [])
    }
}
