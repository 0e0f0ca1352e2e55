import CStargazer

/// A row of a list view, made once and shown for many values.
@MainActor public protocol ListRow<Content>: AnyObject {
    associatedtype Content: Identifiable & Equatable & Sendable
    /// The row's outermost widget.
    var root: Handle { get }
    /// Paints a value. Called when the row comes into use, and again whenever the value changes.
    func show(_ content: Content)
    /// The row goes out of use: whatever it waits for is no longer wanted.
    func leave()
}

/// Makes and feeds the rows of a GtkListView.
@MainActor public final class ListRows<Row: ListRow> where Row.Content.ID: Hashable {
    public let factory: GObjectRef

    /// - Parameter make: builds an empty row. The row's root widget owns the row from then on.
    public init(_ make: @escaping @MainActor () -> Row) {
        factory = GObjectRef(adopting: Handle(gtk_signal_list_item_factory_new()))
        Signals.connect(factory.handle, "setup") { (item: Handle?) in
            guard let item else { return }
            let row = make()
            WidgetOwner.attach(row, to: row.root)
            gtk_list_item_set_child(item.opaque, row.root.widget)
        }
        Signals.connect(factory.handle, "bind") { (item: Handle?) in
            guard let item, let row = Self.row(of: item), let cell = Self.cell(of: item) else { return }
            cell.showAgain = { [weak row] in row?.show($0) }
            row.show(cell.content)
        }
        Signals.connect(factory.handle, "unbind") { (item: Handle?) in
            guard let item else { return }
            Self.cell(of: item)?.showAgain = nil
            Self.row(of: item)?.leave()
        }
    }

    private static func row(of item: Handle) -> Row? {
        gtk_list_item_get_child(item.opaque).flatMap { WidgetOwner.controller(of: Handle($0), as: Row.self) }
    }

    private static func cell(of item: Handle) -> ListStore<Row.Content>.Cell? {
        gtk_list_item_get_item(item.opaque).flatMap { ListStore<Row.Content>.cell(of: $0) }
    }
}
