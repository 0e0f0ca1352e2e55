import CStargazer
import GtkBridge

/// A colored bar of proportions, with a legend of names and percentages. Legend entries may be buttons that search. The
/// legend carries the same information without the colors.
@MainActor package final class ProportionBar {
    package struct Segment: Equatable, Sendable {
        package var name: String
        /// `61.2%`
        package var percent: String
        /// The width in columns; all segments together have a hundred.
        package var columns: Int
        package var color: LanguageColors.Color
        /// The words that pressing it adds to the search; nil for a segment that does nothing.
        package var search: String?
    }

    package struct Content: Equatable, Sendable {
        /// What is divided: "Languages".
        package var name: String
        /// The bar is hidden while this is empty.
        package var shares: [Segment]
        /// Whether the percentages are not known yet. The bar is empty then.
        package var isPending = false
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let bar = Handle(gtk_grid_new())
    private let legend = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private var shown: Content?

    init() {
        // Columns of equal width divide the bar as finely as its width allows, in both text directions.
        gtk_grid_set_column_homogeneous(bar.cast(), 1)
        bar.setClass("share-bar", true)
        gtk_widget_set_overflow(bar.widget, GTK_OVERFLOW_HIDDEN)
        sgz_accessible_set_role(bar.raw, GTK_ACCESSIBLE_ROLE_IMG)
        for name in ["legend", "caption"] { legend.setClass(name, true) }
        sgz_wrap_layout_apply(legend.raw, 6)
        // The height must not change when the percentages arrive. The bar names all of its parts.
        sgz_wrap_layout_set_lines(legend.raw, 1)
        root.append(bar)
        root.append(legend)
    }

    func show(_ content: Content) {
        root.setVisible(!content.shares.isEmpty)
        guard content != shown else { return }
        shown = content
        for box in [bar, legend] { box.removeChildren() }
        bar.setClass("pending", content.isPending)
        let descriptions = content.shares.map { $0.percent.isEmpty ? $0.name : "\($0.name) \($0.percent)" }
        bar.setAccessibleName("\(content.name): \(JoinText.list(descriptions))")
        var column = 0
        for (index, share) in content.shares.enumerated() {
            let part = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            for name in content.isPending ? ["share"] : ["share", share.color.styleClass] { part.setClass(name, true) }
            part.setTooltip(descriptions[index])
            if index < content.shares.count - 1 { gtk_widget_set_margin_end(part.widget, 1) }
            gtk_grid_attach(bar.cast(), part.widget, gint(column), 0, gint(share.columns), 1)
            column += share.columns
            legend.append(entry(share, descriptions[index]))
        }
    }

    private func entry(_ share: Segment, _ description: String) -> Handle {
        let inside = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let dot = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        for name in ["share-dot", share.color.styleClass] { dot.setClass(name, true) }
        gtk_widget_set_valign(dot.widget, GTK_ALIGN_CENTER)
        let name = Handle(gtk_label_new(share.name))
        gtk_label_set_ellipsize(name.opaque, PANGO_ELLIPSIZE_END)
        let percent = Handle(gtk_label_new(share.percent))
        for style in ["dim-label", "numeric"] { percent.setClass(style, true) }
        percent.setVisible(!share.percent.isEmpty)
        for part in [dot, name, percent] { inside.append(part) }
        guard let words = share.search else {
            inside.setClass("legend-entry", true)
            return inside
        }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), inside.widget)
        for style in ["flat", "legend-entry"] { button.setClass(style, true) }
        button.setAccessibleName(description)
        button.setTooltip(CatalogText.searchFor(words))
        Signals.connect(button, "clicked") { Actions.activate("win.search-for", words, from: button) }
        return button
    }
}
