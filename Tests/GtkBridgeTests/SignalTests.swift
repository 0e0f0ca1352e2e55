import CStargazer
import Testing

@testable import GtkBridge

@MainActor struct SignalTests {
    let store = GObjectRef(adopting: Handle(g_list_store_new(g_object_get_type())))

    @Test func `a handler may take fewer parameters`() {
        #expect(Signals.mismatch(store.handle, "items-changed", as: { () in }) == nil)
        #expect(Signals.mismatch(store.handle, "items-changed", as: { (_: UInt32) in }) == nil)
    }

    @Test func `a handler with too many parameters is refused`() {
        let handler = { (_: UInt32, _: UInt32, _: UInt32, _: UInt32) in }
        #expect(Signals.mismatch(store.handle, "items-changed", as: handler) != nil)
    }

    @Test func `a handler of another type is refused`() {
        #expect(Signals.mismatch(store.handle, "items-changed", as: { (_: String) in }) != nil)
        #expect(Signals.mismatch(store.handle, "items-changed", as: { () -> Bool in true }) != nil)
    }

    @Test func `an unknown signal is refused`() {
        #expect(Signals.mismatch(store.handle, "no-such-signal", as: { () in }) != nil)
    }

    @Test func `parameters come in their order`() {
        var seen: [UInt32] = []
        Signals.connect(store.handle, "items-changed") { (position: UInt32, removed: UInt32, added: UInt32) in
            seen = [position, removed, added]
        }
        g_list_model_items_changed(store.opaque, 3, 2, 1)
        #expect(seen == [3, 2, 1])
    }

    @Test func `a detail narrows the signal`() {
        let action = GObjectRef(adopting: Handle(g_simple_action_new("test", nil)))
        var calls = 0
        Signals.connect(action.handle, "notify::enabled") { calls += 1 }
        Actions.setEnabled(action.handle, false)
        #expect(calls == 1)
    }
}
