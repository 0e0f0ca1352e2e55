import CStargazer

/// A row of a list view or a cell of a grid view, made once and shown for many values.
@MainActor public protocol ListRow<Content>: AnyObject {
    associatedtype Content: Equatable & Sendable
    /// The row's outermost widget, which is as high empty as filled.
    var root: Handle { get }
    /// The GtkListItem that has the row, borrowed while it lives; it knows where in the list the row is.
    var listItem: Handle? { get set }
    /// Says what the row is to who does not look, such as screen readers. Called when the row comes into use, and again
    /// whenever the value changes; it may be far from the screen.
    func name(_ content: Content)
    /// Paints a value, for somebody to see.
    func show(_ content: Content)
    /// The row goes out of use: whatever it waits for is no longer wanted.
    func unbind()
}

/// Makes and feeds the rows of a GtkListView or the cells of a GtkGridView. GTK keeps two hundred rows in use whatever shows; those near the screen are
/// painted at once, others when they come near.
@MainActor public final class ListRows<ID: Hashable & Sendable, Row: ListRow> {
    public let factory: GObjectRef
    /// The places of the rows on the screen, and of those that may come there before long.
    public var places: @MainActor () -> (onScreen: Range<Int>, near: Range<Int>) = { (0..<Int.max, 0..<Int.max) }

    private typealias Store = ListStore<ID, Row.Content>

    /// A row in use whose value nobody can see yet.
    private struct PendingRow {
        weak var row: Row?
        weak var cell: Store.Cell?
    }

    private var pendingRows: [Handle: PendingRow] = [:]
    private var now: IdleCall?
    private var idlePainting: IdleCall?
    private var isWaitingForPaint = false
    /// How long rows near the screen are painted for in one turn of the loop.
    private static var timeSlice: Duration { .milliseconds(4) }

    /// - Parameter make: builds an empty row. The row's root widget owns the row from then on.
    public init(_ make: @escaping @MainActor () -> Row) {
        factory = GObjectRef(adopting: Handle(gtk_signal_list_item_factory_new()))
        Signals.connect(factory.handle, "setup") { [weak self] (item: Handle?) in
            guard let item else { return }
            let row = make()
            row.listItem = item
            WidgetOwner.attach(row, to: row.root)
            gtk_list_item_set_child(item.opaque, row.root.widget)
            Signals.connect(row.root, "map") { [weak self] in self?.rowWasMapped(item) }
        }
        Signals.connect(factory.handle, "bind") { [weak self] (item: Handle?) in
            if let item { self?.bind(item) }
        }
        Signals.connect(factory.handle, "unbind") { [weak self] (item: Handle?) in
            guard let item else { return }
            self?.pendingRows[item] = nil
            Self.cell(of: item)?.refresh = nil
            Self.row(of: item)?.unbind()
        }
    }

    private func bind(_ item: Handle) {
        guard let row = Self.row(of: item), let cell = Self.cell(of: item) else { return }
        row.name(cell.content)
        cell.refresh = { [weak self, weak row, weak cell] content in
            guard let self, let row, let cell else { return }
            row.name(content)
            if pendingRows[item] == nil { show(row, cell, at: item) }
        }
        show(row, cell, at: item)
    }

    private func show(_ row: Row, _ cell: Store.Cell, at item: Handle) {
        guard gtk_widget_get_mapped(row.root.widget) == 0, !isOnScreen(item) else {
            return row.show(cell.content)
        }
        row.unbind()
        pendingRows[item] = PendingRow(row: row, cell: cell)
        scheduleNearbyPainting()
    }

    /// Rows have moved: those that came onto the screen are painted before the next frame, though not within a layout that
    /// may be under way; those that came near it when there is time.
    public func didScroll() {
        guard !pendingRows.isEmpty else { return }
        scheduleNearbyPainting()
        let onScreen = places().onScreen
        guard now == nil, pendingRows.keys.contains(where: { onScreen.contains(Self.position(of: $0)) }) else { return }
        now = IdleCall(isUrgent: true) { [weak self] in self?.paintOnScreen() }
    }

    private func paintOnScreen() {
        now = nil
        let onScreen = places().onScreen
        for item in pendingRows.keys where onScreen.contains(Self.position(of: item)) { paint(item) }
    }

    /// GTK maps every row that it makes for a view that shows, and finds out afterwards which of them are on the screen.
    private func rowWasMapped(_ item: Handle) {
        guard let row = pendingRows[item]?.row else { return }
        if gtk_widget_get_width(row.root.widget) > 0 || isOnScreen(item) { return paint(item) }
        guard !isWaitingForPaint else { return }
        isWaitingForPaint = true
        AfterPaint.run(on: row.root) { [weak self] in
            self?.isWaitingForPaint = false
            self?.paintMapped()
        }
    }

    private func paintMapped() {
        for (item, row) in pendingRows where row.row.map({ gtk_widget_get_mapped($0.root.widget) != 0 }) == true {
            paint(item)
        }
    }

    private func isOnScreen(_ item: Handle) -> Bool { places().onScreen.contains(Self.position(of: item)) }

    private func scheduleNearbyPainting() {
        if idlePainting == nil { idlePainting = IdleCall { [weak self] in self?.paintNear() } }
    }

    private func paintNear() {
        idlePainting = nil
        let (start, near) = (ContinuousClock.now, places().near)
        for item in pendingRows.keys where near.contains(Self.position(of: item)) {
            paint(item)
            if start.duration(to: .now) >= Self.timeSlice { return scheduleNearbyPainting() }
        }
    }

    private func paint(_ item: Handle) {
        guard let row = pendingRows.removeValue(forKey: item), let cell = row.cell else { return }
        row.row?.show(cell.content)
    }

    private static func position(of item: Handle) -> Int { Int(gtk_list_item_get_position(item.opaque)) }

    private static func row(of item: Handle) -> Row? {
        gtk_list_item_get_child(item.opaque).flatMap { WidgetOwner.controller(of: Handle($0), as: Row.self) }
    }

    private static func cell(of item: Handle) -> Store.Cell? {
        gtk_list_item_get_item(item.opaque).flatMap { Store.cell(of: $0) }
    }
}
