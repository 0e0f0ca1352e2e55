import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct WindowMemoryTests {
    private let settings = MemorySettings(
        window: WindowState(width: 900, searches: [.repositories: LastSearch(query: "swift")]))
    private let time = ManualTime()
    private var last: LastSearch? { settings.windowState().searches[.repositories] }

    @Test func `it begins with what was saved`() {
        #expect(WindowMemory(settings: settings, time: time.source).state.width == 900)
    }

    @Test func `many changes are one save, a second after the first`() async {
        let memory = WindowMemory(settings: settings, time: time.source)
        for width in 901...950 { memory.note { $0.width = width } }
        await time.advance(by: .milliseconds(999))
        await settle()
        #expect(settings.windowState().width == 900)
        memory.note { $0.isMaximized = true }
        await time.advance(by: .milliseconds(1))
        await eventually { settings.windowState().width == 950 }
        #expect(settings.windowState().isMaximized)
        #expect(memory.state == settings.windowState())
    }

    @Test func `changes that go on are saved each second`() async {
        let memory = WindowMemory(settings: settings, time: time.source)
        for width in [901, 902, 903] {
            memory.note { $0.width = width }
            await time.advance(by: .seconds(1))
            await eventually { settings.windowState().width == width }
        }
    }

    @Test func `nothing waits while nothing changes`() async {
        let memory = WindowMemory(settings: settings, time: time.source)
        memory.note { $0.width = 900 }
        await settle()
        #expect(time.sleepers == 0)
        memory.note { $0.width = 901 }
        await time.advance(by: .seconds(1))
        await eventually { settings.windowState().width == 901 }
        await settle()
        #expect(time.sleepers == 0)
    }

    @Test func `the last change is saved at once when the window goes`() async {
        let memory = WindowMemory(settings: settings, time: time.source)
        memory.note { $0.view = .favorites }
        memory.saveNow()
        #expect(settings.windowState().view == .favorites)
        await eventually { time.sleepers == 0 }
    }

    @Test func `the last search and its order are remembered`() async {
        let bench = await SearchBench()
        let memory = WindowMemory(settings: settings, time: TimeSource(now: { Date() }, sleep: { _ in }))
        bench.model.restore(last?.query ?? "", sort: last?.sort ?? .bestMatch)
        memory.follow(bench.model, bench.preferences)
        await settle()
        #expect(last?.query == "swift")
        bench.model.queryChanged("rust")
        await settle()
        #expect(last?.query == "", "typed is not searched for")
        bench.model.submit()
        bench.model.sortChanged(SortOrder(.forks, .ascending))
        await eventually { last?.query == "rust" }
        await eventually { last?.sort == SortOrder(.forks, .ascending) }
        bench.model.clear()
        await eventually { last?.query == "" }
    }

    @Test func `without a history no search is remembered, from the moment it is not wanted`() async {
        let bench = await SearchBench()
        let memory = WindowMemory(settings: settings, time: TimeSource(now: { Date() }, sleep: { _ in }))
        bench.model.restore(last?.query ?? "", sort: last?.sort ?? .bestMatch)
        memory.follow(bench.model, bench.preferences)
        bench.preferences.change { $0.keepsHistory = false }
        await eventually { last?.query == "" }
        bench.search("rust")
        await settle()
        #expect(last?.query == "")
        #expect(settings.windowState().width == 900)
    }

    @Test func `it goes with its window`() async {
        let bench = await SearchBench()
        weak var gone: WindowMemory?
        do {
            let memory = WindowMemory(settings: settings, time: time.source)
            gone = memory
            memory.follow(bench.model, bench.preferences)
            memory.note { $0.width = 901 }
            await eventually { time.sleepers == 1 }
        }
        await eventually { gone == nil && time.sleepers == 0 }
    }
}
