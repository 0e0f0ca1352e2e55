import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The topics of an item in the details, and the tags and the note of a favorite, in one line.
@MainActor final class AnnotationsView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 9))
    private let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let add: Handle
    private let noteButton: Handle
    private let editor = NoteEditor()
    private let message = Handle(gtk_label_new(nil))
    private var topics: [Handle] = []
    private var shownTopics: [Topic] = []
    private var chips: [Handle] = []
    private var shownTags: [Tag] = []
    private var shownID: ItemID?
    /// The item whose note takes the focus as soon as it is shown.
    private var pendingNote: ItemID?
    /// Whether the last text was refused.
    private var isTooLong = false

    private static let maxTags = 20

    init(_ model: AnnotationsViewModel) {
        add = Self.button("list-add-symbolic", TagsText.tag, name: TagsText.add)
        noteButton = Self.button("document-edit-symbolic", TagsText.note, name: TagsText.note)
        sgz_wrap_layout_apply(line.raw, 6)
        for part in [add, noteButton] { line.append(part) }
        message.setClass("error", true)
        gtk_label_set_wrap(message.opaque, 1)
        gtk_label_set_xalign(message.opaque, 0)
        for part in [line, editor.root, message] { root.append(part) }
        editor.root.setVisible(false)
        gtk_actionable_set_action_name(add.opaque, "win.edit-tags")
        Signals.connect(noteButton, "clicked") { [weak self] in self?.editNote() }
        editor.typed = { [weak self, weak model] text in
            guard let self, let model, let id = self.shownID else { return false }
            self.isTooLong = !model.noteTyped(text, of: id)
            if self.isTooLong { self.show(message: TagsText.noteTooLong) }
            return !self.isTooLong
        }
        editor.left = { [weak model] in model?.leaveNote() }
        editor.escaped = { [root] in Actions.activate("win.leave-note", from: root) }
    }

    /// Moves the focus to the note of an item, now or when the annotations of that item are shown.
    func editNote(of id: ItemID) {
        pendingNote = id
        editPendingNote()
    }

    private func editPendingNote() {
        guard let pendingNote, pendingNote == shownID else { return }
        self.pendingNote = nil
        editNote()
    }

    private func editNote() {
        guard shownID != nil else { return }
        editor.root.setVisible(true)
        editor.focus()
    }

    func show(_ phase: AnnotationsPhase, topics: [Topic]) {
        show(topics)
        root.setVisible(phase != .none || !topics.isEmpty)
        for button in [add, noteButton] { button.setVisible(phase != .none) }
        switch phase {
        case .none, .loading:
            shownID = nil
            show([Tag]())
            editor.root.setVisible(false)
            show(message: nil)
        case .failed(let failure):
            shownID = nil
            show([Tag]())
            editor.root.setVisible(false)
            show(message: TagsText.failure(.library(failure)))
        case .shown(let content):
            let isNew = shownID != content.id
            shownID = content.id
            if pendingNote != content.id { pendingNote = nil }
            if isNew { isTooLong = false }
            show(content.tags)
            editor.show(content.note, isNew: isNew)
            if isNew || !content.note.isEmpty { editor.root.setVisible(!content.note.isEmpty) }
            show(
                message: isTooLong
                    ? TagsText.noteTooLong
                    : content.failure.map(TagsText.failure) ?? (content.isJoined ? TagsText.noteJoined : nil))
        }
        noteButton.setSensitive(shownID != nil)
        editPendingNote()
    }

    private func show(message text: String?) {
        message.setLabel(text ?? "")
        message.setVisible(text != nil)
    }

    private func show(_ tags: [Tag]) {
        guard tags != shownTags else { return }
        shownTags = tags
        var new = tags.prefix(Self.maxTags).map(Self.chip)
        if tags.count > Self.maxTags { new.append(Self.moreButton(tags.count - Self.maxTags)) }
        replace(&chips, with: new, after: topics.last)
    }

    private func show(_ topics: [Topic]) {
        guard topics != shownTopics else { return }
        shownTopics = topics
        replace(&self.topics, with: topics.map(Self.topic), after: nil)
    }

    private func replace(_ parts: inout [Handle], with new: [Handle], after previous: Handle?) {
        for part in parts { gtk_box_remove(line.cast(), part.widget) }
        parts = new
        var last = previous
        for part in new {
            gtk_box_insert_child_after(line.cast(), part.widget, last?.widget)
            last = part
        }
    }

    /// Words of a line need more room between them than pills.
    private static func topic(_ topic: Topic) -> Handle {
        let part = TopicLine.make(topic)
        gtk_widget_set_valign(part.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_margin_end(part.widget, 6)
        return part
    }

    private static func chip(_ tag: Tag) -> Handle {
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let label = Handle(gtk_label_new(tag.name))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(label.opaque, 40)
        for part in [TagDot.make(tag.color), label] { content.append(part) }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), content.widget)
        for style in ["topic", "caption", "flat"] { button.setClass(style, true) }
        button.setAccessibleName(TagsText.name(tag.name))
        Signals.connect(button, "clicked") {
            _ = gtk_widget_activate_action_variant(
                button.widget, "win.show-source",
                g_variant_new_string(ListSource.favorites(.tag(tag.name)).text))
        }
        return button
    }

    /// Leads to all tags.
    private static func moreButton(_ count: Int) -> Handle {
        let button = Handle(gtk_button_new_with_label(TagsText.more(count)))
        for style in ["topic", "caption", "flat", "annotate"] { button.setClass(style, true) }
        gtk_actionable_set_action_name(button.opaque, "win.edit-tags")
        return button
    }

    private static func button(_ icon: String, _ label: String, name: String) -> Handle {
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        for part in [Handle(gtk_image_new_from_icon_name(icon)), Handle(gtk_label_new(label))] { content.append(part) }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), content.widget)
        for style in ["topic", "caption", "flat", "annotate"] { button.setClass(style, true) }
        button.setAccessibleName(name)
        return button
    }
}
