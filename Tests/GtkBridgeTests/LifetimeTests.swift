import CStargazer
import Testing

@testable import GtkBridge

/// These tests need no display: they create and release plain GObjects on the main actor.
@MainActor @Suite(.serialized) struct LifetimeTests {
    @Test func `a reference is given back when its owner goes`() {
        var owner: GObjectRef? = GObjectRef(adopting: Handle(g_list_store_new(g_object_get_type())))
        let alive = owner.map { WeakGObject($0.handle) }
        #expect(alive?.isAlive == true)
        owner = nil
        #expect(alive?.isAlive == false)
    }

    @Test func `retaining takes a reference of its own`() {
        let first = GObjectRef(adopting: Handle(g_list_store_new(g_object_get_type())))
        var second: GObjectRef? = GObjectRef(retaining: first.handle)
        #expect(second != nil)
        second = nil
        #expect(WeakGObject(first.handle).isAlive)
    }

    @Test func `a connection's closure goes with the object`() {
        let before = LiveBoxes.count
        weak var seen: DeinitProbe?
        do {
            let probe = DeinitProbe()
            seen = probe
            let store = GObjectRef(adopting: Handle(g_list_store_new(g_object_get_type())))
            Signals.connect(store.handle, "items-changed") { (_: UInt32, _: UInt32, _: UInt32) in probe.calls += 1 }
            #expect(LiveBoxes.count == before + 1)
            g_list_model_items_changed(store.opaque, 0, 0, 0)
            #expect(probe.calls == 1)
        }
        #expect(seen == nil)
        #expect(LiveBoxes.count == before)
    }

    @Test func `a refused connection frees its box`() {
        let before = LiveBoxes.count
        let store = GObjectRef(adopting: Handle(g_list_store_new(g_object_get_type())))
        let box = Box(DeinitProbe(), name: "test")
        #expect(sgz_signal_connect(store.raw, "no-such-signal", { _, _, _, _ in }, box.passRetained(), destroyBox) == 0)
        withExtendedLifetime(box) { #expect(LiveBoxes.count == before + 1) }
    }

    @Test func `list items free their boxes`() {
        let before = LiveBoxes.count
        do {
            let store = ListStore<Int, String> { id, _ in String(id) }
            store.apply(Array(0..<100))
            let items = (0..<100).map { g_list_model_get_item(store.model.opaque, $0) }
            #expect(LiveBoxes.byName["list item"] == 100)
            store.apply([1])
            #expect(LiveBoxes.byName["list item"] == 100, "who holds one holds its box")
            for item in items { g_object_unref(item) }
            #expect(LiveBoxes.byName["list item"] == nil)
        }
        #expect(LiveBoxes.count == before)
    }

    @Test func `a controller lives as long as what owns it`() {
        weak var seen: DeinitProbe?
        do {
            let store = GObjectRef(adopting: Handle(g_list_store_new(g_object_get_type())))
            let probe = DeinitProbe()
            seen = probe
            WidgetController.attach(probe, to: store.handle)
            #expect(WidgetController.of(store.handle, as: DeinitProbe.self) === probe)
        }
        #expect(seen == nil)
    }
}

@MainActor final class DeinitProbe {
    var calls = 0
}
