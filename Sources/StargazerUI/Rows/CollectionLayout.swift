import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The layout of a collection: a GtkListView of rows or a GtkGridView of cells, and the differences between them.
@MainActor struct CollectionLayout {
    let shape: CatalogProfile.Shape
    let scroller: Handle
    /// The list or the grid. Its children are GTK's own widgets around the rows or cells.
    let view: Handle
    private let maxSummaryLines: Int32

    init(_ shape: CatalogProfile.Shape, maxSummaryLines: Int32) {
        self.shape = shape
        self.maxSummaryLines = maxSummaryLines
        let ui = UIBuilder(PackageResources.ItemCollection_ui, domain: Gettext.domain)
        scroller = ui.takeRoot("scroller")
        switch shape {
        case .rows:
            view = Handle(gtk_list_view_new(nil, nil))
            view.setClass("item-list", true)
        case .cells, .avatars:
            view = Handle(gtk_grid_view_new(nil, nil))
            // GTK creates thirty lines of this many columns.
            gtk_grid_view_set_max_columns(view.opaque, Self.maxColumns(shape))
            view.setClass("item-grid", true)
            // A grid has the role of a table, but GTK reports no rows or columns to screen readers.
            sgz_accessible_set_role(view.raw, GTK_ACCESSIBLE_ROLE_LIST)
        }
        if shape == .cells {
            adw_clamp_scrollable_set_maximum_size(ui["clamp"].opaque, Self.widestGrid)
            adw_clamp_scrollable_set_tightening_threshold(ui["clamp"].opaque, Self.widestGrid)
        }
        adw_clamp_scrollable_set_child(ui["clamp"].opaque, view.widget)
        if shape == .rows, !hasTouchScreen { hideStarsWhereNarrow() }
    }

    /// A finger does not hover.
    var hasTouchScreen: Bool {
        let seat = gdk_display_get_default_seat(gtk_widget_get_display(view.widget))
        return seat.map { gdk_seat_get_capabilities($0).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue != 0 } ?? false
    }

    /// In a narrow list, names have the room of the stars, which come under the pointer.
    private func hideStarsWhereNarrow() {
        let across = Handle(gtk_scrolled_window_get_hadjustment(scroller.opaque))
        let list = WeakGObject(view)
        Signals.connect(across, "notify::page-size") { [view] in
            // A style must not change while GTK lays out.
            Task {
                guard list.isAlive else { return }
                let width = gtk_adjustment_get_page_size(across.cast())
                let textScale = Double(sgz_room_for_text(200)) / 100 - 1
                view.setClass("narrow-list", width > 0 && width < Self.narrowList * textScale)
            }
        }
    }

    /// The width of twenty ems of the usual text.
    private static let narrowList = 290.0

    var summaryLines: Int32 { gtk_widget_has_css_class(view.widget, "two-lines") != 0 ? 2 : 1 }

    /// Shows one or two lines of the description, by the width of the window.
    func fit(windowWidth: Int32) {
        let lines = summaryLines
        view.setClass("two-lines", maxSummaryLines > 1 && windowWidth >= Self.wideWindow)
        guard summaryLines != lines else { return }
        for row in view.children { Self.row(in: row)?.summaryLines = summaryLines }
    }

    /// The width of a window that has room for a second line of the description.
    private static let wideWindow: Int32 = 700

    func show(_ model: GObjectRef, with factory: GObjectRef) {
        switch shape {
        case .rows:
            gtk_list_view_set_factory(view.opaque, factory.opaque)
            gtk_list_view_set_model(view.opaque, model.opaque)
        case .cells, .avatars:
            gtk_grid_view_set_factory(view.opaque, factory.opaque)
            gtk_grid_view_set_model(view.opaque, model.opaque)
        }
    }

    /// The number of cells that fit into the maximum width of a collection.
    private static func maxColumns(_ shape: CatalogProfile.Shape) -> guint { shape == .avatars ? 7 : 8 }
    /// The maximum width of a grid of pictures, which has the room of the list and the details.
    static let widestGrid: Int32 = 1_500

    /// The number of lines that may be visible, while their height is unknown.
    private var screenful: Int {
        let height = gtk_widget_get_root(view.widget).map { Int(gtk_widget_get_height(Handle($0).widget)) } ?? 0
        return (height > 0 ? height : Self.largestHeight) / (shape == .rows ? 64 : 128) + 1
    }
    private static let largestHeight = 1_600

    var columns: Int {
        guard shape.isGrid else { return 1 }
        let width = Double(gtk_widget_get_width(view.widget))
        var bounds = graphene_rect_t()
        // All cells are equally wide, except those that have no layout yet.
        var child = width > 0 ? gtk_widget_get_first_child(view.widget) : nil
        while let cell = child {
            if gtk_widget_compute_bounds(cell, view.widget, &bounds) != 0, bounds.size.width > 0 {
                return max(1, Int((width / Double(bounds.size.width)).rounded()))
            }
            child = gtk_widget_get_next_sibling(cell)
        }
        return Int(Self.maxColumns(shape))
    }

    /// The number of rows that Page Down moves by.
    var page: Int { max(1, screenful - 2) }

    func isOnFirstLine(_ position: Int) -> Bool { position < columns }

    func isOnLastLine(_ position: Int, of count: Int) -> Bool { position / columns == (count - 1) / columns }

    /// The remaining distance to scroll down, and the visible height; nil before the first layout.
    var remainingScroll: (below: Double, page: Double)? {
        let page = gtk_adjustment_get_page_size(adjustment.cast())
        let below = gtk_adjustment_get_upper(adjustment.cast()) - gtk_adjustment_get_value(adjustment.cast()) - page
        return page > 0 ? (below, page) : nil
    }

    var adjustment: Handle { Handle(gtk_scrolled_window_get_vadjustment(scroller.opaque)) }

    /// Returns the items on and near the screen, by the average line height; a full screen before the first layout.
    func visibleRanges(of count: Int) -> (onScreen: Range<Int>, near: Range<Int>) {
        let (page, upper) = (
            gtk_adjustment_get_page_size(adjustment.cast()), gtk_adjustment_get_upper(adjustment.cast())
        )
        let columns = columns
        var (first, last) = (0, screenful)
        if page > 0, upper > page, count > 0 {
            let height = max(1, upper / Double((count + columns - 1) / columns))
            first = Int(gtk_adjustment_get_value(adjustment.cast()) / height)
            last = first + min(Int(page / height) + 2, screenful)
        }
        func items(_ from: Int, _ to: Int) -> Range<Int> { from * columns..<max(from, to) * columns }
        let lines = last - first
        return (items(first, last), items(max(0, first - lines), last + lines))
    }

    /// Scrolls to an item with the next layout. It may have no widget yet.
    func scroll(to position: UInt32) {
        gtk_widget_activate_action_variant(view.widget, "list.scroll-to-item", g_variant_new_uint32(position))
    }
}

extension CollectionLayout {
    /// Returns the list's own widget around a row, if the row has one at the moment.
    func widget(of id: ItemID) -> Handle? {
        view.children.first { Self.row(in: $0)?.itemID == id }
    }

    static func row(in widget: Handle) -> ItemRow? {
        gtk_widget_get_first_child(widget.widget).flatMap { WidgetController.of(Handle($0), as: ItemRow.self) }
    }

    /// The focused row: its widget, its controller, and whether the row itself, not its star button, has the focus.
    var focusedRow: (widget: Handle, row: ItemRow, isRowItself: Bool)? {
        guard let window = gtk_widget_get_root(view.widget), let focused = gtk_root_get_focus(window) else {
            return nil
        }
        let focus = Handle(focused)
        guard let widget = view.children.first(where: { $0.contains(focus) }), let row = Self.row(in: widget) else {
            return nil
        }
        return (widget, row, focus == widget)
    }
}
