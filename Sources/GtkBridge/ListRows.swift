import CStargazer

/// A row of a list view or a cell of a grid view, created once and reused for many values.
@MainActor public protocol ListRow<Content>: AnyObject {
    associatedtype Content: Equatable & Sendable
    /// The row's outermost widget. Without content, it has about the height that it has with it.
    var root: Handle { get }
    /// The GtkListItem of the row, borrowed while it lives. It knows the row's position in the list.
    var listItem: Handle? { get set }
    /// Sets the row's accessible name, when it is bound and whenever its value changes, even far from the screen.
    func name(_ content: Content)
    /// Shows a value. Called only for rows on or near the screen.
    func show(_ content: Content)
    /// Cancels everything the row is loading, since it no longer shows its value.
    func unbind()
}

/// Creates and fills the rows of a GtkListView or the cells of a GtkGridView.
///
/// GTK keeps two hundred rows bound. Those on the screen are filled at once, others when they come near it.
@MainActor public final class ListRows<ID: Hashable & Sendable, Row: ListRow> {
    public let factory: GObjectRef
    /// Returns the positions of the rows on the screen, and of the rows near it, which may be scrolled to soon.
    public var visibleRanges: @MainActor () -> (onScreen: Range<Int>, near: Range<Int>) = { (0..<Int.max, 0..<Int.max) }

    private typealias Store = ListStore<ID, Row.Content>

    /// A bound row that has not shown its value yet.
    private struct PendingRow {
        weak var row: Row?
        weak var cell: Store.Cell?
    }

    private var pendingRows: [Handle: PendingRow] = [:]
    private var now: IdleCall?
    private var idlePainting: IdleCall?
    private var isWaitingForPaint = false
    /// How long one idle call fills rows near the screen.
    private static var timeSlice: Duration { .milliseconds(4) }

    /// - Parameter make: Builds an empty row. The row's root widget owns the row from then on.
    public init(_ make: @escaping @MainActor () -> Row) {
        factory = GObjectRef(adopting: Handle(gtk_signal_list_item_factory_new()))
        Signals.connect(factory.handle, "setup") { [weak self] (item: Handle?) in
            guard let item else { return }
            let row = make()
            row.listItem = item
            WidgetController.attach(row, to: row.root)
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

    /// Fills rows after scrolling. Rows on the screen are filled before the next frame, but not within a layout that
    /// may be running; rows near it are filled when the main loop is idle.
    public func didScroll() {
        guard !pendingRows.isEmpty else { return }
        scheduleNearbyPainting()
        let onScreen = visibleRanges().onScreen
        guard now == nil, pendingRows.keys.contains(where: { onScreen.contains(Self.position(of: $0)) }) else { return }
        now = IdleCall(isUrgent: true) { [weak self] in self?.paintOnScreen() }
    }

    private func paintOnScreen() {
        now = nil
        let onScreen = visibleRanges().onScreen
        for item in pendingRows.keys where onScreen.contains(Self.position(of: item)) { paint(item) }
    }

    /// GTK maps every row that it creates for a visible view, and finds out later which of them are on the screen.
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

    private func isOnScreen(_ item: Handle) -> Bool { visibleRanges().onScreen.contains(Self.position(of: item)) }

    private func scheduleNearbyPainting() {
        if idlePainting == nil { idlePainting = IdleCall { [weak self] in self?.paintNear() } }
    }

    private func paintNear() {
        idlePainting = nil
        let (start, near) = (ContinuousClock.now, visibleRanges().near)
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
        gtk_list_item_get_child(item.opaque).flatMap { WidgetController.of(Handle($0), as: Row.self) }
    }

    private static func cell(of item: Handle) -> Store.Cell? {
        gtk_list_item_get_item(item.opaque).flatMap { Store.cell(of: $0) }
    }
}
