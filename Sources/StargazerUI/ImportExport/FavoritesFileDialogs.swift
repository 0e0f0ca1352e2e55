import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// Asks which file to take favorites out into or in from, and says what came of it: what ended well by a toast, what
/// did not by a dialog, since it takes more words than a toast holds.
@MainActor final class FavoritesFileDialogs {
    private let window: Handle
    private let model: TransferViewModel
    private let toast: ReplaceableToast
    private let chooser: FileChooser
    private var observation: Observe?

    /// - Parameter window: what the dialogs are over; owns whoever owns this.
    init(over window: Handle, model: TransferViewModel, toasts: ToastPresenter) {
        self.window = window
        let toast = ReplaceableToast(toasts)
        self.toast = toast
        chooser = FileChooser(over: window) { toast.show(TransferText.notLocal) }
        self.model = model
        observation = Observe { [weak self] in self?.showResult() }
    }

    func exportFavorites() {
        let kinds = FavoritesFileFormat.allCases
        chooser.present(
            TransferText.exportTitle, accept: TransferText.exportAccept, saveAs: "\(TransferText.fileName).json",
            filters: kinds.map(Self.filter)
        ) { [weak self] url, filter in
            self?.export(to: ExportDestination(url, filter: filter.map { kinds[$0] } ?? .json), insteadOf: url)
        }
    }

    func importFavorites() {
        chooser.present(
            TransferText.importTitle, accept: TransferText.importAccept, filters: [Self.filter(for: .json)]
        ) { [weak self] url, _ in self?.model.importFavorites(from: url) }
    }

    /// The chooser has asked about the name that was typed; when it is to be another one, so do we.
    private func export(to choice: ExportDestination, insteadOf typed: URL) {
        guard choice.url != typed, FileManager.default.fileExists(atPath: choice.url.path) else {
            return model.exportFavorites(to: choice.url, as: choice.kind)
        }
        MessageDialog.present(
            over: window, TransferText.replaceHeading(choice.url.lastPathComponent), TransferText.replaceBody,
            cancel: TransferText.cancel, accept: TransferText.replace
        ) { [weak self] in self?.model.exportFavorites(to: choice.url, as: choice.kind) }
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
        // The same may be said again the next time.
        model.dismiss()
    }

    private func showError(_ heading: String, _ body: String) {
        MessageDialog.present(over: window, heading, body, close: TransferText.close)
    }
}

/// The file to write when a name was typed and a kind chosen: a kind that is asked for in either way counts, and the
/// name ends as the kind does.
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
