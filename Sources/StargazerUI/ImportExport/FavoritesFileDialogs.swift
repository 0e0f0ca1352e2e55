import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// Asks for a file to export or import favorites and shows the result. A success is a toast; a failure is a dialog,
/// because it needs more text than a toast can hold.
@MainActor final class FavoritesFileDialogs {
    private let window: Handle
    private let model: TransferViewModel
    private let toast: ReplaceableToast
    private let chooser: FileChooser
    private var observation: Observe?

    /// - Parameter window: the parent of the dialogs, which also owns this object's owner.
    init(over window: Handle, model: TransferViewModel, toasts: ToastPresenter) {
        self.window = window
        let toast = ReplaceableToast(toasts)
        self.toast = toast
        chooser = FileChooser(over: window) { toast.show(TransferText.notLocal) }
        self.model = model
        observation = Observe { [weak self] in self?.showResult() }
    }

    /// - Parameter selection: the items to export; nil for all favorites.
    func exportFavorites(only selection: [Favorite]? = nil) {
        let kinds = FavoritesFileFormat.allCases
        chooser.present(
            TransferText.exportTitle, accept: TransferText.exportAccept, saveAs: "\(TransferText.fileName).json",
            filters: kinds.map(Self.filter)
        ) { [weak self] url, filter in
            let choice = ExportDestination(url, filter: filter.map { kinds[$0] } ?? .json)
            self?.export(selection, to: choice, insteadOf: url)
        }
    }

    func importFavorites() {
        chooser.present(
            TransferText.importTitle, accept: TransferText.importAccept, filters: [Self.filter(for: .json)]
        ) { [weak self] url, _ in self?.model.importFavorites(from: url) }
    }

    /// Exports the favorites. The file chooser has confirmed replacing the typed name; if the name changes, this asks
    /// again.
    private func export(_ selection: [Favorite]?, to choice: ExportDestination, insteadOf typed: URL) {
        guard choice.url != typed, FileManager.default.fileExists(atPath: choice.url.path) else {
            return model.exportFavorites(to: choice.url, as: choice.kind, only: selection)
        }
        MessageDialog.present(
            over: window, TransferText.replaceHeading(choice.url.lastPathComponent), TransferText.replaceBody,
            cancel: TransferText.cancel, accept: TransferText.replace
        ) { [weak self] isAccepted in
            if isAccepted { self?.model.exportFavorites(to: choice.url, as: choice.kind, only: selection) }
        }
    }

    private static func filter(for kind: FavoritesFileFormat) -> GObjectRef {
        let filter = GObjectRef(adopting: Handle(gtk_file_filter_new()))
        gtk_file_filter_set_name(filter.opaque, TransferText.kindName(kind))
        gtk_file_filter_add_suffix(filter.opaque, kind.rawValue)
        return filter
    }

    private func showResult() {
        switch model.phase {
        case .idle, .working: return
        case .cancelled(let kind): toast.show(TransferText.cancelled(kind))
        case .exported(let count, let name): toast.show(TransferText.exported(count, name: name))
        case .imported(let new, let known): toast.show(TransferText.imported(new: new, known: known))
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

/// The file to export to, from a typed name and a chosen format. The name's extension or the filter may select CSV, and
/// the extension always matches the format.
struct ExportDestination: Equatable {
    let url: URL
    let kind: FavoritesFileFormat

    init(_ typed: URL, filter: FavoritesFileFormat) {
        let ending = FavoritesFileFormat(rawValue: typed.pathExtension.lowercased())
        kind = ending == .csv ? .csv : filter
        switch ending {
        case kind: url = typed
        case nil: url = typed.appendingPathExtension(kind.rawValue)
        default: url = typed.deletingPathExtension().appendingPathExtension(kind.rawValue)
        }
    }
}
