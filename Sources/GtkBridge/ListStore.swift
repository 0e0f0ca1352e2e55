import CStargazer

/// The Swift side of a list item that GTK holds: its content, and the closure that refreshes its row while it has one.
@MainActor public final class ListCell<Content: Sendable> {
    public internal(set) var content: Content
    var refresh: ((Content) -> Void)?
    /// The SgzItem that owns this cell.
    fileprivate var item: UnsafeMutableRawPointer?

    init(_ content: Content) { self.content = content }
}

/// A GListModel of identities, whose items are created when GTK asks for them.
///
/// Only the items that GTK holds exist, so a list may have any length. New identities are applied as the smallest
/// splices. A value that changes under its identity is updated in place. Selection, focus and scroll position stay.
@MainActor public final class ListStore<ID: Hashable & Sendable, Content: Equatable & Sendable> {
    public typealias Cell = ListCell<Content>

    public private(set) var ids: [ID] = []
    private let content: @MainActor (ID, Int) -> Content
    private let ends: CommonEndsFinder<ID>
    private lazy var list = makeModel()
    /// The cells that GTK holds and, until the next change, those that it has released.
    private var cells: [ID: WeakCell] = [:]

    private struct WeakCell {
        weak var cell: Cell?
        /// Nil when the item was removed and GTK has not asked for it again.
        var position: Int?
    }

    /// The most rows between the common ends of two lists for which splices are computed.
    private static var maxDifference: Int { 2_000 }
    /// The most splices to apply: more of them cost more than replacing all rows.
    private static var maxSplices: Int { 40 }
    /// Rows in the first splice of a large change. GTK searches all rows of a splice for the items it holds, which are
    /// about this close to the start.
    private static var head: Int { 300 }

    /// - Parameter ends: `commonEnds`, passed where the type of the identities is known.
    public init(
        ends: @escaping CommonEndsFinder<ID> = commonEnds, _ content: @escaping @MainActor (ID, Int) -> Content
    ) {
        self.ends = ends
        self.content = content
    }

    private func makeModel() -> GObjectRef {
        let source = Box<@MainActor (Int) -> UnsafeMutableRawPointer?>(
            { [weak self] in self?.item(at: $0) }, name: "list model")
        return GObjectRef(adopting: Handle(sgz_list_model_new(itemAt, source.passRetained(), destroyBox)))
    }

    /// The GListModel, borrowed.
    public var model: Handle { list.handle }

    public func content(at position: UInt32) -> Content? {
        let index = Int(position)
        guard ids.indices.contains(index) else { return nil }
        return cells[ids[index]]?.cell?.content ?? content(ids[index], index)
    }

    public func position(of id: ID) -> UInt32? {
        // The positions of items that GTK holds, or held before the last change, are known without a search.
        if let held = cells[id] { return held.position.map { UInt32($0) } }
        return ids.firstIndex(of: id).map { UInt32($0) }
    }

    /// The contents of the items that GTK holds.
    public var shown: [Content] { cells.values.compactMap { $0.cell?.content } }

    /// Whether held items show the new content of their position, instead of following their identity to a new
    /// position. GTK then creates no widgets.
    public enum InPlace: Sendable {
        /// Items follow their identities, as long as one of their rows has the focus.
        case never
        /// When a change replaces all rows, or too many to compute splices.
        case whenAllReplaced
        case always
    }

    /// Replaces the identities.
    /// - Parameter willReplace: Called before a change so large that only its first rows follow their identities.
    public func apply(_ new: [ID], inPlace: InPlace = .never, willReplace: () -> Void = {}) {
        removeReleasedCells()
        var changes: [ListChange]?
        if inPlace != .always || new == ids || ids.isEmpty || new.isEmpty {
            changes = ListChange.between(ids, new, limit: Self.maxDifference, ends: ends)
            if let many = changes, many.count > Self.maxSplices { changes = nil }
        }
        if inPlace != .never, changes.map({ replacesEverything($0, new) }) ?? true {
            willReplace()
            replace(by: new)
        } else if let changes {
            splice(changes, new)
        } else {
            willReplace()
            splice(ListChange.replacing(ids, by: new, head: Self.head, ends: ends), new)
        }
        refreshChangedCells()
    }

    private func splice(_ changes: [ListChange], _ new: [ID]) {
        for change in changes { splice(change.removed, with: new[change.inserted]) }
        findMoved(into: changes.map(\.inserted))
    }

    private func replacesEverything(_ changes: [ListChange], _ new: [ID]) -> Bool {
        changes == [ListChange(removed: ids.indices, inserted: new.indices)] && !ids.isEmpty && !new.isEmpty
    }

    private func replace(by new: [ID]) {
        let (before, kept) = (ids.count, min(ids.count, new.count))
        let held = cells.values.filter { held in held.cell != nil && held.position.map { $0 < kept } == true }
        cells = [:]
        for held in held { if let position = held.position { cells[new[position]] = held } }
        ids = new
        if before != new.count {
            sgz_list_model_changed(list.opaque, UInt32(kept), UInt32(before - kept), UInt32(new.count - kept))
        }
    }

    /// Updates the items whose content has changed.
    public func refresh() {
        removeReleasedCells()
        refreshChangedCells()
    }

    private func removeReleasedCells() { cells = cells.filter { $0.value.cell != nil } }

    private func refreshChangedCells() {
        for (id, held) in cells {
            guard let cell = held.cell, let position = held.position else { continue }
            let content = content(id, position)
            guard cell.content != content else { continue }
            cell.content = content
            cell.refresh?(content)
        }
    }

    private func splice(_ removed: Range<Int>, with new: ArraySlice<ID>) {
        ids.replaceSubrange(removed, with: new)
        for (id, held) in cells {
            guard let position = held.position, position >= removed.lowerBound else { continue }
            cells[id]?.position = position < removed.upperBound ? nil : position - removed.count + new.count
        }
        sgz_list_model_changed(list.opaque, UInt32(removed.lowerBound), UInt32(removed.count), UInt32(new.count))
    }

    /// Finds where removed items were inserted again: GTK may hold such an item without asking for it.
    private func findMoved(into places: [Range<Int>]) {
        var missing = Set(cells.lazy.filter { $0.value.position == nil }.map(\.key))
        for index in places.joined() where !missing.isEmpty {
            if let id = missing.remove(ids[index]) { cells[id]?.position = index }
        }
    }

    /// Returns an item with a reference for the caller.
    private func item(at position: Int) -> UnsafeMutableRawPointer? {
        guard ids.indices.contains(position) else { return nil }
        let id = ids[position]
        if let item = cells[id]?.cell?.item {
            cells[id]?.position = position
            return g_object_ref(item)
        }
        let cell = Cell(content(id, position))
        let item = UnsafeMutableRawPointer(sgz_item_new(Box(cell, name: "list item").passRetained(), destroyBox))
        cell.item = item
        cells[id] = WeakCell(cell: cell, position: position)
        return item
    }

    static func cell(of item: UnsafeMutableRawPointer) -> Cell? {
        guard sgz_is_a(item, "SgzItem") != 0 else { return nil }
        return sgz_item_get_box(OpaquePointer(item)).flatMap { Box<Cell>.peek($0) }
    }
}

private let itemAt: SgzItemCallback = { box, position in
    guard let box else { return nil }
    nonisolated(unsafe) let source = box
    nonisolated(unsafe) var item: UnsafeMutableRawPointer?
    MainActor.assumeIsolated {
        item = Box<@MainActor (Int) -> UnsafeMutableRawPointer?>.peek(source)?(Int(position))
    }
    return item.map { OpaquePointer($0) }
}
