import CStargazer
import GtkBridge

/// The title of a page of the trail: the page before it, its own name, and a menu of those further back. Where there is
/// no room for them, its own name alone.
@MainActor final class Breadcrumb {
    let root = Handle(adw_squeezer_new())
    /// Whether the pages before it may show at all.
    var isWhole = true {
        didSet { if isWhole != oldValue { paint() } }
    }

    private let crumbs = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let earlier = Handle(gtk_menu_button_new())
    private let before = Handle(gtk_button_new())
    private let beforeLabel = Breadcrumb.label()
    private let ownLabels = [Breadcrumb.label(), Breadcrumb.label()]
    private let wholePage: Handle
    private let titles: @MainActor () -> [String]
    private var shown: [String] = []
    private var observation: Observe?

    /// - Parameter titles: of the pages below, and the page's own; empty once it is no part of the trail.
    init(_ titles: @escaping @MainActor () -> [String]) {
        self.titles = titles
        gtk_menu_button_set_icon_name(earlier.opaque, "view-more-symbolic")
        earlier.setAccessibleName(TrailText.earlierPages)
        earlier.setTooltip(TrailText.earlierPages)
        gtk_button_set_child(before.cast(), beforeLabel.widget)
        beforeLabel.setClass("dim-label", true)
        for button in [earlier, before] { gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER) }
        before.setClass("flat", true)
        before.setClass("crumb", true)
        let mark = Handle(gtk_label_new("›"))
        mark.setClass("dim-label", true)
        mark.setAccessibleHidden(true)
        gtk_widget_set_margin_end(mark.widget, 6)
        ownLabels.forEach { $0.setClass("title", true) }
        for part in [earlier, before, mark, ownLabels[0]] { crumbs.append(part) }
        wholePage = Handle(adw_squeezer_add(root.opaque, crumbs.widget))
        _ = adw_squeezer_add(root.opaque, ownLabels[1].widget)
        adw_squeezer_set_homogeneous(root.opaque, 0)
        // Screen readers are to meet the one that shows.
        Signals.connect(root, "notify::visible-child") { [weak self] in self?.hideOther() }
        Signals.connect(before, "clicked") { [weak self] in self?.goBack() }
        observation = Observe { [weak self] in self?.follow() }
        hideOther()
    }

    private static func label() -> Handle {
        let label = Handle(gtk_label_new(nil))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(label.opaque, 24)
        gtk_label_set_single_line_mode(label.opaque, 1)
        return label
    }

    private func follow() {
        let titles = titles()
        guard !titles.isEmpty, titles != shown else { return }
        shown = titles
        paint()
    }

    private func paint() {
        let own = shown.last ?? ""
        for label in ownLabels {
            label.setLabel(own)
            label.setTooltip(own)
        }
        adw_squeezer_page_set_enabled(wholePage.opaque, isWhole && shown.count > 1 ? 1 : 0)
        guard shown.count > 1 else { return }
        let previous = shown[shown.count - 2]
        beforeLabel.setLabel(previous)
        before.setTooltip(previous)
        before.setAccessibleName(TrailText.back(to: previous))
        earlier.setVisible(shown.count > 2)
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for (depth, title) in shown.dropLast(2).enumerated().reversed() {
            // A single underscore would mark the next letter as a key.
            g_menu_append(menu.opaque, title.replacing("_", with: "__"), "win.go-back-to::\(depth)")
        }
        gtk_menu_button_set_menu_model(earlier.opaque, menu.cast())
    }

    private func goBack() {
        _ = gtk_widget_activate_action_variant(
            root.widget, "win.go-back-to", g_variant_new_string("\(shown.count - 2)"))
    }

    private func hideOther() {
        let shows = adw_squeezer_get_visible_child(root.opaque)
        for child in [crumbs, ownLabels[1]] { child.setAccessibleHidden(child.widget != shows) }
    }
}
