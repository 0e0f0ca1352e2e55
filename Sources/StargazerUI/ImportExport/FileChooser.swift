import CStargazer
import Foundation
import GtkBridge

/// The desktop's dialog for choosing a local file. It confirms replacing a file itself.
@MainActor final class FileChooser {
    private let window: Handle
    private let notLocal: @MainActor () -> Void
    /// The dialog that is open; there is never a second one over it.
    private var open: GObjectRef?
    /// The folder that the user chose last; before that, the user's folder for such files.
    private var folder: URL

    /// - Parameters:
    ///   - window: the parent of the dialog, which also owns this object's owner.
    ///   - kind: the user's folder that is offered first, as in `xdg-user-dirs`; the home folder where there is none.
    ///   - notLocal: called when the chosen file is not on this computer.
    init(over window: Handle, for kind: GUserDirectory, notLocal: @escaping @MainActor () -> Void) {
        self.window = window
        folder = URL(
            filePath: String(cString: g_get_user_special_dir(kind) ?? g_get_home_dir()), directoryHint: .isDirectory)
        self.notLocal = notLocal
    }

    /// - Parameters:
    ///   - name: the suggested name of a file to save; nil to open an existing file.
    ///   - filters: GtkFileFilters to choose from.
    ///   - chosen: receives the file and the index of the active filter.
    func present(
        _ title: String, accept: String, saveAs name: String? = nil, filters: [GObjectRef] = [],
        chosen: @escaping @MainActor (_ url: URL, _ filter: Int?) -> Void
    ) {
        let action = name == nil ? GTK_FILE_CHOOSER_ACTION_OPEN : GTK_FILE_CHOOSER_ACTION_SAVE
        present(title, action, accept: accept, name: name, filters: filters, chosen: chosen)
    }

    func presentFolders(_ title: String, accept: String, chosen: @escaping @MainActor (URL) -> Void) {
        present(title, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, accept: accept, name: nil, filters: []) { url, _ in
            chosen(url)
        }
    }

    private func present(
        _ title: String, _ action: GtkFileChooserAction, accept: String, name: String?, filters: [GObjectRef],
        chosen: @escaping @MainActor (_ url: URL, _ filter: Int?) -> Void
    ) {
        guard open == nil else { return }
        let chooser = GObjectRef(
            adopting: Handle(
                gtk_file_chooser_native_new(title, window.cast(), action, accept, TransferText.cancel)))
        gtk_native_dialog_set_modal(chooser.cast(), 1)
        for filter in filters { gtk_file_chooser_add_filter(chooser.opaque, filter.opaque) }
        if let name { gtk_file_chooser_set_current_name(chooser.opaque, name) }
        // GTK would begin in the folder that the program was started in.
        if action != GTK_FILE_CHOOSER_ACTION_OPEN { showFolder(in: chooser) }
        open = chooser
        Signals.connect(chooser.handle, "response") { [weak self, handle = chooser.handle] (response: Int32) in
            guard let self else { return }
            if response == GTK_RESPONSE_ACCEPT.rawValue {
                let filter = gtk_file_chooser_get_filter(handle.opaque).map { Handle($0) }
                self.deliverFile(handle) { url in chosen(url, filters.firstIndex { $0.handle == filter }) }
            }
            // The dialog is still in its own signal handler.
            Task { self.open = nil }
        }
        gtk_native_dialog_show(chooser.cast())
    }

    private func showFolder(in chooser: GObjectRef) {
        let file = GObjectRef(adopting: Handle(g_file_new_for_path(folder.path(percentEncoded: false))))
        gtk_file_chooser_set_current_folder(chooser.opaque, file.opaque, nil)
    }

    private func deliverFile(_ chooser: Handle, _ chosen: @MainActor (URL) -> Void) {
        guard let file = gtk_file_chooser_get_file(chooser.opaque) else { return }
        let reference = GObjectRef(adopting: Handle(file))
        guard let path = g_file_get_path(reference.opaque) else { return notLocal() }
        defer { g_free(path) }
        let url = URL(filePath: String(cString: path), directoryHint: .notDirectory)
        let isFolder = gtk_file_chooser_get_action(chooser.opaque) == GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
        folder = isFolder ? url : url.deletingLastPathComponent()
        chosen(url)
    }
}
