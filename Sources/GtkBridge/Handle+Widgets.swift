import CStargazer

/// Widget calls used everywhere. All other calls use GTK's functions directly.
@MainActor extension Handle {
    public func setVisible(_ isVisible: Bool) {
        if (gtk_widget_get_visible(widget) != 0) != isVisible { gtk_widget_set_visible(widget, isVisible ? 1 : 0) }
    }

    public func setSensitive(_ isSensitive: Bool) { gtk_widget_set_sensitive(widget, isSensitive ? 1 : 0) }

    public func setClass(_ name: String, _ isSet: Bool) {
        if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }

    /// Sets the plain text of a GtkLabel, never markup.
    public func setLabel(_ text: String) { gtk_label_set_text(opaque, text) }

    public func setTooltip(_ text: String?) {
        // For each change GTK asks the display for the pointer's position, and waits for the answer.
        guard text != gtk_widget_get_tooltip_text(widget).map({ String(cString: $0) }) else { return }
        sgz_widget_set_tooltip(raw, text)
    }

    /// Sets a tooltip that is computed when it opens; nil shows none.
    public func setTooltip(_ text: @escaping @MainActor () -> String?) {
        gtk_widget_set_has_tooltip(widget, 1)
        Signals.connect(self, "query-tooltip") { (_: Int32, _: Int32, _: Bool, tooltip: Handle?) -> Bool in
            guard let tooltip, sgz_is_behind_menu(raw) == 0, let text = text() else { return false }
            gtk_tooltip_set_text(tooltip.opaque, text)
            return true
        }
    }

    /// Whether the text of a GtkLabel is cut, with an ellipsis.
    public var isLabelCut: Bool { pango_layout_is_ellipsized(gtk_label_get_layout(opaque)) != 0 }

    /// Sets the name that screen readers use for the widget.
    public func setAccessibleName(_ name: String) { sgz_accessible_set_label(raw, name) }

    /// Names the scroll pane inside a page of libadwaita, which can get the focus and has no name of its own.
    public func setScrollPaneName(_ name: String) {
        if isA("GtkScrolledWindow") { return setAccessibleName(name) }
        for child in children { child.setScrollPaneName(name) }
    }

    /// Names the buttons with mnemonics of all windows that open, such as dialogs. GTK 4.8 names such a button by its
    /// label twice, once with the underscore.
    public static func nameMnemonicButtonsOfWindows() {
        let windows = Handle(gtk_window_get_toplevels())
        Signals.connect(windows, "items-changed") { (position: UInt32, _: UInt32, added: UInt32) in
            for index in position..<position + added {
                guard let item = g_list_model_get_item(windows.opaque, index) else { continue }
                let window = GObjectRef(adopting: Handle(item)).handle
                Signals.connect(window, "map") { window.nameMnemonicButtons() }
            }
        }
    }

    private func nameMnemonicButtons() {
        for child in children {
            if isA("GtkButton"), child.isA("GtkLabel"), gtk_label_get_use_underline(child.opaque) != 0 {
                setAccessibleName(String(cString: gtk_label_get_text(child.opaque)))
            }
            child.nameMnemonicButtons()
        }
    }

    public func setAccessibleDescription(_ text: String) { sgz_accessible_set_description(raw, text) }

    /// Sets whether screen readers skip the widget and everything inside it.
    public func setAccessibleHidden(_ isHidden: Bool) { sgz_accessible_set_hidden(raw, isHidden ? 1 : 0) }

    @discardableResult
    public func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Lets a widget have the focus that is read and not pressed, such as a heading.
    public func makeReadable() {
        gtk_widget_set_focusable(widget, 1)
        let focus = Handle(gtk_event_controller_focus_new())
        Signals.connect(focus, "leave") { [self] in setClass("read", false) }
        gtk_widget_add_controller(widget, focus.opaque)
    }

    /// Moves the focus to such a widget. A ring surrounds it only if a key moves the focus there.
    public func grabFocusForReading() {
        grabFocus()
        setClass("read", true)
    }

    /// Whether the focus of the window is in this widget or inside it.
    public var hasFocusInside: Bool {
        guard let window = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(window) else { return false }
        return contains(Handle(focus))
    }

    public var typeName: String { String(cString: sgz_type_name(raw)) }

    public func isA(_ typeName: String) -> Bool { sgz_is_a(raw, typeName) != 0 }

    public var parent: Handle? { gtk_widget_get_parent(widget).map { Handle($0) } }

    public var children: [Handle] {
        var all: [Handle] = []
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            all.append(Handle(child))
            next = gtk_widget_get_next_sibling(child)
        }
        return all
    }

    /// Removes every child of a box, grid or list. Children without another reference are freed.
    public func removeChildren() {
        for child in children {
            if isA("GtkFlowBox") {
                gtk_flow_box_remove(opaque, child.widget)
            } else if isA("GtkListBox") {
                gtk_list_box_remove(opaque, child.widget)
            } else if isA("GtkGrid") {
                gtk_grid_remove(cast(), child.widget)
            } else {
                gtk_box_remove(cast(), child.widget)
            }
        }
    }

    public func append(_ child: Handle) { gtk_box_append(cast(), child.widget) }

    /// Returns whether `other` is this widget or inside it.
    public func contains(_ other: Handle) -> Bool {
        other == self || gtk_widget_is_ancestor(other.widget, widget) != 0
    }
}

/// Escapes text for Pango markup. Remote text must pass through here wherever markup is read.
public enum Markup {
    public static func escape(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, gssize(text.utf8.count)) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}

/// Creates the menu of a GtkMenuButton on demand.
@MainActor public enum MenuOnDemand {
    /// - Parameter run: Called each time before the button shows its menu. It sets the menu if there is none.
    public static func fill(_ button: Handle, _ run: @escaping @MainActor () -> Void) {
        let box = Box<@MainActor () -> Void>(run, name: "menu button")
        gtk_menu_button_set_create_popup_func(button.opaque, call, box.passRetained(), destroyBox)
    }
}

private let call: GtkMenuButtonCreatePopupFunc = { _, box in
    guard let box else { return }
    nonisolated(unsafe) let call = box
    MainActor.assumeIsolated { Box<@MainActor () -> Void>.peek(call)?() }
}

@MainActor extension Handle {
    /// Opens this popover next to a widget, in its own parent, an ancestor of the widget.
    public func popUp(at widget: Handle, in parent: Handle) {
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(widget.widget, parent.widget, &bounds)
        var place = GdkRectangle(
            x: gint(bounds.origin.x), y: gint(bounds.origin.y), width: gint(bounds.size.width),
            height: gint(bounds.size.height))
        gtk_popover_set_pointing_to(cast(), &place)
        gtk_popover_popup(cast())
    }

    /// Unparents a popover unless it is open again. GTK 4.8 may send the window's next click to a closed popover.
    public func removeClosedPopover() -> Bool {
        guard gtk_widget_get_visible(widget) == 0 else { return false }
        gtk_widget_unparent(widget)
        return true
    }
}
