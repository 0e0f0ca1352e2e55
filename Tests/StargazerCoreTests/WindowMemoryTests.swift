import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct WindowMemoryTests {
    private let settings = MemorySettings(window: WindowState(width: 900, query: "swift"))
    private let time = ManualTime()

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
}
