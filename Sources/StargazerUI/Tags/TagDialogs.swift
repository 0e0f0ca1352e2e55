import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

@MainActor enum TagDialogs {
    static func rename(_ tag: Tag, in tags: TagsModel, over window: Handle) {
        let entry = Handle(gtk_entry_new())
        entry.setAccessibleName(TagsText.nameField)
        gtk_editable_set_text(entry.opaque, tag.name)
        gtk_entry_set_activates_default(entry.cast(), 1)
        let hint = Handle(gtk_label_new(nil))
        gtk_label_set_wrap(hint.opaque, 1)
        gtk_label_set_xalign(hint.opaque, 0)
        gtk_label_set_max_width_chars(hint.opaque, 32)
        hint.setVisible(false)
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        for part in [entry, hint] { box.append(part) }
        let dialog = MessageDialog.propose(
            over: window, TagsText.renameHeading, content: box, cancel: SelectionText.cancel,
            accept: TagsText.renameResponse
        ) { [weak tags] in
            if $0 { tags?.rename(tag.id, to: text(of: entry)) }
        }
        Signals.connect(entry, "changed") { [weak tags] in
            let name = text(of: entry)
            let problem = problem(of: name)
            let other = tags?.tag(named: name).flatMap { $0.id == tag.id ? nil : $0 }
            let words = problem.map(TagsText.failure) ?? other.map { TagsText.mergesWith($0.name) }
            hint.setLabel(words ?? "")
            hint.setVisible(words != nil)
            MessageDialog.setAccept(
                other == nil ? TagsText.renameResponse : TagsText.mergeResponse, isEnabled: problem == nil, of: dialog)
        }
        entry.grabFocus()
    }

    static func merge(_ tag: Tag, in tags: TagsModel, over window: Handle) {
        let others = tags.all.map(\.tag).filter { $0.id != tag.id }
        guard !others.isEmpty else { return }
        let names = Handle(gtk_string_list_new(nil))
        for other in others { gtk_string_list_append(names.opaque, other.name) }
        let choice = Handle(
            gtk_drop_down_new(names.opaque, gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")))
        choice.setAccessibleName(TagsText.mergeTarget)
        gtk_drop_down_set_enable_search(choice.opaque, 1)
        FilterDropDown.focusSearchFieldOnOpen(in: choice)
        let dialog = MessageDialog.propose(
            over: window, TagsText.mergeHeading(tag.name), TagsText.mergeBody, content: choice,
            cancel: SelectionText.cancel, accept: TagsText.mergeResponse
        ) { [weak tags] in
            let place = Int(gtk_drop_down_get_selected(choice.opaque))
            if $0, others.indices.contains(place) { tags?.merge(tag.id, into: others[place]) }
        }
        if let list = FilterDropDown.find("GtkListView", in: choice) {
            // The closing list moves the focus back to the choice first.
            Signals.connect(list, "activate") { (_: UInt32) in
                Task { gtk_window_get_default_widget(dialog.cast()).map { Handle($0).grabFocus() } }
            }
        }
        choice.grabFocus()
    }

    private static func text(of entry: Handle) -> String { String(cString: gtk_editable_get_text(entry.opaque)) }

    /// Returns what is wrong with a name, as far as it can be known here.
    private static func problem(of name: String) -> AnnotationFailure? {
        let name = CleanText.line(name, limit: .max)
        if name.allSatisfy(\.isWhitespace) { return .emptyName }
        return name.unicodeScalars.count > Tag.maxNameLength ? .nameTooLong : nil
    }
}
