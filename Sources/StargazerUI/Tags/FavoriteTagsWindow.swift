import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore

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

    static func show(over parent: Handle, model: FavoriteTagsViewModel) {
        let controller = FavoriteTagsWindow(over: parent, model: model)
        WidgetController.attach(controller, to: controller.window)
        gtk_window_present(controller.window.cast())
    }

    private init(over parent: Handle, model: FavoriteTagsViewModel) {
        self.model = model
        list = TagCheckList { [weak model] in model?.toggle($0) }
        suggestions = TagSuggestions(
            add: { [weak model] in model?.addSuggestion($0) }, dismiss: { [weak model] in model?.dismiss($0) })
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
        Signals.connect(window, "unmap") { [weak model] in model?.end() }
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
