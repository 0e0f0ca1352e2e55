import CStargazer
import Testing

@testable import GtkBridge

@MainActor struct ListStoreTests {
    // MARK: Computing splices

    private func applied(_ changes: [ListChange], to old: [Int], from new: [Int]) -> [Int] {
        changes.reduce(into: old) { list, change in list.replaceSubrange(change.removed, with: new[change.inserted]) }
    }

    @Test(arguments: [
        ([], []), ([], [1, 2]), ([1, 2], []), ([1, 2, 3], [1, 2, 3]), ([1, 2, 3], [3, 2, 1]),
        ([1, 2, 3, 4, 5], [1, 9, 3, 8, 5]), ([1, 2, 3], [0, 1, 2, 3, 4]), ([1, 2, 3, 4], [2, 4]), ([1, 2], [7, 8, 9]),
        ([5, 1, 2, 3], [1, 2, 3, 5]), ([1, 2, 3, 4, 5, 6], [6, 4, 2, 10, 1]),
    ])
    func `splices lead from old to new`(old: [Int], new: [Int]) throws {
        #expect(applied(try #require(ListChange.between(old, new)), to: old, from: new) == new)
    }

    @Test func `many random lists all arrive`() throws {
        var numbers = SeededGenerator(state: 42)
        for _ in 0..<300 {
            let (old, new) = (numbers.some(of: 12), numbers.some(of: 12))
            #expect(applied(try #require(ListChange.between(old, new)), to: old, from: new) == new, "from \(old)")
        }
    }

    @Test func `splices remove no more than needed`() throws {
        var numbers = SeededGenerator(state: 7)
        for _ in 0..<300 {
            let (old, new) = (numbers.some(of: 12), numbers.some(of: 12))
            let removed = try #require(ListChange.between(old, new)).map(\.removed.count).reduce(0, +)
            #expect(removed == new.difference(from: old).removals.count, "from \(old) to \(new)")
        }
    }

    @Test func `replacing comes to the same in two splices at most`() {
        var numbers = SeededGenerator(state: 11)
        for _ in 0..<300 {
            let (old, new) = (numbers.some(of: 40), numbers.some(of: 40))
            let changes = ListChange.replacing(old, by: new, head: 5)
            #expect(changes.count <= 2)
            #expect(changes.first.map { max($0.removed.count, $0.inserted.count) <= 5 } != false || changes.count == 1)
            #expect(applied(changes, to: old, from: new) == new, "from \(old)")
        }
    }

    @Test func `appending a batch is one splice`() {
        #expect(
            ListChange.between(Array(0..<100), Array(0..<200)) == [ListChange(removed: 100..<100, inserted: 100..<200)])
        #expect(
            ListChange.between(Array(0..<100), Array(0..<90_000), limit: 10)
                == [ListChange(removed: 100..<100, inserted: 100..<90_000)], "there is nothing to look for")
    }

    @Test func `what differs too far is not looked for`() {
        let (old, new) = ([0] + Array(1...11) + [99], [0] + (1...11).reversed() + [99])
        #expect(ListChange.between(old, new, limit: 10) == nil)
        #expect(ListChange.between(old, new, limit: 11) != nil)
    }

    // MARK: The store

    @Test func `the model follows`() {
        let shown = StoreUnderTest()
        let store = shown.store()
        let splices = SpliceRecorder(store.model)
        store.apply(Array(0..<5))
        store.apply([0, 1, 9, 3, 4])
        #expect(splices.all == [Splice(at: 0, removed: 0, added: 5), Splice(at: 2, removed: 1, added: 1)])
        #expect(g_list_model_get_n_items(store.model.opaque) == 5)
        #expect(store.ids == [0, 1, 9, 3, 4])
        #expect(store.position(of: 9) == 2 && store.position(of: 2) == nil)
        #expect(store.content(at: 2) == "9" && store.content(at: 5) == nil)
        store.apply([0, 1, 9, 3, 4])
        #expect(splices.all.count == 2, "nothing changed")
    }

    @Test func `only retained items exist`() {
        let shown = StoreUnderTest()
        let store = shown.store()
        let before = LiveBoxes.byName["list item"] ?? 0
        store.apply(Array(0..<100_000))
        #expect(shown.requested == 0)
        let items = (0..<3).map { HeldItem(store.model, $0) }
        #expect(shown.requested == 3)
        #expect((LiveBoxes.byName["list item"] ?? 0) == before + items.count)
        #expect(store.shown.sorted() == ["0", "1", "2"])
    }

    @Test func `a hundred thousand are replaced in two splices`() {
        let shown = StoreUnderTest()
        let store = shown.store()
        var numbers = SeededGenerator(state: 3)
        let old = Array(0..<100_000)
        store.apply(old)
        let splices = SpliceRecorder(store.model)
        var replaced = 0
        let new = old.shuffled(using: &numbers)
        store.apply(new) { replaced += 1 }
        #expect(store.ids == new)
        #expect(splices.all.count == 2)
        #expect(splices.all.allSatisfy { $0.removed == $0.added })
        #expect(
            splices.all.first.map { $0.removed <= 1_000 } == true, "what is near the top comes first, and is little")
        #expect(replaced == 1)
        store.apply(new.filter { $0 < 50 }) { replaced += 1 }
        #expect(store.ids == new.filter { $0 < 50 })
        #expect(splices.all.count <= 4 && replaced == 2)
    }

    @Test func `many splices become two`() {
        let store = StoreUnderTest().store()
        store.apply(Array(0..<200))
        let splices = SpliceRecorder(store.model)
        store.apply((0..<200).filter { !$0.isMultiple(of: 40) })
        #expect(splices.all.count == 5, "few are made as they are")
        store.apply((0..<200).filter { $0.isMultiple(of: 2) })
        #expect(splices.all.count <= 7)
        #expect(store.ids == (0..<200).filter { $0.isMultiple(of: 2) })
    }

    @Test(arguments: [ListStore<Int, String>.InPlace.never, .whenAllReplaced, .always])
    func `positions stay correct for retained items`(inPlace: ListStore<Int, String>.InPlace) {
        let store = StoreUnderTest().store()
        var numbers = SeededGenerator(state: 19)
        var held: [HeldItem] = []
        for _ in 0..<300 {
            store.apply(numbers.some(of: 40), inPlace: inPlace)
            for id in 0..<40 {
                #expect(store.position(of: id).map { Int($0) } == store.ids.firstIndex(of: id), "\(id) in \(store.ids)")
            }
            held = held.filter { _ in Bool.random(using: &numbers) }
            held += store.ids.indices.filter { $0.isMultiple(of: 3) }.map { HeldItem(store.model, UInt32($0)) }
        }
    }

    @Test func `a retained item stays the same object when it moves`() {
        let store = StoreUnderTest().store()
        store.apply(Array(0..<1_000))
        let held = HeldItem(store.model, 3)
        store.apply(Array((0..<1_000).reversed()))
        #expect(HeldItem(store.model, 996) == held)
        store.apply(Array(5_000..<8_000) + [3])
        #expect(HeldItem(store.model, 3_000) == held)
        #expect(HeldItem(store.model, 0) != held)
    }

    @Test func `retained items show the content at their position`() throws {
        let store = StoreUnderTest().store()
        store.apply(Array(0..<3_000))
        let held = HeldItem(store.model, 2)
        var painted: [String] = []
        try #require(held.cell).refresh = { painted.append($0) }
        let splices = SpliceRecorder(store.model)
        store.apply(Array(5_000..<9_000), inPlace: .whenAllReplaced)
        store.apply([1, 2, 3], inPlace: .whenAllReplaced)
        #expect(painted == ["5002", "3"])
        #expect(HeldItem(store.model, 2) == held)
        #expect(splices.all == [Splice(at: 3_000, removed: 0, added: 1_000), Splice(at: 3, removed: 3_997, added: 0)])
        store.apply([3, 2, 1, 4], inPlace: .whenAllReplaced)
        #expect(HeldItem(store.model, 0) == held, "a small change is followed")
        store.apply([5], inPlace: .whenAllReplaced)
        #expect(HeldItem(store.model, 0) == held && painted.last == "5")
    }

    @Test func `a small change is shown in place too`() throws {
        let store = StoreUnderTest().store()
        store.apply(Array(0..<100))
        let held = HeldItem(store.model, 2)
        var painted: [String] = []
        try #require(held.cell).refresh = { painted.append($0) }
        var replaced = 0
        let splices = SpliceRecorder(store.model)
        store.apply(Array(1..<100), inPlace: .always) { replaced += 1 }
        #expect(painted == ["3"] && HeldItem(store.model, 2) == held && replaced == 1)
        #expect(splices.all == [Splice(at: 99, removed: 1, added: 0)])
        store.apply(Array(1..<100), inPlace: .always) { replaced += 1 }
        #expect(replaced == 1, "nothing changed")
        store.apply([], inPlace: .always)
        #expect(store.ids.isEmpty && splices.all.last == Splice(at: 0, removed: 99, added: 0))
    }

    @Test func `only a changed value is shown again in place`() throws {
        let shown = StoreUnderTest()
        let store = shown.store()
        store.apply([1, 2, 3])
        let splices = SpliceRecorder(store.model)
        let held = [HeldItem(store.model, 0), HeldItem(store.model, 1)]
        var painted: [String] = []
        for item in held { try #require(item.cell).refresh = { painted.append($0) } }
        shown.texts = [1: "new", 3: "new too, but nobody holds it"]
        store.refresh()
        #expect(painted == ["new"])
        shown.texts[2] = "newer"
        store.apply([2, 1, 3])
        #expect(painted == ["new", "newer"])
        #expect(splices.all.count { $0.removed > 0 && $0.added > 0 } == 0 && splices.all.count <= 2)
        #expect(store.content(at: 2) == "new too, but nobody holds it")
    }

    @Test func `a value that shows its position changes when it moves`() throws {
        let store = ListStore<Int, String> { id, position in "\(id) at \(position)" }
        store.apply([7, 8])
        let held = HeldItem(store.model, 1)
        var painted: [String] = []
        try #require(held.cell).refresh = { painted.append($0) }
        store.apply([6, 7, 8])
        #expect(painted == ["8 at 2"])
    }

    @Test func `a released store leaves nothing`() {
        let before = LiveBoxes.byName
        do {
            let store = StoreUnderTest().store()
            store.apply(Array(0..<50))
            let held = (0..<10).map { HeldItem(store.model, $0) }
            store.apply([])
            #expect(LiveBoxes.byName["list item"] == (before["list item"] ?? 0) + held.count)
        }
        #expect(LiveBoxes.byName["list item"] == before["list item"])
        #expect(LiveBoxes.byName["list model"] == before["list model"])
    }

    @Test func `a model that outlives its store gives nothing`() {
        var model: GObjectRef?
        do {
            let store = StoreUnderTest().store()
            store.apply([1])
            model = GObjectRef(retaining: store.model)
        }
        #expect(model.map { g_list_model_get_item($0.handle.opaque, 0) == nil } == true)
    }
}

/// The content of a test list, by identity.
@MainActor private final class StoreUnderTest {
    var texts: [Int: String] = [:]
    private(set) var requested = 0

    func store() -> ListStore<Int, String> {
        ListStore { id, _ in
            self.requested += 1
            return self.texts[id] ?? String(id)
        }
    }
}

/// An item held as GTK holds it.
@MainActor private final class HeldItem: Equatable {
    private let item: UnsafeMutableRawPointer?

    init(_ model: Handle, _ position: UInt32) { item = g_list_model_get_item(model.opaque, position) }

    isolated deinit { if let item { g_object_unref(item) } }

    var cell: ListCell<String>? { item.flatMap { ListStore<Int, String>.cell(of: $0) } }

    nonisolated static func == (one: HeldItem, other: HeldItem) -> Bool {
        MainActor.assumeIsolated { one.item != nil && one.item == other.item }
    }
}

private struct Splice: Equatable {
    var at: UInt32
    var removed: UInt32
    var added: UInt32
}

/// Records the splices that a model announces.
@MainActor private final class SpliceRecorder {
    private(set) var all: [Splice] = []

    init(_ model: Handle) {
        Signals.connect(model, "items-changed") { [weak self] (at: UInt32, removed: UInt32, added: UInt32) in
            self?.all.append(Splice(at: at, removed: removed, added: added))
        }
    }
}

/// A generator with the same numbers in every run (Knuth's MMIX).
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }

    /// Returns some of the numbers below `count`, shuffled.
    mutating func some(of count: Int) -> [Int] {
        Array((0..<count).shuffled(using: &self).prefix(Int.random(in: 0...count, using: &self)))
    }
}
