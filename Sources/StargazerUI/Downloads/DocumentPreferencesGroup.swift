import CStargazer
import GtkBridge
import StargazerCore

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
