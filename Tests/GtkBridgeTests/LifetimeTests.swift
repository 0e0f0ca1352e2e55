import CStargazer
import Testing

@testable import GtkBridge

/// No display is needed: these are plain GObjects, made and let go on the main actor.
@MainActor @Suite(.serialized) struct LifetimeTests {
    @Test func aReferenceIsGivenBackWhenItsOwnerGoes() {
        var owner: GObjectRef? = GObjectRef(adopting: Handle(sgz_item_store_new()))
        let alive = owner.map { WeakGObject($0.handle) }
        #expect(alive?.isAlive == true)
        owner = nil
        #expect(alive?.isAlive == false)
    }

    @Test func retainingTakesAReferenceOfItsOwn() {
        let first = GObjectRef(adopting: Handle(sgz_item_store_new()))
        var second: GObjectRef? = GObjectRef(retaining: first.handle)
        #expect(second != nil)
        second = nil
        #expect(WeakGObject(first.handle).isAlive)
    }

    @Test func aConnectionsClosureGoesWithTheObject() {
        let before = LiveBoxes.count
        weak var seen: Witness?
        do {
            let witness = Witness()
            seen = witness
            let store = GObjectRef(adopting: Handle(sgz_item_store_new()))
            Signals.connect(store.handle, "items-changed") { (_: UInt32, _: UInt32, _: UInt32) in witness.calls += 1 }
            #expect(LiveBoxes.count == before + 1)
            g_list_model_items_changed(store.opaque, 0, 0, 0)
            #expect(witness.calls == 1)
        }
        #expect(seen == nil)
        #expect(LiveBoxes.count == before)
    }

    @Test func aRefusedConnectionFreesItsBox() {
        let before = LiveBoxes.count
        let store = GObjectRef(adopting: Handle(sgz_item_store_new()))
        let box = Box(Witness(), name: "test")
        #expect(sgz_signal_connect(store.raw, "no-such-signal", { _, _, _, _ in }, box.handOver(), destroyBox) == 0)
        withExtendedLifetime(box) { #expect(LiveBoxes.count == before + 1) }
    }

    @Test func listItemsFreeTheirBoxes() {
        let before = LiveBoxes.count
        do {
            let store = ListStore<Row>()
            store.apply((0..<100).map { Row(id: $0, text: "") })
            #expect(LiveBoxes.byName["list item"] == 100)
            store.apply([])
            #expect(LiveBoxes.byName["list item"] == nil)
            store.apply([Row(id: 1, text: "")])
        }
        #expect(LiveBoxes.count == before)
    }

    @Test func aControllerLivesAsLongAsWhatOwnsIt() {
        weak var seen: Witness?
        do {
            let store = GObjectRef(adopting: Handle(sgz_item_store_new()))
            let witness = Witness()
            seen = witness
            WidgetOwner.attach(witness, to: store.handle)
            #expect(WidgetOwner.controller(of: store.handle, as: Witness.self) === witness)
        }
        #expect(seen == nil)
    }
}

@MainActor final class Witness {
    var calls = 0
}

struct Row: Identifiable, Equatable, Sendable {
    var id: Int
    var text: String
}
