import CStargazer
import GtkBridge

/// The title of a navigation page: the previous page, its own title, and a menu of earlier pages. In a narrow header
/// bar it shows its own title over that of the previous page.
@MainActor final class Breadcrumbs {
    let root = Handle(adw_squeezer_new())
    /// Whether there is room for buttons to earlier pages.
    var showsEarlierPages = true {
        didSet { if showsEarlierPages != oldValue { paint() } }
    }

    /// Whether it shows the page's own title. The titles of earlier pages stay.
    var showsOwnTitle = true {
        didSet { if showsOwnTitle != oldValue { paint() } }
    }

    private let crumbs = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let earlierButton = Handle(gtk_menu_button_new())
    private let previousButton = Handle(gtk_button_new())
    private let previousLabel = Breadcrumbs.label()
    private let ownLabel = Breadcrumbs.label()
    private let windowTitle = FittingTitle()
    private let crumbsPage: Handle
    private let mark = Handle(gtk_label_new("›"))
    private let titles: @MainActor () -> [String]
    private var shown: [String] = []
    private var observation: Observe?

    /// - Parameter titles: the titles of the pages below, and the page's own; empty when the page has left the stack.
    init(_ titles: @escaping @MainActor () -> [String]) {
        self.titles = titles
        // Unlike the button with more actions at the other end of the bar.
        gtk_menu_button_set_child(earlierButton.opaque, gtk_label_new("…"))
        gtk_menu_button_set_has_frame(earlierButton.opaque, 0)
        earlierButton.setAccessibleName(NavigationText.earlierPages)
        earlierButton.setTooltip(NavigationText.earlierPages)
        gtk_button_set_child(previousButton.cast(), previousLabel.widget)
        previousLabel.setClass("dim-label", true)
        for button in [earlierButton, previousButton] { gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER) }
        previousButton.setClass("flat", true)
        previousButton.setClass("crumb", true)
        mark.setClass("dim-label", true)
        mark.setAccessibleHidden(true)
        gtk_widget_set_margin_end(mark.widget, 6)
        ownLabel.setClass("title", true)
        for part in [earlierButton, previousButton, mark, ownLabel] { crumbs.append(part) }
        crumbsPage = Handle(adw_squeezer_add(root.opaque, crumbs.widget))
        _ = adw_squeezer_add(root.opaque, windowTitle.root.widget)
        adw_squeezer_set_homogeneous(root.opaque, 0)
        // Hide the invisible child from screen readers.
        Signals.connect(root, "notify::visible-child") { [weak self] in self?.hideInvisibleChild() }
        Signals.connect(previousButton, "clicked") { [weak self] in self?.goBack() }
        observation = Observe { [weak self] in self?.updateTitles() }
        hideInvisibleChild()
    }

    private static func label() -> Handle {
        let label = Handle(gtk_label_new(nil))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(label.opaque, 24)
        gtk_label_set_single_line_mode(label.opaque, 1)
        return label
    }

    private func updateTitles() {
        let titles = titles()
        guard !titles.isEmpty, titles != shown else { return }
        shown = titles
        paint()
    }

    private func paint() {
        let own = showsOwnTitle ? shown.last ?? "" : ""
        for part in [mark, ownLabel] { part.setVisible(showsOwnTitle) }
        ownLabel.setLabel(own)
        for title in [ownLabel, windowTitle.root] { title.setTooltip(own) }
        adw_squeezer_page_set_enabled(crumbsPage.opaque, showsEarlierPages && shown.count > 1 ? 1 : 0)
        let previous = shown.dropLast().last
        windowTitle.show(own, subtitle: previous)
        guard let previous else { return }
        previousLabel.setLabel(previous)
        previousButton.setTooltip(previous)
        previousButton.setAccessibleName(NavigationText.back(to: previous))
        earlierButton.setVisible(shown.count > 2)
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for (depth, title) in shown.dropLast(2).enumerated().reversed() {
            // A single underscore would make the next letter a mnemonic.
            g_menu_append(menu.opaque, title.replacing("_", with: "__"), "win.go-back-to::\(depth)")
        }
        gtk_menu_button_set_menu_model(earlierButton.opaque, menu.cast())
    }

    private func goBack() {
        _ = gtk_widget_activate_action_variant(
            root.widget, "win.go-back-to", g_variant_new_string("\(shown.count - 2)"))
    }

    private func hideInvisibleChild() {
        let shows = adw_squeezer_get_visible_child(root.opaque)
        for child in [crumbs, windowTitle.root] { child.setAccessibleHidden(child.widget != shows) }
    }
}
