import CStargazer
import Foundation
import GtkBridge

/// The desktop's dialog for choosing a local file. It confirms replacing a file itself.
@MainActor final class FileChooser {
    private let window: Handle
    private let notLocal: @MainActor () -> Void
    /// The dialog that is open; there is never a second one over it.
    private var open: GObjectRef?

    /// - Parameters:
    ///   - window: the parent of the dialog, which also owns this object's owner.
    ///   - notLocal: called when the chosen file is not on this computer.
    init(over window: Handle, notLocal: @escaping @MainActor () -> Void) {
        self.window = window
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

    /// Asks for a folder.
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
        Self.nameButtons()
    }

    /// Names the buttons of GTK's own dialog, which shows where there is no portal. GTK 4.8 names them by their labels
    /// twice, once with the underscore of the mnemonic.
    private static func nameButtons() {
        let windows = gtk_window_get_toplevels()
        for index in 0..<g_list_model_get_n_items(windows) {
            guard let window = g_list_model_get_item(windows, index) else { continue }
            let dialog = GObjectRef(adopting: Handle(window))
            guard dialog.handle.isA("GtkFileChooserDialog") else { continue }
            for response in [GTK_RESPONSE_ACCEPT, GTK_RESPONSE_CANCEL] {
                let button = gtk_dialog_get_widget_for_response(dialog.handle.cast(), response.rawValue)
                guard let button = button.map({ Handle($0) }),
                    let label = button.children.first(where: { $0.isA("GtkLabel") })
                else { continue }
                button.setAccessibleName(String(cString: gtk_label_get_text(label.opaque)))
            }
        }
    }

    private func deliverFile(_ chooser: Handle, _ chosen: @MainActor (URL) -> Void) {
        guard let file = gtk_file_chooser_get_file(chooser.opaque) else { return }
        let reference = GObjectRef(adopting: Handle(file))
        guard let path = g_file_get_path(reference.opaque) else { return notLocal() }
        defer { g_free(path) }
        chosen(URL(filePath: String(cString: path), directoryHint: .notDirectory))
    }
}
