import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The selected rows of a list. One of them is the lead row: the one selected last, whose details are shown.
@MainActor final class ListSelection {
    /// The GtkSelectionModel.
    let model: GObjectRef
    /// Called when the user or `select` has changed the selection.
    var changed: () -> Void = {}
    private let store: ListStore<ListEntry.ID, ListEntry>
    private var notifies = true

    init(of store: ListStore<ListEntry.ID, ListEntry>, isSingle: Bool) {
        self.store = store
        model = GObjectRef(adopting: Handle(sgz_selection_new(store.model.raw, isSingle ? 1 : 0)))
        Signals.connect(model.handle, "selection-changed") { [weak self] (_: UInt32, _: UInt32) in
            guard let self, self.notifies else { return }
            self.changed()
        }
    }

    var count: Int { Int(sgz_selection_count(model.opaque)) }
    /// The position of the lead row; nil while nothing is selected.
    var lead: UInt32? {
        let position = sgz_selection_get_lead(model.opaque)
        return position < UInt32(clamping: store.ids.count) ? position : nil
    }
    /// The item of the lead row; nil while it is not loaded.
    var leadID: ItemID? {
        guard let lead, case .item(let row) = store.content(at: lead) else { return nil }
        return row.id
    }

    func contains(_ position: UInt32) -> Bool { gtk_selection_model_is_selected(model.opaque, position) != 0 }

    func clear() { gtk_selection_model_unselect_all(model.opaque) }

    /// Selects these rows alone, the first as the lead.
    func replace(with positions: [UInt32]) {
        withoutNotifying { clear() }
        select(positions, lead: positions.first)
    }

    /// The selected rows, to select them again.
    struct Snapshot {
        let ids: [ListEntry.ID]
        let lead: ListEntry.ID?
    }

    var snapshot: Snapshot {
        Snapshot(ids: positions.map { store.ids[Int($0)] }, lead: lead.map { store.ids[Int($0)] })
    }

    /// Selects these rows again, as far as the list has them.
    func restore(_ snapshot: Snapshot) {
        select(newPositions(of: snapshot.ids), lead: snapshot.lead.flatMap { store.position(of: $0) })
    }

    func setLead(_ position: UInt32) { sgz_selection_set_lead(model.opaque, position) }

    func withoutNotifying(_ change: () -> Void) {
        let before = notifies
        notifies = false
        change()
        notifies = before
    }

    /// Runs a closure that may select other rows, and restores the selection.
    func preserving(_ change: () -> Void) {
        let (positions, lead) = (positions, lead)
        withoutNotifying {
            change()
            select(positions, lead: lead)
        }
    }

    var rows: SelectedRows {
        let ids = positions.map { store.ids[Int($0)] }
        if case .favorite? = ids.first {
            return .favorites(
                ids.compactMap { if case .favorite(let row) = $0 { row } else { nil } })
        }
        return .items(ids.compactMap { if case .item(let id) = $0 { id } else { nil } })
    }

    /// Replaces the rows of the list. Selected rows stay selected, wherever they move.
    /// - Parameter barred: the positions that cannot be selected.
    /// - Returns: whether the lead row is gone.
    func apply(
        _ ids: [ListEntry.ID], barred: [Int], inPlace: ListStore<ListEntry.ID, ListEntry>.InPlace
    ) -> Bool {
        let before = positions.map { store.ids[Int($0)] }
        let lead = lead.map { store.ids[Int($0)] }
        var isReplaced = false
        store.apply(ids, inPlace: inPlace) {
            // Deselect first: rows at the same positions may show other items.
            isReplaced = true
            withoutNotifying { clear() }
        }
        let positions = barred.map { guint($0) }
        sgz_selection_bar(model.opaque, positions, guint(positions.count))
        guard let lead, isReplaced || count != before.count || self.lead == nil else { return false }
        let place = store.position(of: lead)
        withoutNotifying { select(newPositions(of: before), lead: place) }
        return place == nil
    }

    private func newPositions(of ids: [ListEntry.ID]) -> [guint] {
        guard ids.count > 1 else { return ids.compactMap { store.position(of: $0) } }
        let wanted = Set(ids)
        return store.ids.indices.lazy.filter { wanted.contains(self.store.ids[$0]) }.map { guint($0) }
    }

    private var positions: [guint] {
        let count = count
        return [guint](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = count > 0 ? Int(sgz_selection_copy(model.opaque, buffer.baseAddress)) : 0
        }
    }

    private func select(_ positions: [guint], lead: UInt32?) {
        sgz_selection_select(model.opaque, positions, guint(positions.count), lead ?? guint.max)
    }
}
