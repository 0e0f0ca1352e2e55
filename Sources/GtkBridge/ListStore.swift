import CStargazer

/// The Swift side of one list item: what it shows now, and the row that shows it while there is one.
@MainActor public final class ListCell<Content: Sendable> {
    public internal(set) var content: Content
    var showAgain: ((Content) -> Void)?

    init(_ content: Content) { self.content = content }
}

/// A GListModel of Swift values. New contents are applied as the smallest splices that lead to them, and a value that
/// changed under the same identity is shown again in place: selection, focus and scroll position stay.
///
/// GTK makes or fills a widget for each of the nearest two hundred rows that a splice touches, at once. A store with a
/// pace does of a large change only as much as fits into that time and goes on when the loop has nothing better to do.
@MainActor public final class ListStore<Content: Identifiable & Equatable & Sendable> where Content.ID: Hashable {
    public typealias Cell = ListCell<Content>

    private let store: GObjectRef
    private var cells: [Cell] = []
    private let pace: Duration?
    /// Where a change that is not done yet leads to.
    private var target: [Content]?
    private var later: AnyObject?
    private let whenIdle: (@escaping @MainActor () -> Void) -> AnyObject
    private static var stepSize: Int { 4 }

    /// - Parameter pace: how long the store may work in one turn of the loop; nil to do all of a change at once.
    public convenience init(pace: Duration? = nil) { self.init(pace: pace) { IdleCall($0) } }

    /// - Parameter whenIdle: runs what it is given later, unless what it gives back is gone before.
    init(pace: Duration?, whenIdle: @escaping (@escaping @MainActor () -> Void) -> AnyObject) {
        self.pace = pace
        self.whenIdle = whenIdle
        store = GObjectRef(adopting: Handle(sgz_item_store_new()))
    }

    /// The GListStore; borrowed.
    public var model: Handle { store.handle }
    public var contents: [Content] { cells.map(\.content) }

    public func content(at position: UInt32) -> Content? {
        position < UInt32(clamping: cells.count) ? cells[Int(position)].content : nil
    }

    public func position(of id: Content.ID) -> UInt32? {
        cells.firstIndex { $0.content.id == id }.map { UInt32($0) }
    }

    public func apply(_ contents: [Content]) {
        target = contents
        advance()
    }

    /// Goes on until the target is reached, or for as long as the pace allows; one step at least.
    private func advance() {
        later = nil
        guard let contents = target else { return }
        let start = ContinuousClock.now
        let changes = ListChange.between(cells.map(\.content.id), contents.map(\.id))
        for change in changes {
            for step in pace == nil ? [change] : change.steps(of: Self.stepSize) {
                splice(step.removed, with: contents[step.inserted])
                guard let pace, start.duration(to: .now) >= pace else { continue }
                later = whenIdle { [weak self] in self?.advance() }
                return
            }
        }
        target = nil
        for (cell, content) in zip(cells, contents) where cell.content != content {
            cell.content = content
            cell.showAgain?(content)
        }
    }

    private func splice(_ removed: Range<Int>, with contents: ArraySlice<Content>) {
        let new = contents.map { Cell($0) }
        cells.replaceSubrange(removed, with: new)
        var items: [UnsafeMutableRawPointer?] = new.map { cell in
            UnsafeMutableRawPointer(sgz_item_new(Box(cell, name: "list item").handOver(), destroyBox))
        }
        g_list_store_splice(
            store.opaque, UInt32(removed.lowerBound), UInt32(removed.count), &items, UInt32(items.count))
        // The store has references of its own.
        items.forEach { g_object_unref($0) }
    }

    /// The cell of an item that came out of the model.
    static func cell(of item: UnsafeMutableRawPointer) -> Cell? {
        guard sgz_is_a(item, "SgzItem") != 0 else { return nil }
        return sgz_item_get_box(OpaquePointer(item)).flatMap { Box<Cell>.peek($0) }
    }
}
