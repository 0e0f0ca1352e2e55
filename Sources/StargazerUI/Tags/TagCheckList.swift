import CStargazer
import GtkBridge
import StargazerCore

/// The tags as check buttons.
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
