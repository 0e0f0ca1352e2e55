import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct BatchSizeViewModelTests {
    private let settings = MemorySettings()
    private let current: CurrentPreferences
    private let model: BatchSizeViewModel

    init() {
        current = CurrentPreferences(settings: settings)
        model = BatchSizeViewModel(current: current, catalog: ScriptedCatalog().profile)
    }

    @Test(
        arguments: [
            ("", .notANumber), ("   ", .notANumber), ("abc", .notANumber), ("1e9", .notANumber), ("1.5", .notANumber),
            ("-1", .notANumber), ("+5", .notANumber), ("5 0", .notANumber), ("٥٠", .notANumber), ("５０", .notANumber),
            ("0x10", .notANumber), ("½", .notANumber), ("0", .outOfRange), ("101", .outOfRange),
            (String(repeating: "9", count: 10_000), .outOfRange),
        ] as [(String, BatchSizeProblem)])
    func `an invalid number is rejected and not saved`(text: String, problem: BatchSizeProblem) {
        model.typed(text)
        #expect(model.problem == problem)
        #expect(!model.canApply)
        #expect(model.text == text)
        model.apply()
        #expect(settings.preferences() == Preferences())
        #expect(model.text == text)
    }

    @Test(arguments: [("1", 1), ("100", 100), ("50", 50), (" 20\n", 20), ("007", 7)])
    func `a valid number is saved only when it is applied`(text: String, size: Int) {
        current.change { $0.batchSizes[.repositories] = 30 }
        model.typed(text)
        #expect(model.problem == nil)
        #expect(model.canApply)
        #expect(settings.preferences().batchSizes[.repositories] == 30)
        model.apply()
        #expect(settings.preferences().batchSizes[.repositories] == size)
        #expect(model.text == String(size))
        #expect(!model.canApply)
    }

    @Test func `the number in use cannot be applied`() {
        #expect(model.text == "100")
        #expect(model.problem == nil)
        #expect(!model.canApply)
        model.typed("10")
        model.typed("100")
        #expect(!model.canApply)
    }

    @Test func `a number changed elsewhere shows at once, but does not replace typed text`() async {
        settings.save(Preferences(batchSizes: [.repositories: 20]))
        await eventually { model.text == "20" }
        model.typed("7")
        settings.save(Preferences(batchSizes: [.repositories: 30]))
        await eventually { current.value.batchSizes[.repositories] == 30 }
        #expect(model.text == "7")
        #expect(model.canApply)
        // Typing the number in use ends the edit.
        model.typed("30")
        settings.save(Preferences(batchSizes: [.repositories: 40]))
        await eventually { model.text == "40" }
    }

    @Test func `each catalog has its own number within its own range`() {
        let other = ScriptedCatalog(CatalogKind(rawValue: "people"), batchSizes: 5...50).profile
        let people = BatchSizeViewModel(current: current, catalog: other)
        #expect(people.text == "50")
        #expect(people.range == 5...50)
        people.typed("100")
        #expect(people.problem == .outOfRange)
        people.typed("5")
        people.apply()
        #expect(people.text == "5")
        #expect(model.text == "100")
        current.change { $0.batchSizes[other.kind] = 1_000 }
        #expect(people.text == "50", "what is out of range by now is brought into it")
    }

    @Test func `a typed number can be discarded`() {
        model.typed("7")
        model.reset()
        #expect(model.text == "100" && !model.canApply && model.problem == nil)
    }

    @Test func `other preferences do not change a typed number`() {
        model.typed("7")
        current.change { $0.savesHistory = false }
        #expect(settings.preferences().batchSizes.isEmpty)
        #expect(model.text == "7")
    }
}
