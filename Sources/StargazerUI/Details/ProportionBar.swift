import CStargazer
import GtkBridge

/// What something is made of: a bar in colors, and below it the names and shares, each of which may lead to a search. The
/// colors are never the only sign.
@MainActor package final class ProportionBar {
    package struct Segment: Equatable, Sendable {
        package var name: String
        /// `61.2%`
        package var percent: String
        /// Of the hundred that all of them have together.
        package var columns: Int
        package var color: LanguageColors.Color
        /// What pressing it adds to the search; nil for one that does nothing.
        package var search: String?
    }

    package struct Content: Equatable, Sendable {
        /// What it is that is divided: "Languages".
        package var name: String
        /// Nothing shows while there are none.
        package var shares: [Segment]
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let bar = Handle(gtk_grid_new())
    private let legend = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private var shown: Content?

    init() {
        // Columns of one width each: the bar is divided as finely as the room allows, in either direction of writing.
        gtk_grid_set_column_homogeneous(bar.cast(), 1)
        bar.setClass("share-bar", true)
        gtk_widget_set_overflow(bar.widget, GTK_OVERFLOW_HIDDEN)
        sgz_accessible_set_role(bar.raw, GTK_ACCESSIBLE_ROLE_IMG)
        legend.setClass("legend", true)
        sgz_wrap_layout_apply(legend.raw, 6)
        root.append(bar)
        root.append(legend)
    }

    func show(_ content: Content) {
        root.setVisible(!content.shares.isEmpty)
        guard content != shown else { return }
        shown = content
        for box in [bar, legend] { box.removeChildren() }
        let descriptions = content.shares.map { "\($0.name) \($0.percent)" }
        bar.setAccessibleName("\(content.name): \(JoinText.list(descriptions))")
        var column = 0
        for (place, share) in content.shares.enumerated() {
            let part = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            for name in ["share", share.color.styleClass] { part.setClass(name, true) }
            part.setTooltip(descriptions[place])
            if place < content.shares.count - 1 { gtk_widget_set_margin_end(part.widget, 1) }
            gtk_grid_attach(bar.cast(), part.widget, gint(column), 0, gint(share.columns), 1)
            column += share.columns
            legend.append(entry(share))
        }
    }

    private func entry(_ share: Segment) -> Handle {
        let inside = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let dot = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        for name in ["share-dot", share.color.styleClass] { dot.setClass(name, true) }
        gtk_widget_set_valign(dot.widget, GTK_ALIGN_CENTER)
        let name = Handle(gtk_label_new(share.name))
        gtk_label_set_ellipsize(name.opaque, PANGO_ELLIPSIZE_END)
        let percent = Handle(gtk_label_new(share.percent))
        for style in ["dim-label", "numeric"] { percent.setClass(style, true) }
        for part in [dot, name, percent] { inside.append(part) }
        guard let words = share.search else {
            inside.setClass("legend-entry", true)
            return inside
        }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), inside.widget)
        for style in ["flat", "legend-entry"] { button.setClass(style, true) }
        button.setAccessibleName("\(share.name) \(share.percent)")
        button.setTooltip(SearchText.searchFor(words))
        Signals.connect(button, "clicked") { WindowActions.search(adding: words, from: button) }
        return button
    }
}
