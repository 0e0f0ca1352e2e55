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
    /// The one that is open; a second one is not opened over it.
    private var chooser: GObjectRef?
    private var observation: Observe?

    /// - Parameter window: what the dialogs are over; owns whoever owns this.
    init(over window: Handle, model: TransferViewModel, toasts: Toasts) {
        self.window = window
        toast = SingleToast(toasts)
        self.model = model
        observation = Observe { [weak self] in self?.tell() }
    }

    func exportFavorites() {
        guard let chooser = open(TransferText.exportTitle, TransferText.exportAccept, GTK_FILE_CHOOSER_ACTION_SAVE)
        else { return }
        let filters = FavoritesFileKind.allCases.map { ($0, Self.filter(for: $0)) }
        for (_, filter) in filters { gtk_file_chooser_add_filter(chooser.opaque, filter.opaque) }
        gtk_file_chooser_set_current_name(chooser.opaque, "\(TransferText.fileName).json")
        let handle = chooser.handle
        answered(chooser) { [weak self] place in
            let chosen = gtk_file_chooser_get_filter(handle.opaque).map { Handle($0) }
            let kind = filters.first { $0.1.handle == chosen }?.0 ?? .json
            self?.export(to: FileChoice(place, filter: kind), insteadOf: place)
        }
    }

    func importFavorites() {
        guard let chooser = open(TransferText.importTitle, TransferText.importAccept, GTK_FILE_CHOOSER_ACTION_OPEN)
        else { return }
        let filter = Self.filter(for: .json)
        gtk_file_chooser_add_filter(chooser.opaque, filter.opaque)
        answered(chooser) { [weak self] place in self?.model.importFavorites(from: place) }
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

    private func open(_ title: String, _ accept: String, _ action: GtkFileChooserAction) -> GObjectRef? {
        guard chooser == nil else { return nil }
        let chooser = GObjectRef(
            adopting: Handle(
                gtk_file_chooser_native_new(title, window.cast(), action, accept, TransferText.cancel)))
        gtk_native_dialog_set_modal(chooser.cast(), 1)
        self.chooser = chooser
        return chooser
    }

    private func answered(_ chooser: GObjectRef, _ chosen: @escaping @MainActor (URL) -> Void) {
        Signals.connect(chooser.handle, "response") { [weak self, handle = chooser.handle] (response: Int32) in
            guard let self else { return }
            if response == GTK_RESPONSE_ACCEPT.rawValue { self.take(handle, chosen) }
            // It is still running its own handler.
            Task { self.chooser = nil }
        }
        gtk_native_dialog_show(chooser.cast())
    }

    private func take(_ chooser: Handle, _ chosen: @MainActor (URL) -> Void) {
        guard let file = gtk_file_chooser_get_file(chooser.opaque) else { return }
        let reference = GObjectRef(adopting: Handle(file))
        guard let path = g_file_get_path(reference.opaque) else { return toast.say(TransferText.notLocal) }
        defer { g_free(path) }
        chosen(URL(filePath: String(cString: path), directoryHint: .notDirectory))
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
