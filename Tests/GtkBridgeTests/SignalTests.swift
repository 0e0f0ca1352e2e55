import CStargazer
import Testing

@testable import GtkBridge

@MainActor struct SignalTests {
    let store = GObjectRef(adopting: Handle(g_list_store_new(g_object_get_type())))

    @Test func aHandlerMayTakeFewerParameters() {
        #expect(Signals.mismatch(store.handle, "items-changed", as: { () in }) == nil)
        #expect(Signals.mismatch(store.handle, "items-changed", as: { (_: UInt32) in }) == nil)
    }

    @Test func aHandlerWithTooManyParametersIsRefused() {
        let handler = { (_: UInt32, _: UInt32, _: UInt32, _: UInt32) in }
        #expect(Signals.mismatch(store.handle, "items-changed", as: handler) != nil)
    }

    @Test func aHandlerOfAnotherTypeIsRefused() {
        #expect(Signals.mismatch(store.handle, "items-changed", as: { (_: String) in }) != nil)
        #expect(Signals.mismatch(store.handle, "items-changed", as: { () -> Bool in true }) != nil)
    }

    @Test func anUnknownSignalIsRefused() {
        #expect(Signals.mismatch(store.handle, "no-such-signal", as: { () in }) != nil)
    }

    @Test func parametersComeInTheirOrder() {
        var seen: [UInt32] = []
        Signals.connect(store.handle, "items-changed") { (position: UInt32, removed: UInt32, added: UInt32) in
            seen = [position, removed, added]
        }
        g_list_model_items_changed(store.opaque, 3, 2, 1)
        #expect(seen == [3, 2, 1])
    }

    @Test func aDetailNarrowsTheSignal() {
        let action = GObjectRef(adopting: Handle(g_simple_action_new("test", nil)))
        var calls = 0
        Signals.connect(action.handle, "notify::enabled") { calls += 1 }
        Actions.setEnabled(action.handle, false)
        #expect(calls == 1)
    }
}
