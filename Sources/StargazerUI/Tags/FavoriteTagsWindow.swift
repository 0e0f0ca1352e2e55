import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The dialog for the tags of one favorite or several (Ctrl+T).
@MainActor final class FavoriteTagsWindow {
    private let window = Handle(adw_window_new())
    private let model: FavoriteTagsViewModel
    private let entry = Handle(gtk_entry_new())
    private let message = Handle(gtk_label_new(nil))
    private let create = Handle(gtk_button_new())
    private let createLabel = Handle(gtk_label_new(nil))
    private let list: TagCheckList
    private let suggestions: TagSuggestions
    private let status = Handle(gtk_label_new(nil))
    private var observation: Observe?

    private static let size: (width: Int32, height: Int32) = (360, 480)

    static func show(over parent: Handle, model: FavoriteTagsViewModel, closed: @escaping @MainActor () -> Void) {
        let controller = FavoriteTagsWindow(over: parent, model: model)
        WidgetController.attach(controller, to: controller.window)
        Signals.connect(controller.window, "destroy", closed)
        gtk_window_present(controller.window.cast())
    }

    private init(over parent: Handle, model: FavoriteTagsViewModel) {
        self.model = model
        list = TagCheckList { [weak model] in model?.toggle($0) }
        suggestions = TagSuggestions(
            add: { [weak model] in model?.addSuggestion($0) })
        gtk_window_set_title(window.cast(), TagsText.title)
        gtk_window_set_modal(window.cast(), 1)
        gtk_window_set_default_size(window.cast(), Self.size.width, Self.size.height)
        SecondaryWindow.prepare(window, over: parent)
        assemble()
        connect()
        observation = Observe { [weak self] in self?.paint() }
        entry.grabFocus()
    }

    private func assemble() {
        let header = Handle(adw_header_bar_new())
        header.setClass("flat", true)
        let title = adw_window_title_new(TagsText.title, model.title ?? TagsText.favorites(model.count))
        adw_header_bar_set_title_widget(header.opaque, title.map { Handle($0).widget })
        entry.setAccessibleName(TagsText.add)
        gtk_entry_set_placeholder_text(entry.cast(), TagsText.placeholder)
        message.setClass("error", true)
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        for part in [Handle(gtk_image_new_from_icon_name("list-add-symbolic")), createLabel] { line.append(part) }
        gtk_label_set_ellipsize(createLabel.opaque, PANGO_ELLIPSIZE_END)
        gtk_button_set_child(create.cast(), line.widget)
        for style in ["flat", "create"] { create.setClass(style, true) }
        status.setClass("dim-label", true)
        for label in [message, status] {
            gtk_label_set_wrap(label.opaque, 1)
            gtk_label_set_xalign(label.opaque, 0)
        }
        let top = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        for part in [entry, message, create, suggestions.root] { top.append(part) }
        let body = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        for part in [list.root, status] { body.append(part) }
        for box in [top, body] { box.setClass("tag-editor", true) }
        let scroller = Handle(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, body.widget)
        gtk_widget_set_vexpand(scroller.widget, 1)
        scroller.setAccessibleName(TagsText.title)
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        for part in [header, top, scroller] { box.append(part) }
        adw_window_set_content(window.cast(), box.widget)
    }

    private func connect() {
        Signals.connect(entry, "changed") { [weak self] in
            guard let self else { return }
            self.model.typed(String(cString: gtk_editable_get_text(self.entry.opaque)))
        }
        Signals.connect(entry, "activate") { [weak self] in self?.model.submit() }
        Signals.connect(create, "clicked") { [weak self] in
            self?.model.submit()
            self?.entry.grabFocus()
        }
        Keys.watch(entry, beforeChildren: true) { [weak self] press in
            guard press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), press.modifiers & 0xF == 0 else { return false }
            return self?.list.focusFirst() ?? false
        }
        Keys.watch(list.root, beforeChildren: true) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), self.list.isFirstFocused else { return false }
            return self.entry.grabFocus()
        }
    }

    private func paint() {
        if String(cString: gtk_editable_get_text(entry.opaque)) != model.text {
            gtk_editable_set_text(entry.opaque, model.text)
        }
        message.setLabel(model.failure.map(TagsText.failure) ?? "")
        message.setVisible(model.failure != nil)
        entry.setClass("error", model.failure != nil)
        createLabel.setLabel(model.newName.map(TagsText.create) ?? "")
        create.setVisible(model.newName != nil)
        suggestions.show(model.text.isEmpty ? model.suggestions : [])
        list.show(model.choices)
        let text = statusText
        status.setLabel(text ?? "")
        status.setVisible(text != nil)
    }

    /// The text below the tags, or in their place; nil where they need none, or where a new tag is offered.
    private var statusText: String? {
        if !model.choices.isEmpty { return model.hasMore ? TagsText.typeForMore : nil }
        return model.newName == nil ? TagsText.none : nil
    }
}

/// Suggested names of tags as buttons that add them.
@MainActor final class TagSuggestions {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let chips = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let add: @MainActor (String) -> Void
    private var shown: [String] = []

    init(add: @escaping @MainActor (String) -> Void) {
        self.add = add
        let heading = Handle(gtk_label_new(TagsText.suggested))
        gtk_label_set_xalign(heading.opaque, 0)
        for style in ["caption-heading", "dim-label"] { heading.setClass(style, true) }
        sgz_wrap_layout_apply(chips.raw, 6)
        for part in [heading, chips] { root.append(part) }
        root.setVisible(false)
    }

    func show(_ names: [String]) {
        root.setVisible(!names.isEmpty)
        guard names != shown else { return }
        shown = names
        let hadFocus = root.hasFocusInside
        chips.removeChildren()
        for name in names { chips.append(make(name)) }
        if hadFocus { _ = gtk_widget_child_focus(chips.widget, GTK_DIR_TAB_FORWARD) }
    }

    private func make(_ name: String) -> Handle {
        let label = Handle(gtk_label_new(name))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        for part in [Handle(gtk_image_new_from_icon_name("list-add-symbolic")), label] { content.append(part) }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), content.widget)
        button.setAccessibleName(name)
        for style in ["flat", "tag-suggestion"] { button.setClass(style, true) }
        Signals.connect(button, "clicked") { [weak self] in self?.add(name) }
        return button
    }
}

@MainActor final class TagCheckList {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let toggled: @MainActor (TagID) -> Void
    private var rows: [TagCheck] = []

    init(toggled: @escaping @MainActor (TagID) -> Void) { self.toggled = toggled }

    /// Shows these tags. The check buttons of the same tags stay, with the focus.
    func show(_ choices: [FavoriteTagsViewModel.Choice]) {
        if choices.map(\.id) != rows.map(\.id) {
            let focused = rows.first { $0.check.hasFocusInside }?.id
            root.removeChildren()
            rows = choices.map { TagCheck($0, toggled: toggled) }
            for row in rows { root.append(row.root) }
            rows.first { $0.id == focused }?.check.grabFocus()
        }
        for (row, choice) in zip(rows, choices) { row.show(choice) }
    }

    func focusFirst() -> Bool { rows.first?.check.grabFocus() ?? false }
    var isFirstFocused: Bool { rows.first?.check.hasFocusInside ?? false }
}

/// The check button of one tag, with its number of favorites.
@MainActor private final class TagCheck {
    let id: TagID
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
    let check = Handle(gtk_check_button_new())
    private let name = Handle(gtk_label_new(nil))
    private let dot = TagDot.make()
    private let count = Handle(gtk_label_new(nil))
    private var mark = FavoriteTagsViewModel.Mark.none
    private var isPainting = false

    init(_ choice: FavoriteTagsViewModel.Choice, toggled: @escaping @MainActor (TagID) -> Void) {
        id = choice.id
        gtk_label_set_xalign(name.opaque, 0)
        gtk_label_set_ellipsize(name.opaque, PANGO_ELLIPSIZE_END)
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        for part in [dot, name] { content.append(part) }
        gtk_check_button_set_child(check.cast(), content.widget)
        gtk_widget_set_hexpand(check.widget, 1)
        for style in ["dim-label", "numeric", "caption"] { count.setClass(style, true) }
        for part in [check, count] { root.append(part) }
        Signals.connect(check, "toggled") { [weak self] in
            guard let self, !self.isPainting else { return }
            // The mark shows what is saved.
            self.paintMark()
            toggled(self.id)
        }
    }

    func show(_ choice: FavoriteTagsViewModel.Choice) {
        name.setLabel(choice.tag.name)
        check.setAccessibleName(choice.tag.name)
        check.setAccessibleDescription(TagsText.favorites(choice.favorites))
        TagDot.show(choice.tag.color, on: dot)
        count.setLabel(choice.favorites.number > 0 ? choice.favorites.text : "")
        mark = choice.mark
        paintMark()
    }

    private func paintMark() {
        isPainting = true
        defer { isPainting = false }
        gtk_check_button_set_active(check.cast(), mark == .all ? 1 : 0)
        gtk_check_button_set_inconsistent(check.cast(), mark == .some ? 1 : 0)
    }
}
