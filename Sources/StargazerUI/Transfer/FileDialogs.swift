import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// Asks which file to take favorites out into or in from, and says what came of it: what ended well by a toast, what
/// did not by a dialog, since it takes more words than a toast holds.
@MainActor final class FileDialogs {
    private let window: Handle
    private let model: TransferViewModel
    private let toast: SingleToast
    private let chooser: FileChooser
    private var observation: Observe?

    /// - Parameter window: what the dialogs are over; owns whoever owns this.
    init(over window: Handle, model: TransferViewModel, toasts: Toasts) {
        self.window = window
        let toast = SingleToast(toasts)
        self.toast = toast
        chooser = FileChooser(over: window) { toast.say(TransferText.notLocal) }
        self.model = model
        observation = Observe { [weak self] in self?.tell() }
    }

    func exportFavorites() {
        let kinds = FavoritesFileKind.allCases
        chooser.ask(
            TransferText.exportTitle, accept: TransferText.exportAccept, saveAs: "\(TransferText.fileName).json",
            filters: kinds.map(Self.filter)
        ) { [weak self] place, filter in
            self?.export(to: FileChoice(place, filter: filter.map { kinds[$0] } ?? .json), insteadOf: place)
        }
    }

    func importFavorites() {
        chooser.ask(
            TransferText.importTitle, accept: TransferText.importAccept, filters: [Self.filter(for: .json)]
        ) { [weak self] place, _ in self?.model.importFavorites(from: place) }
    }

    /// The chooser has asked about the name that was typed; when it is to be another one, so do we.
    private func export(to choice: FileChoice, insteadOf typed: URL) {
        guard choice.place != typed, FileManager.default.fileExists(atPath: choice.place.path) else {
            return model.exportFavorites(to: choice.place, as: choice.kind)
        }
        Question.ask(
            over: window, TransferText.replaceHeading(choice.place.lastPathComponent), TransferText.replaceBody,
            cancel: TransferText.cancel, accept: TransferText.replace
        ) { [weak self] in self?.model.exportFavorites(to: choice.place, as: choice.kind) }
    }

    private static func filter(for kind: FavoritesFileKind) -> GObjectRef {
        let filter = GObjectRef(adopting: Handle(gtk_file_filter_new()))
        gtk_file_filter_set_name(filter.opaque, TransferText.kindName(kind))
        gtk_file_filter_add_suffix(filter.opaque, kind.rawValue)
        return filter
    }

    private func tell() {
        switch model.phase {
        case .idle, .working: return
        case .cancelled(let kind): toast.say(TransferText.cancelled(kind))
        case .exported(let count, let name): toast.say(TransferText.exported(count, name: name))
        case .imported(let new, let known): toast.say(TransferText.imported(new: new, known: known))
        case .notKept(let failure): toast.say(LibraryText.toast(of: failure))
        case .exportFailed(let failure, let name):
            complain(TransferText.exportFailedHeading(name), TransferText.exportReason(failure))
        case .importFailed(let failure, let name):
            complain(TransferText.importFailedHeading(name), TransferText.importReason(failure))
        }
        // The same may be said again the next time.
        model.dismiss()
    }

    private func complain(_ heading: String, _ body: String) {
        Question.tell(over: window, heading, body, close: TransferText.close)
    }
}

/// The file to write when a name was typed and a kind chosen: a kind that is asked for in either way counts, and the
/// name ends as the kind does.
struct FileChoice: Equatable {
    let place: URL
    let kind: FavoritesFileKind

    init(_ typed: URL, filter: FavoritesFileKind) {
        let ending = FavoritesFileKind(rawValue: typed.pathExtension.lowercased())
        kind = ending == .csv ? .csv : filter
        switch ending {
        case kind: place = typed
        case nil: place = typed.appendingPathExtension(kind.rawValue)
        default: place = typed.deletingPathExtension().appendingPathExtension(kind.rawValue)
        }
    }
}
