import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore

/// A card with lines of code, which scrolls horizontally, and a button that copies all of the code.
@MainActor final class CodeCard {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let label = Handle(gtk_label_new(nil))
    private var code: DocumentCode
    private var found = FindHighlights()
    private let styleManager = Handle(adw_style_manager_get_default())
    private var styleConnections: [UInt] = []

    /// - Parameter group: the scroll position of all parts of the code; nil if this is all of it.
    init(_ code: DocumentCode, group: GObjectRef?, copy: @escaping @MainActor (String) -> Void) {
        self.code = code
        label.setLabel(code.text)
        for name in ["monospace", "code-text"] { label.setClass(name, true) }
        gtk_label_set_selectable(label.opaque, 1)
        SelectableLabelFocus.set(label, false)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_yalign(label.opaque, 0)
        // Code is left to right in every language.
        gtk_widget_set_direction(label.widget, GTK_TEXT_DIR_LTR)
        let scroll = HorizontalScroller.make(label, group: group, hasBar: code.isLast)
        gtk_widget_set_direction(scroll.widget, GTK_TEXT_DIR_LTR)
        gtk_widget_set_hexpand(scroll.widget, 1)
        root.append(scroll)
        for name in ["card", "code-card"] { root.setClass(name, true) }
        root.setClass("goes-on", !code.isLast)
        root.setClass("went-on", !code.isFirst)
        showColors()
        guard code.isFirst else { return }
        let button = Handle(gtk_button_new_from_icon_name("edit-copy-symbolic"))
        for name in ["flat", "copy-code"] { button.setClass(name, true) }
        button.setAccessibleName(DocumentText.copyCode)
        button.setTooltip(DocumentText.copyCode)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_START)
        Signals.connect(button, "clicked") { copy(code.fullText) }
        root.append(button)
    }

    isolated deinit {
        for connection in styleConnections { Signals.disconnect(styleManager, connection) }
    }

    func show(_ found: FindHighlights) {
        guard found != self.found else { return }
        self.found = found
        var markup = PangoMarkup()
        let span = TextSpan(code.text)
        markup.add(span, found: found.parts(from: 0, to: code.text.unicodeScalars.count))
        markup.show(in: label)
        showColors()
    }

    func color(_ runs: [CodeRun]) {
        code.runs = runs
        showColors()
    }

    private func showColors() {
        guard !code.runs.isEmpty else { return }
        if styleConnections.isEmpty {
            styleConnections = ["dark", "high-contrast"].map {
                Signals.connect(styleManager, "notify::\($0)") { [weak self] in
                    // Other listeners change the style sheet first.
                    Task { self?.showColors() }
                }
            }
        }
        let found = found.parts(from: 0, to: code.text.unicodeScalars.count).map(\.range)
        let attributes = CodeColors(in: label).attributes(of: code, except: found)
        gtk_label_set_attributes(label.opaque, attributes)
        pango_attr_list_unref(attributes)
    }
}

/// A frame that scrolls horizontally, by the wheel or by Left, Right, Home and End on its scroll bar. Vertical
/// scrolling goes to the surrounding widget.
@MainActor enum HorizontalScroller {
    /// - Parameters:
    ///   - group: the scroll position of several frames that scroll as one; see `sgz_horizontal_scroll_group_new`.
    ///   - hasBar: whether the frame has a scroll bar, as the last one of a group.
    static func make(_ child: Handle, group: GObjectRef? = nil, hasBar: Bool = true) -> Handle {
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        box.append(child)
        sgz_horizontal_scroll_layout_apply(box.raw, group?.raw, hasBar ? 1 : 0)
        box.setClass("sideways", true)
        if hasBar, let bar = box.children.last, let focusTarget = bar.children.first {
            connectScrollKeys(bar, focusTarget)
        }
        return box
    }

    /// Makes the scroll bar focusable and gives it keys, because GTK has none. The bar is only visible when there is
    /// something to scroll.
    /// - Parameter focusTarget: the widget in the bar that can have the focus.
    private static func connectScrollKeys(_ bar: Handle, _ focusTarget: Handle) {
        gtk_widget_set_focusable(focusTarget.widget, 1)
        if let box = bar.parent {
            // The bar starts at the same side as the content that it scrolls.
            Signals.connect(box, "direction-changed") { [box, bar, focusTarget] (_: Int32) in
                for part in [bar, focusTarget] {
                    gtk_widget_set_direction(part.widget, gtk_widget_get_direction(box.widget))
                }
            }
        }
        // In GTK 4.18, a widget without a role has no accessible name either.
        sgz_accessible_set_role(focusTarget.raw, GTK_ACCESSIBLE_ROLE_SCROLLBAR)
        focusTarget.setAccessibleName(DocumentText.scrollHorizontally)
        Keys.watch(focusTarget, beforeChildren: false) { [bar] press in
            guard press.modifiers & 0xF == 0 else { return false }
            let adjustment = gtk_scrollbar_get_adjustment(bar.opaque)
            let end = gtk_adjustment_get_upper(adjustment)
            let step = gtk_adjustment_get_step_increment(adjustment)
            let onwards = gtk_widget_get_direction(bar.widget) == GTK_TEXT_DIR_RTL ? -step : step
            let way: Double
            if press.isKey(GDK_KEY_Right, GDK_KEY_KP_Right) {
                way = onwards
            } else if press.isKey(GDK_KEY_Left, GDK_KEY_KP_Left) {
                way = -onwards
            } else if press.isKey(GDK_KEY_Home, GDK_KEY_KP_Home) {
                way = -end
            } else if press.isKey(GDK_KEY_End, GDK_KEY_KP_End) {
                way = end
            } else {
                return false
            }
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + way)
            return true
        }
    }
}
