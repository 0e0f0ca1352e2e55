import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor final class LibraryCopiesViewModelTests {
    private var copies = [
        LibraryCopy(
            id: "b", kind: .beforeRestoration, date: Date(timeIntervalSince1970: 1_700_000_000), size: 2_000_000,
            favorites: 1_234),
        LibraryCopy(
            id: "a", kind: .daily, date: Date(timeIntervalSince1970: 1_699_000_000), size: 1_000, favorites: nil),
    ]
    private var restored: [String] = []
    private var failure: LibraryCopyFailure?
    private let gate = AsyncGate()

    private func model() -> LibraryCopiesViewModel {
        LibraryCopiesViewModel(
            load: { [self] in copies },
            restore: { [self] copy throws(LibraryCopyFailure) in
                await gate.pass()
                if let failure { throw failure }
                restored.append(copy.id)
            }, formats: .sample())
    }

    @Test func `copies are listed with date, size and number of favorites`() async {
        let model = model()
        #expect(model.copies == nil)
        await model.reload()
        #expect(model.copies?.map(\.id) == ["b", "a"])
        #expect(model.copies?.map(\.size) == ["2 MB", "1 kB"])
        #expect(model.copies?.first?.favorites?.text == "1,234")
        #expect(model.copies?.last?.favorites == nil)
        #expect(model.copies?.first?.date != model.copies?.last?.date)
    }

    @Test func `one copy is restored at a time, and the list is loaded again`() async {
        let model = model()
        await model.reload()
        gate.close()
        let first = Task { await model.restore("b") }
        await eventually { gate.heldCount == 1 }
        #expect(model.isRestoring)
        await model.restore("a")
        copies.removeLast()
        gate.open()
        await first.value
        #expect(restored == ["b"] && !model.isRestoring)
        #expect(model.outcome?.failure == nil && model.outcome?.copy.id == "b")
        #expect(model.copies?.count == 1)
    }

    @Test(arguments: [LibraryCopyFailure.missing, .damaged, .newer, .library(.diskFull)])
    func `each failure is reported`(failure: LibraryCopyFailure) async {
        let model = model()
        await model.reload()
        self.failure = failure
        await model.restore("a")
        await model.restore("a")
        #expect(model.outcome?.failure == failure && model.outcome?.serial == 2)
    }

    @Test func `an unknown copy is not restored`() async {
        let model = model()
        await model.reload()
        await model.restore("c")
        #expect(restored.isEmpty && model.outcome == nil)
    }
}
