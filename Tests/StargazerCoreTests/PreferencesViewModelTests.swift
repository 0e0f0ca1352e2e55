import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct PreferencesViewModelTests {
    private let settings = MemorySettings()
    private let current: CurrentPreferences
    private let library = MemoryLibrary(queries: ["two", "one"])
    private let history: SearchHistory
    private let model: PreferencesViewModel
    private let catalog = ScriptedCatalog().profile

    init() async {
        let current = CurrentPreferences(settings: settings)
        let history = SearchHistory(of: .repositories, preferences: current)
        (self.current, self.history) = (current, history)
        model = PreferencesViewModel(current: current, histories: [history], catalog: catalog)
        history.attach(library: library)
        await eventually("the history is loaded") { history.queries.count == 2 }
    }

    @Test(
        arguments: [
            ("", .noNumber), ("   ", .noNumber), ("abc", .noNumber), ("1e9", .noNumber), ("1.5", .noNumber),
            ("-1", .noNumber), ("+5", .noNumber), ("5 0", .noNumber), ("٥٠", .noNumber), ("５０", .noNumber),
            ("0x10", .noNumber), ("½", .noNumber), ("0", .outOfRange), ("101", .outOfRange),
            (String(repeating: "9", count: 10_000), .outOfRange),
        ] as [(String, BatchSizeProblem)])
    func `a bad number is refused, and nothing of it is kept`(text: String, problem: BatchSizeProblem) {
        model.batchSizeTyped(text)
        #expect(model.batchSizeProblem == problem)
        #expect(!model.canApplyBatchSize)
        #expect(model.batchSizeText == text)
        model.applyBatchSize()
        #expect(settings.preferences() == Preferences())
        #expect(model.batchSizeText == text)
    }

    @Test(arguments: [("1", 1), ("100", 100), ("50", 50), (" 20\n", 20), ("007", 7)])
    func `a good number is kept when it is applied, and not before`(text: String, size: Int) {
        current.change { $0.batchSizes[.repositories] = 30 }
        model.batchSizeTyped(text)
        #expect(model.batchSizeProblem == nil)
        #expect(model.canApplyBatchSize)
        #expect(settings.preferences().batchSizes[.repositories] == 30)
        model.applyBatchSize()
        #expect(settings.preferences().batchSizes[.repositories] == size)
        #expect(model.batchSizeText == String(size))
        #expect(!model.canApplyBatchSize)
    }

    @Test func `there is nothing to apply while the number is the one in use`() {
        #expect(model.batchSizeText == "100")
        #expect(model.batchSizeProblem == nil)
        #expect(!model.canApplyBatchSize)
        model.batchSizeTyped("10")
        model.batchSizeTyped("100")
        #expect(!model.canApplyBatchSize)
    }

    @Test func `a number changed elsewhere shows at once, but never over what is being typed`() async {
        settings.save(Preferences(batchSizes: [.repositories: 20]))
        await eventually { model.batchSizeText == "20" }
        model.batchSizeTyped("7")
        settings.save(Preferences(batchSizes: [.repositories: 30]))
        await eventually { current.value.batchSizes[.repositories] == 30 }
        #expect(model.batchSizeText == "7")
        #expect(model.canApplyBatchSize)
        // Typed back to the number in use: nothing is being typed any more.
        model.batchSizeTyped("30")
        settings.save(Preferences(batchSizes: [.repositories: 40]))
        await eventually { model.batchSizeText == "40" }
    }

    @Test func `each catalog has a number of its own, within what it gives`() {
        let other = ScriptedCatalog(CatalogKind(rawValue: "people"), batchSizes: 5...50).profile
        let people = PreferencesViewModel(current: current, histories: [history], catalog: other)
        #expect(people.batchSizeText == "50")
        #expect(people.batchSizes == 5...50)
        people.batchSizeTyped("100")
        #expect(people.batchSizeProblem == .outOfRange)
        people.batchSizeTyped("5")
        people.applyBatchSize()
        #expect(people.batchSizeText == "5")
        #expect(model.batchSizeText == "100")
        current.change { $0.batchSizes[other.kind] = 1_000 }
        #expect(people.batchSizeText == "50", "what is out of range by now is brought into it")
    }

    @Test func `the switches act at once and are kept`() {
        model.searchWhileTyping(false)
        #expect(settings.preferences() == Preferences(searchesWhileTyping: false))
        model.keepHistory(false)
        #expect(settings.preferences() == Preferences(searchesWhileTyping: false, keepsHistory: false))
        model.searchWhileTyping(true)
        model.keepHistory(true)
        #expect(settings.preferences() == Preferences())
    }

    @Test func `switches leave a number that is only typed alone`() {
        model.batchSizeTyped("7")
        model.searchWhileTyping(false)
        #expect(settings.preferences().batchSizes.isEmpty)
        #expect(model.batchSizeText == "7")
    }

    @Test func `a value that cannot be changed stays as it is`() {
        let fixed = CurrentPreferences(settings: FixedSettings())
        let model = PreferencesViewModel(current: fixed, histories: [history], catalog: catalog)
        model.searchWhileTyping(false)
        #expect(model.preferences.searchesWhileTyping)
        model.batchSizeTyped("7")
        model.applyBatchSize()
        #expect(model.batchSizeText == "100")
    }

    @Test func `the history is cleared and can be had back, older than what came since`() async {
        #expect(model.historyCount == 2)
        model.clearHistory()
        await eventually { model.historyOutcome == .cleared(searches: 2, viewed: 0) && model.historyCount == 0 }
        #expect(library.queries == [])
        history.note("three")
        await eventually { history.queries == ["three"] }
        model.undoClearHistory()
        #expect(model.historyOutcome == nil)
        await eventually { history.queries == ["three", "two", "one"] }
        model.undoClearHistory()
        await settle()
        #expect(library.queries == ["three", "two", "one"])
    }

    @Test func `a history that cannot be cleared stays, and says so`() async {
        library.failNext(.readOnly)
        model.clearHistory()
        await eventually { model.historyOutcome == .notCleared(.readOnly) }
        #expect(model.historyCount == 2)
        #expect(library.queries == ["two", "one"])
    }

    @Test func `an empty history has nothing to clear`() async {
        history.clear()
        await eventually { model.historyCount == 0 }
        model.clearHistory()
        await settle()
        #expect(library.log == ["clear"])
        #expect(model.historyOutcome == nil)
    }

    @Test func `the current preferences go with the last who uses them`() async {
        weak var gone: CurrentPreferences?
        do {
            let new = CurrentPreferences(settings: settings)
            gone = new
            settings.save(Preferences(batchSizes: [.repositories: 9]))
            await eventually { new.value.batchSizes[.repositories] == 9 }
        }
        await eventually { gone == nil }
    }
}

/// Settings of which an administrator has fixed all.
private final class FixedSettings: Settings {
    func preferences() -> Preferences { Preferences() }
    func save(_ preferences: Preferences) {}
    func preferenceChanges() -> AsyncStream<Void> { AsyncStream { _ in } }
    func windowState() -> WindowState { WindowState() }
    func save(_ state: WindowState) {}
}
