import CStargazer

/// The Swift side of one list item that GTK holds: what it shows now, and the row that shows it while there is one.
@MainActor public final class ListCell<Content: Sendable> {
    public internal(set) var content: Content
    var refresh: ((Content) -> Void)?
    /// The SgzItem that owns this.
    fileprivate var item: UnsafeMutableRawPointer?

    init(_ content: Content) { self.content = content }
}

/// A GListModel of identities. What each of them shows is asked for when GTK wants it, so a list may be as long as it
/// likes: only the items that GTK holds exist. New identities are applied as the smallest splices that lead to them,
/// and a value that changed under the same identity is shown again in place: selection, focus and scroll position stay.
@MainActor public final class ListStore<ID: Hashable & Sendable, Content: Equatable & Sendable> {
    public typealias Cell = ListCell<Content>

    public private(set) var ids: [ID] = []
    private let content: @MainActor (ID, Int) -> Content
    private let ends: CommonEndsFinder<ID>
    private lazy var list = makeModel()
    /// The cells that GTK holds, and until the next change those that it held.
    private var cells: [ID: WeakCell] = [:]

    private struct WeakCell {
        weak var cell: Cell?
        /// Nil when it was taken out and GTK has not asked for it again.
        var position: Int?
    }

    /// Differences of more rows than this are not looked for.
    private static var longest: Int { 2_000 }
    /// More splices than this cost more than showing all rows anew.
    private static var maxSplices: Int { 40 }
    /// GTK looks for what it holds among all that comes in one splice, and holds items from around here.
    private static var head: Int { 300 }

    /// - Parameters:
    ///   - ends: `commonEnds`, named where the type of the identities is known.
    ///   - content: what an identity shows, and where in the list it is.
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

    /// The GListModel; borrowed.
    public var model: Handle { list.handle }

    public func content(at position: UInt32) -> Content? {
        let index = Int(position)
        guard ids.indices.contains(index) else { return nil }
        return cells[ids[index]]?.cell?.content ?? content(ids[index], index)
    }

    public func position(of id: ID) -> UInt32? {
        // Where that is which GTK holds, or held before the last change, is known without looking for it among all.
        if let held = cells[id] { return held.position.map { UInt32($0) } }
        return ids.firstIndex(of: id).map { UInt32($0) }
    }

    /// What GTK holds of the list.
    public var shown: [Content] { cells.values.compactMap { $0.cell?.content } }

    /// Whether what GTK holds shows what has come to its place, instead of being followed to a new one: GTK then makes no
    /// widgets anew.
    public enum InPlace: Sendable {
        /// As long as one of them has the focus.
        case never
        /// Where hardly anything is left of what there was.
        case whenAllReplaced
        case always
    }

    /// - Parameter willReplace: called before a change that touches so much that nothing below its first rows is followed
    ///   to a new place.
    public func apply(_ new: [ID], inPlace: InPlace = .never, willReplace: () -> Void = {}) {
        removeReleasedCells()
        var changes: [ListChange]?
        if inPlace != .always || new == ids || ids.isEmpty || new.isEmpty {
            changes = ListChange.between(ids, new, longest: Self.longest, ends: ends)
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

    /// Whether nothing is left of what there was.
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

    /// Shows again what has another content than it shows.
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

    /// What was taken out may be put in again elsewhere, and GTK may hold it without asking for it.
    private func findMoved(into places: [Range<Int>]) {
        var missing = Set(cells.lazy.filter { $0.value.position == nil }.map(\.key))
        for index in places.joined() where !missing.isEmpty {
            if let id = missing.remove(ids[index]) { cells[id]?.position = index }
        }
    }

    /// An item with a reference for the caller.
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

    /// The cell of an item that came out of the model.
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
