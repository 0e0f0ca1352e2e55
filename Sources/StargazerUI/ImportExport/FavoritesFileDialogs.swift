import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Asks for a file to export or import favorites and shows the result. A success is a toast; a failure is a dialog,
/// because it needs more text than a toast can hold.
@MainActor final class FavoritesFileDialogs {
    private let window: Handle
    private let model: TransferViewModel
    private let toast: ReplaceableToast
    private let chooser: FileChooser
    private let formatDialog: ExportFormatDialog
    private var observation: Observe?

    /// - Parameter window: the parent of the dialogs, which also owns this object's owner.
    init(over window: Handle, model: TransferViewModel, toasts: ToastPresenter) {
        self.window = window
        let toast = ReplaceableToast(toasts)
        self.toast = toast
        chooser = FileChooser(over: window, for: G_USER_DIRECTORY_DOCUMENTS) { toast.show(TransferText.notLocal) }
        formatDialog = ExportFormatDialog(over: window)
        self.model = model
        observation = Observe { [weak self] in self?.showResult() }
    }

    /// - Parameter selection: the items to export; nil for all favorites.
    func exportFavorites(only selection: [ItemID]? = nil) {
        formatDialog.present { [weak self] kind in self?.chooseFile(for: selection, as: kind) }
    }

    private func chooseFile(for selection: [ItemID]?, as kind: FavoritesFileFormat) {
        chooser.present(
            TransferText.exportTitle, accept: TransferText.exportAccept,
            saveAs: "\(TransferText.fileName).\(kind.fileExtension)",
            filters: [Self.filter(TransferText.kindName(kind), [kind.fileExtension])]
        ) { [weak self] url, _ in
            self?.export(selection, to: ExportDestination(url, chosen: kind), insteadOf: url)
        }
    }

    /// What a file is, its content tells. The filter only hides files that are none.
    func importFavorites() {
        let all = GObjectRef(adopting: Handle(gtk_file_filter_new()))
        gtk_file_filter_set_name(all.opaque, TransferText.allFiles)
        gtk_file_filter_add_pattern(all.opaque, "*")
        chooser.present(
            TransferText.importTitle, accept: TransferText.importAccept,
            filters: [Self.filter(TransferText.importable, ["json", "html", "htm"]), all]
        ) { [weak self] url, _ in self?.model.importFavorites(from: url) }
    }

    /// Exports the favorites. The file chooser has confirmed replacing the typed name; for another name, this asks.
    private func export(_ selection: [ItemID]?, to choice: ExportDestination, insteadOf typed: URL) {
        guard choice.url != typed, FileManager.default.fileExists(atPath: choice.url.path) else {
            return write(selection, to: choice)
        }
        MessageDialog.present(
            over: window, TransferText.replaceHeading(choice.url.lastPathComponent), TransferText.replaceBody,
            cancel: TransferText.cancel, accept: TransferText.replace
        ) { [weak self] isAccepted in
            if isAccepted { self?.write(selection, to: choice) }
        }
    }

    private func write(_ selection: [ItemID]?, to choice: ExportDestination) {
        model.exportFavorites(to: choice.url, as: choice.kind, only: selection, wording: TransferText.wording)
    }

    private static func filter(_ name: String, _ extensions: [String]) -> GObjectRef {
        let filter = GObjectRef(adopting: Handle(gtk_file_filter_new()))
        gtk_file_filter_set_name(filter.opaque, name)
        for ending in extensions { gtk_file_filter_add_suffix(filter.opaque, ending) }
        return filter
    }

    private func showPreview(_ preview: ImportPreview) {
        let (heading, body) = (TransferText.previewHeading(preview), TransferText.previewBody(preview))
        guard preview.canImport else {
            model.cancelImport()
            return showError(heading, body)
        }
        MessageDialog.propose(
            over: window, heading, body, cancel: TransferText.cancel, accept: TransferText.importAccept
        ) { [model] isAccepted in
            if isAccepted { model.confirmImport() } else { model.cancelImport() }
        }
    }

    private func showResult() {
        switch model.phase {
        case .idle, .working: return
        case .preview(let preview): return showPreview(preview)
        case .cancelled(let kind): toast.show(TransferText.cancelled(kind))
        case .exported(let count, let name): toast.show(TransferText.exported(count, name: name))
        case .imported(let new, let existing, let annotated, let lookups, let canUndo):
            // A message with a button that undoes it shows what can be undone.
            if canUndo { break }
            toast.show(
                TransferText.imported(new: new, existing: existing, annotated: annotated, lookups: lookups))
        case .saveFailed(let failure): toast.show(LibraryText.toast(of: failure))
        case .exportFailed(let failure, let name):
            showError(TransferText.exportFailedHeading(name), TransferText.exportReason(failure))
        case .importFailed(let failure, let name):
            showError(TransferText.importFailedHeading(name), TransferText.importReason(failure))
        }
        // Reset, so that the same result can appear again.
        model.dismiss()
    }

    private func showError(_ heading: String, _ body: String) {
        MessageDialog.present(over: window, heading, body, close: TransferText.close)
    }
}

/// The file to export to, from a typed name and a chosen format. A name with the extension of another format selects
/// that format, and any other name gets the extension of the chosen one.
struct ExportDestination: Equatable {
    let url: URL
    let kind: FavoritesFileFormat

    init(_ typed: URL, chosen: FavoritesFileFormat) {
        let ending = typed.pathExtension.lowercased()
        if ending == chosen.fileExtension {
            (url, kind) = (typed, chosen)
        } else if let other = FavoritesFileFormat(fileExtension: ending) {
            (url, kind) = (typed, other)
        } else {
            (url, kind) = (typed.appendingPathExtension(chosen.fileExtension), chosen)
        }
    }
}

/// Asks for the format of an export, before the file is chosen.
@MainActor final class ExportFormatDialog {
    private let window: Handle
    /// The format that is offered next time.
    private var format = FavoritesFileFormat.json

    /// - Parameter window: the parent of the dialog, which also owns this object's owner.
    init(over window: Handle) { self.window = window }

    func present(chosen: @escaping @MainActor (FavoritesFileFormat) -> Void) {
        let list = Handle(gtk_list_box_new())
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        list.setClass("boxed-list", true)
        list.setAccessibleName(TransferText.formatTitle)
        var buttons: [Handle] = []
        for format in FavoritesFileFormat.allCases {
            let button = Handle(gtk_check_button_new())
            if let first = buttons.first { gtk_check_button_set_group(button.cast(), first.cast()) }
            buttons.append(button)
            gtk_list_box_append(list.opaque, row(format, button).widget)
            gtk_check_button_set_active(button.cast(), format == self.format ? 1 : 0)
            Signals.connect(button, "toggled") { [weak self, button] in
                if gtk_check_button_get_active(button.cast()) != 0 { self?.format = format }
            }
        }
        MessageDialog.propose(
            over: window, TransferText.formatTitle, "", content: list, cancel: TransferText.cancel,
            accept: TransferText.exportNext
        ) { [weak self] isAccepted in
            if isAccepted, let self { chosen(self.format) }
        }
    }

    private func row(_ format: FavoritesFileFormat, _ button: Handle) -> Handle {
        let row = Handle(adw_action_row_new())
        adw_preferences_row_set_title(row.cast(), Markup.escape(TransferText.kindName(format)))
        adw_action_row_set_subtitle(row.cast(), Markup.escape(TransferText.kindNote(format)))
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        adw_action_row_add_prefix(row.cast(), button.widget)
        adw_action_row_set_activatable_widget(row.cast(), button.widget)
        return row
    }
}
