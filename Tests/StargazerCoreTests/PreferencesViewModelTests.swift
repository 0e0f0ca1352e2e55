import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct PreferencesViewModelTests {
    private let settings = MemorySettings()
    private let current: CurrentPreferences
    private let library = MemoryLibrary(queries: ["two", "one"])
    private let history: SearchHistory
    private let undo: UndoStack
    private let model: PreferencesViewModel

    init() async {
        let current = CurrentPreferences(settings: settings)
        let writer = LibraryWriter.attached(to: library)
        let undo = UndoStack(writer: writer, time: .system)
        let history = SearchHistory(of: .repositories, writer: writer, undo: undo, preferences: current)
        undo.historyChanged = { _ in history.reload() }
        (self.current, self.history, self.undo) = (current, history, undo)
        model = PreferencesViewModel(current: current, histories: [history])
        history.reload()
        await eventually("the history is loaded") { history.queries.count == 2 }
    }

    @Test func `the switches take effect immediately and are saved`() {
        model.setSavesHistory(false)
        #expect(settings.preferences() == Preferences(savesHistory: false))
        model.loadDocumentPictures(false)
        #expect(!settings.preferences().loadsDocumentPictures)
        #expect(!settings.preferences().refreshesSavedSearches, "no request that the user did not ask for")
        model.refreshSavedSearches(true)
        #expect(settings.preferences().refreshesSavedSearches)
        model.refreshSavedSearches(false)
        model.setSavesHistory(true)
        model.loadDocumentPictures(true)
        #expect(settings.preferences() == Preferences())
    }

    @Test func `a locked value stays unchanged`() {
        let fixed = CurrentPreferences(settings: FixedSettings())
        let model = PreferencesViewModel(current: fixed, histories: [history])
        model.setSavesHistory(false)
        #expect(model.preferences.savesHistory)
        let batchSize = BatchSizeViewModel(current: fixed, catalog: ScriptedCatalog().profile)
        batchSize.typed("7")
        batchSize.apply()
        #expect(batchSize.text == "100")
    }

    @Test func `a cleared history can be restored, as older than later entries`() async {
        #expect(model.historyCount == 2)
        model.clearHistory()
        await eventually { undo.report?.change.kind == .historyCleared(searches: 2, viewed: 0) }
        await eventually { model.historyCount == 0 }
        #expect(library.recentQueries == [])
        history.record("three")
        await eventually { history.queries == ["three"] }
        undo.undo()
        await eventually { history.queries == ["three", "two", "one"] }
        #expect(!undo.canUndo)
        #expect(library.recentQueries == ["three", "two", "one"])
    }

    @Test func `a history that cannot be cleared stays and is reported`() async {
        library.failNext(.readOnly)
        model.clearHistory()
        await eventually { model.historyFailure == .readOnly }
        #expect(model.historyCount == 2)
        #expect(library.recentQueries == ["two", "one"])
    }

    @Test func `an empty history cannot be cleared`() async {
        history.clear()
        await eventually { model.historyCount == 0 }
        model.clearHistory()
        await settle()
        #expect(library.log == ["clear"])
    }

    @Test func `the current preferences are released with their last owner`() async {
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

/// Settings that an administrator has locked.
private final class FixedSettings: Settings {
    func preferences() -> Preferences { Preferences() }
    func save(_ preferences: Preferences) {}
    func preferenceChanges() -> AsyncStream<Void> { AsyncStream { _ in } }
    func windowState() -> WindowState { WindowState() }
    func save(_ state: WindowState) {}
}
