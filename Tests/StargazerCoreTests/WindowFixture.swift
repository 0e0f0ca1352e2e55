import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// An app model with scripted services, and windows that share it.
@MainActor struct WindowFixture {
    let catalog: ScriptedCatalog
    let library = MemoryLibrary()
    let time = ManualTime()
    let settings = MemorySettings()
    let network = ScriptedNetwork()
    let app: AppModel

    /// - Parameter others: more catalogs, after the first one.
    init(
        account: AccountDependencies? = nil, catalog: ScriptedCatalog = ScriptedCatalog(),
        others: [ScriptedCatalog] = [], starLists: ScriptedStarLists? = nil
    ) {
        self.catalog = catalog
        app = AppModel(
            catalogs: Catalogs([catalog] + others), account: account, starLists: starLists, cache: nil,
            network: network, settings: settings, isSample: false, formats: .sample(), time: time.source
        ) { [library] _ in (library, .ready) }
    }

    /// Returns a window that shows these results.
    func searched(_ numbers: ClosedRange<Int>) async -> WindowModel {
        await app.start()
        catalog.reply { _ in .success(.sample(Array(numbers))) }
        let window = WindowModel(app)
        window.search.queryChanged("swift")
        window.search.submit()
        await eventually("results") { window.search.phase.shownResults != nil }
        return window
    }
}
