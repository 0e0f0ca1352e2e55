import CStargazer
import GtkBridge
import StargazerCore

/// The page about what is stored on this computer: READMEs of favorites, copies of the library, and the cache.
@MainActor final class LibraryPreferencesPage: PreferencesPage {
    let root: Handle
    private let downloads: DocumentPreferencesGroup?
    private let copies: LibraryCopiesGroup?
    private let cache: CacheGroup?

    /// Nil when there is nothing to show.
    /// - Parameter cache: nil when nothing is cached on disk.
    init?(documents: StoredDocumentsViewModel?, copies: LibraryCopiesGroup?, cache: CacheGroup?) {
        if documents == nil, copies == nil, cache == nil { return nil }
        (self.copies, self.cache) = (copies, cache)
        let ui = UIBuilder(PackageResources.LibraryPreferencesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        downloads = documents.map { DocumentPreferencesGroup(ui, model: $0) }
        ui["downloads-group"].setVisible(downloads != nil)
        for group in [copies?.root, cache?.root].compactMap(\.self) {
            adw_preferences_page_add(root.cast(), group.cast())
        }
    }
}

/// The copies of the library, each with a button that restores it.
@MainActor final class LibraryCopiesGroup {
    let root = Handle(adw_preferences_group_new())
    private let model: LibraryCopiesViewModel
    private let toasts: ToastPresenter
    private var rows: [Handle] = []
    private var buttons: [Handle] = []
    private var shown: [LibraryCopyContent]?
    private var lastOutcome = 0
    private var observation: Observe?

    init(model: LibraryCopiesViewModel, toasts: ToastPresenter) {
        self.model = model
        self.toasts = toasts
        adw_preferences_group_set_title(root.cast(), LibraryCopiesText.title)
        adw_preferences_group_set_description(root.cast(), LibraryCopiesText.note)
        observation = Observe { [weak self] in self?.paint() }
        Task { await model.reload() }
    }

    private func paint() {
        guard let copies = model.copies else { return }
        if copies != shown { show(copies) }
        for button in buttons { button.setSensitive(!model.isRestoring) }
        if let outcome = model.outcome, outcome.serial != lastOutcome {
            lastOutcome = outcome.serial
            show(outcome)
        }
    }

    private func show(_ copies: [LibraryCopyContent]) {
        shown = copies
        // A removed row must not take the focus with it.
        let hadFocus = gtk_widget_get_focus_child(root.widget) != nil
        for row in rows { adw_preferences_group_remove(root.cast(), row.widget) }
        (rows, buttons) = ([], [])
        for copy in copies { add(copy) }
        if copies.isEmpty { add(row(LibraryCopiesText.empty, LibraryCopiesText.emptyNote)) }
        if hadFocus { buttons.first?.grabFocus() }
    }

    private func add(_ copy: LibraryCopyContent) {
        let row = row(LibraryCopiesText.title(copy), LibraryCopiesText.subtitle(copy))
        if copy.favorites != nil {
            let button = Handle(gtk_button_new_with_label(LibraryCopiesText.restore))
            gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
            // Not the activatable widget of the row, whose title would replace this name.
            button.setAccessibleName(LibraryCopiesText.restore(copy.date))
            Signals.connect(button, "clicked") { [weak self] in self?.ask(copy) }
            adw_action_row_add_suffix(row.cast(), button.widget)
            buttons.append(button)
        } else {
            adw_action_row_set_icon_name(row.cast(), "dialog-warning-symbolic")
        }
        add(row)
    }

    private func add(_ row: Handle) {
        adw_preferences_group_add(root.cast(), row.widget)
        rows.append(row)
    }

    private func row(_ title: String, _ subtitle: String) -> Handle {
        let row = Handle(adw_action_row_new())
        adw_preferences_row_set_title(row.cast(), Markup.escape(title))
        adw_action_row_set_subtitle(row.cast(), Markup.escape(subtitle))
        return row
    }

    private var window: Handle? { gtk_widget_get_root(root.widget).map { Handle($0) } }

    private func ask(_ copy: LibraryCopyContent) {
        guard let window else { return }
        MessageDialog.present(
            over: window, LibraryCopiesText.confirmationHeading(copy), LibraryCopiesText.explanation,
            cancel: LibraryCopiesText.cancel, accept: LibraryCopiesText.accept
        ) { [model] isAccepted in
            if isAccepted { Task { await model.restore(copy.id) } }
        }
    }

    private func show(_ outcome: LibraryCopyOutcome) {
        guard let failure = outcome.failure else {
            toasts.show(LibraryCopiesText.restored(outcome.copy))
            return
        }
        guard let window else { return }
        MessageDialog.present(
            over: window, LibraryCopiesText.failedHeading, LibraryCopiesText.reason(failure),
            close: LibraryCopiesText.close)
    }
}

/// The size of the caches on disk, with a button that clears them.
@MainActor final class CacheGroup {
    let root: Handle
    private let model: CacheViewModel
    private let row: Handle
    private let clear: Handle
    private var observation: Observe?

    init(model: CacheViewModel) {
        self.model = model
        let ui = UIBuilder(PackageResources.CacheGroup_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        row = ui["row"]
        clear = ui["clear"]
        clear.setAccessibleName(PreferencesText.clearCache)
        Signals.connect(clear, "clicked") { [model] in
            Task { await model.clear() }
        }
        observation = Observe { [weak self] in self?.paint() }
        Task { await model.measure() }
    }

    private func paint() {
        adw_action_row_set_subtitle(row.cast(), Markup.escape(PreferencesText.cache(model.sizeText)))
        // An insensitive button must not keep the focus.
        if !model.canClear, gtk_widget_is_focus(clear.widget) != 0 { Focus.leave(clear, forward: false) }
        clear.setSensitive(model.canClear)
    }
}

/// The preferences of downloading the READMEs of favorites.
@MainActor final class DocumentPreferencesGroup {
    private let model: StoredDocumentsViewModel
    private let download: Handle
    private let row: Handle
    private let delete: Handle
    private var observations: [Observe] = []

    /// - Parameter ui: has the group's widgets.
    init(_ ui: UIBuilder, model: StoredDocumentsViewModel) {
        self.model = model
        download = ui["download"]
        row = ui["stored-row"]
        delete = ui["delete-documents"]
        delete.setAccessibleName(DocumentDownloadText.delete)
        Signals.connect(download, "notify::active") { [weak self] in
            guard let self else { return }
            self.model.setDownload(gtk_switch_get_active(self.download.opaque) != 0)
            self.paint()
        }
        Signals.connect(delete, "clicked") { [weak self] in self?.confirmDeletion() }
        observations = [
            // The models outlive the window.
            Observe { [weak self, life = WeakGObject(row)] in if life.isAlive { self?.paint() } },
            Observe { [weak self, model, life = WeakGObject(row)] in
                guard life.isAlive, self != nil else { return }
                _ = model.downloadedCount
                Task { await model.measure() }
            },
        ]
    }

    private func paint() {
        gtk_switch_set_active(download.opaque, model.isDownloadOn ? 1 : 0)
        adw_action_row_set_subtitle(row.cast(), DocumentDownloadText.stored(model.count, size: model.sizeText))
        // An insensitive button must not keep the focus.
        if !model.canDelete, gtk_widget_is_focus(delete.widget) != 0 { download.grabFocus() }
        delete.setSensitive(model.canDelete)
    }

    private func confirmDeletion() {
        guard let window = gtk_widget_get_root(row.widget) else { return }
        MessageDialog.present(
            over: Handle(window), DocumentDownloadText.deleteHeading, DocumentDownloadText.deleteBody,
            cancel: DocumentDownloadText.cancel, accept: DocumentDownloadText.confirmDeletion
        ) { [model] isConfirmed in
            if isConfirmed { Task { await model.delete() } }
        }
    }
}
