import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The part of the main menu that undoes and redoes. It names what.
@MainActor final class UndoMenu {
    private let section: GObjectRef
    private var shown: [String] = []

    /// - Parameter section: a GMenu.
    init(_ section: Handle) { self.section = GObjectRef(retaining: section) }

    func show(undo: UserChange.Kind?, redo: UserChange.Kind?) {
        let labels = [UndoText.undoItem(undo), UndoText.redoItem(redo)]
        guard labels != shown else { return }
        shown = labels
        g_menu_remove_all(section.opaque)
        for (label, (action, keys)) in zip(labels, [("win.undo", "<Primary>z"), ("win.redo", "<Primary><Shift>z")]) {
            let item = GObjectRef(adopting: Handle(g_menu_item_new(label, action)))
            g_menu_item_set_attribute_value(item.opaque, "accel", g_variant_new_string(keys))
            g_menu_append_item(section.opaque, item.opaque)
        }
    }
}

extension MainWindow {
    func connectUndo() {
        let undo = model.app.undo
        for (keys, step) in [("<Primary>z", undo.undo), ("<Primary><Shift>z", undo.redo)] {
            Keys.shortcut(keys, in: root) { [weak self] in self?.isEditingText == false && step() }
        }
        let actions = [("undo", undo.undo), ("redo", undo.redo)].map { name, step in
            Actions.add(name, to: root) { _ = step() }
        }
        let messages = UndoMessages(undo: undo, toasts: toasts) { [weak self] in self?.preferences == nil }
        messages.stepped = { [weak self] in self?.showItems(of: $0) }
        messages.covered = { [weak self, life = WeakGObject(root)] height in
            if life.isAlive { self?.list.leaveFree(height) }
        }
        undoMessages = messages
        observations += [
            Observe { [weak self, weak undo] in if undo?.report != nil { self?.isTyping = false } },
            Observe { [weak undo] in
                Actions.setEnabled(actions[0], undo?.canUndo == true)
                Actions.setEnabled(actions[1], undo?.canRedo == true)
            },
            Observe { [undoMenu, weak undo] in undoMenu.show(undo: undo?.nextUndo, redo: undo?.nextRedo) },
            Observe { [weak self, weak undo] in
                if let confirmation = undo?.confirmation { self?.ask(confirmation) }
            },
        ]
    }

    /// Whether the focus is in a text that is being edited, which undoes its own changes.
    private var isEditingText: Bool {
        guard let focus = gtk_root_get_focus(root.opaque).map({ Handle($0) }) else { return false }
        if focus.isA("GtkTextView") { return true }
        return focus.isA("GtkText") && (isTyping || !entry.hasFocus)
    }

    private func ask(_ confirmation: UndoConfirmation) {
        MessageDialog.present(
            over: root, StarText.heading(confirmation), StarText.body(confirmation), cancel: SelectionText.cancel,
            accept: StarText.accept(confirmation)
        ) { [undo = model.app.undo] in
            undo.respond($0)
        }
    }

    /// Selects the items of an undo or redo in the list, if it shows them.
    private func showItems(of report: UndoReport) {
        guard report.hasChanged else { return }
        let ids = report.restored.isEmpty ? [report.change.item].compactMap(\.self) : report.restored
        guard model.listSource.isFavorites else { return list.select(ids.map { .item($0) }, waits: false) }
        Task { [weak self, library = model.app.favoritesModel.library] in
            guard let rows = try? await library?.rows(of: ids), let self, model.listSource.isFavorites else { return }
            list.select(rows.values.map { .favorite($0) }, waits: !report.restored.isEmpty)
        }
    }
}
