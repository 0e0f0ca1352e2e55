import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct WindowStateSaverTests {
    private let settings = MemorySettings(
        window: WindowState(width: 900, searches: [.repositories: LastSearch(query: "swift")]))
    private let time = ManualTime()
    private var last: LastSearch? { settings.windowState().searches[.repositories] }

    @Test func `the state begins with the saved one`() {
        #expect(WindowStateSaver(settings: settings, time: time.source).state.width == 900)
    }

    @Test func `several changes are saved together, a second after the first`() async {
        let stateSaver = WindowStateSaver(settings: settings, time: time.source)
        for width in 901...950 { stateSaver.update { $0.width = width } }
        await time.advance(by: .milliseconds(999))
        await settle()
        #expect(settings.windowState().width == 900)
        stateSaver.update { $0.isMaximized = true }
        await time.advance(by: .milliseconds(1))
        await eventually { settings.windowState().width == 950 }
        #expect(settings.windowState().isMaximized)
        #expect(stateSaver.state == settings.windowState())
    }

    @Test func `continuing changes are saved each second`() async {
        let stateSaver = WindowStateSaver(settings: settings, time: time.source)
        for width in [901, 902, 903] {
            stateSaver.update { $0.width = width }
            await time.advance(by: .seconds(1))
            await eventually { settings.windowState().width == width }
        }
    }

    @Test func `without changes no timer runs`() async {
        let stateSaver = WindowStateSaver(settings: settings, time: time.source)
        stateSaver.update { $0.width = 900 }
        await settle()
        #expect(time.sleepers == 0)
        stateSaver.update { $0.width = 901 }
        await time.advance(by: .seconds(1))
        await eventually { settings.windowState().width == 901 }
        await settle()
        #expect(time.sleepers == 0)
    }

    @Test func `the last change is saved immediately when the window closes`() async {
        let stateSaver = WindowStateSaver(settings: settings, time: time.source)
        stateSaver.update { $0.source = .favorites(.all) }
        stateSaver.saveNow()
        #expect(settings.windowState().source == .favorites(.all))
        await eventually { time.sleepers == 0 }
    }

    @Test func `the last search and its order are saved`() async {
        let fixture = await SearchFixture()
        let stateSaver = WindowStateSaver(settings: settings, time: TimeSource(now: { Date() }, sleep: { _ in }))
        fixture.model.restore(last?.query ?? "", sort: last?.sort ?? .bestMatch)
        stateSaver.follow(fixture.model, fixture.preferences)
        await settle()
        #expect(last?.query == "swift")
        fixture.model.queryChanged("rust")
        await settle()
        #expect(last?.query == "", "typed is not searched for")
        fixture.model.submit()
        fixture.model.sortChanged(ItemOrder(.forks, .ascending))
        await eventually { last?.query == "rust" }
        await eventually { last?.sort == ItemOrder(.forks, .ascending) }
        fixture.model.clear()
        await eventually { last?.query == "" }
    }

    @Test func `a search of another source is not saved`() async {
        let fixture = await SearchFixture()
        let stateSaver = WindowStateSaver(settings: settings, time: TimeSource(now: { Date() }, sleep: { _ in }))
        stateSaver.follow(fixture.model, fixture.preferences) { false }
        fixture.model.queryChanged("rust")
        fixture.model.submit()
        await settle()
        #expect(last?.query == "swift")
    }

    @Test func `without a history no search is saved, from the moment it is turned off`() async {
        let fixture = await SearchFixture()
        let stateSaver = WindowStateSaver(settings: settings, time: TimeSource(now: { Date() }, sleep: { _ in }))
        fixture.model.restore(last?.query ?? "", sort: last?.sort ?? .bestMatch)
        stateSaver.follow(fixture.model, fixture.preferences)
        fixture.preferences.change { $0.savesHistory = false }
        await eventually { last?.query == "" }
        fixture.search("rust")
        await settle()
        #expect(last?.query == "")
        #expect(settings.windowState().width == 900)
    }

    @Test func `the saver is released with its window`() async {
        let fixture = await SearchFixture()
        weak var gone: WindowStateSaver?
        do {
            let stateSaver = WindowStateSaver(settings: settings, time: time.source)
            gone = stateSaver
            stateSaver.follow(fixture.model, fixture.preferences)
            stateSaver.update { $0.width = 901 }
            await eventually { time.sleepers == 1 }
        }
        await eventually { gone == nil && time.sleepers == 0 }
    }
}
