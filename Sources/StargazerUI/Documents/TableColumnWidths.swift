import CStargazer
import GtkBridge
import StargazerCore

/// The column widths of a table that is split into fragments: each column's width in the fragment where it is widest.
@MainActor final class TableColumnWidths {
    private var widths: [Int32] = []
    private var parts: [WeakPart] = []

    /// - Parameter part: a fragment that is in the window, because its cells must know their natural widths.
    func add(_ part: TableFragment) {
        parts.removeAll { $0.part == nil }
        parts.append(WeakPart(part: part))
        let own = part.widths
        let old = widths
        widths += Array(repeating: 0, count: max(own.count - old.count, 0))
        for (column, width) in own.enumerated() { widths[column] = max(widths[column], width) }
        if widths == old { return part.setWidths(widths) }
        for each in parts { each.part?.setWidths(widths) }
    }

    private struct WeakPart {
        weak var part: TableFragment?
    }
}

/// Some rows of a table. An additional row of zero height sets the column widths.
@MainActor final class TableFragment {
    let grid = Handle(gtk_grid_new())
    private var cells: [[Handle]] = []
    private var columnSizers: [Handle] = []

    init() { grid.setClass("prose-table", true) }

    func add(_ cell: Handle, row: Int, column: Int) {
        gtk_grid_attach(grid.cast(), cell.widget, gint(column), gint(row + 1), 1, 1)
        while cells.count <= column { cells.append([]) }
        cells[column].append(cell)
    }

    /// The natural width of each column.
    var widths: [Int32] { cells.map { $0.map(Self.naturalWidth).max() ?? 0 } }

    func setWidths(_ widths: [Int32]) {
        while columnSizers.count < widths.count {
            let columnSizer = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            gtk_grid_attach(grid.cast(), columnSizer.widget, gint(columnSizers.count), 0, 1, 1)
            columnSizers.append(columnSizer)
        }
        for (columnSizer, width) in zip(columnSizers, widths) {
            gtk_widget_set_size_request(columnSizer.widget, width, -1)
        }
    }

    private static func naturalWidth(_ cell: Handle) -> Int32 {
        var width: Int32 = 0
        gtk_widget_measure(cell.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        return width
    }
}
