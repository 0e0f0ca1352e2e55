import CStargazer
import Testing

@testable import GtkBridge

/// The selection model of lists, over a model of twenty items.
@MainActor struct SelectionTests {
    private let store = ListStore<Int, Int> { id, _ in id }
    private let selection: GObjectRef

    init() {
        store.apply(Array(0..<20))
        selection = GObjectRef(adopting: Handle(sgz_selection_new(store.model.raw, 0)))
    }

    private var selected: [UInt32] { (0..<20).filter { gtk_selection_model_is_selected(selection.opaque, $0) != 0 } }
    private var lead: UInt32 { sgz_selection_get_lead(selection.opaque) }
    private func select(_ position: UInt32, alone: Bool = true) {
        gtk_selection_model_select_item(selection.opaque, position, alone ? 1 : 0)
    }

    @Test func `the item selected last is the lead item`() {
        #expect(lead == guint.max)
        select(4)
        #expect(selected == [4] && lead == 4)
        select(7, alone: false)
        #expect(selected == [4, 7] && lead == 7)
        gtk_selection_model_unselect_item(selection.opaque, 7)
        #expect(selected == [4] && lead == 4)
        gtk_selection_model_unselect_all(selection.opaque)
        #expect(selected.isEmpty && lead == guint.max)
    }

    @Test func `the lead item of a range is the end that moves`() {
        select(5)
        gtk_selection_model_select_range(selection.opaque, 5, 4, 1)
        #expect(selected == [5, 6, 7, 8] && lead == 8)
        gtk_selection_model_select_range(selection.opaque, 2, 4, 1)
        #expect(selected == [2, 3, 4, 5] && lead == 2)
    }

    @Test func `headings and footers are never selected`() {
        sgz_selection_bar(selection.opaque, [0, 19], 2)
        select(3)
        gtk_selection_model_select_all(selection.opaque)
        #expect(selected == Array(1..<19) && lead == 3)
        select(19)
        #expect(selected.isEmpty)
    }

    @Test func `selected items move with the list`() {
        select(4)
        select(9, alone: false)
        store.apply([100, 101] + Array(0..<20))
        #expect(selected == [6, 11] && lead == 11)
        store.apply(Array(0..<8))
        #expect(selected == [4] && lead == guint.max)
    }

    @Test func `a selection for one item refuses several`() {
        let single = GObjectRef(adopting: Handle(sgz_selection_new(store.model.raw, 1)))
        gtk_selection_model_select_item(single.opaque, 2, 1)
        #expect(gtk_selection_model_select_range(single.opaque, 2, 3, 1) == 0)
        #expect(sgz_selection_count(single.opaque) == 1)
        // With Ctrl, GTK asks to keep the others.
        gtk_selection_model_select_item(single.opaque, 6, 0)
        #expect(sgz_selection_count(single.opaque) == 1)
        #expect(sgz_selection_get_lead(single.opaque) == 6)
    }
}
