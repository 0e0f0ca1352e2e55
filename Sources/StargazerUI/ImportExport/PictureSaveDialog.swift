import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Asks where to save a picture, or several pictures, and shows the result.
@MainActor final class PictureSaveDialog {
    private let single: PictureSaver
    private let batch: PictureBatchSaver
    private let window: Handle
    private let toast: ReplaceableToast
    private let chooser: FileChooser
    private var observations: [Observe] = []
    /// The folder that the user chose last.
    private var folder: URL?

    /// - Parameter window: the parent of the dialogs, which also owns this object's owner.
    init(over window: Handle, pictures: PictureStore, toasts: ToastPresenter) {
        self.window = window
        single = pictures.saver
        batch = pictures.batchSaver
        let toast = ReplaceableToast(toasts)
        self.toast = toast
        chooser = FileChooser(over: window, for: G_USER_DIRECTORY_PICTURES) { toast.show(TransferText.notLocal) }
        observations = [
            Observe { [weak self] in self?.showResult() }, Observe { [weak self] in self?.showBatchResult() },
        ]
    }

    func save(_ picture: FullSizePicture) {
        guard !single.isWorking else { return }
        chooser.present(
            PictureSaveText.saveTitle, accept: PictureSaveText.saveAccept, saveAs: picture.fileName
        ) { [weak self] url, _ in
            self?.folder = url.deletingLastPathComponent()
            self?.single.save(picture, to: url)
        }
    }

    /// Asks for the folder that gets all of them.
    func save(_ pictures: [FullSizePicture]) {
        guard !batch.isWorking else { return }
        chooser.presentFolders(PictureSaveText.saveAllTitle, accept: PictureSaveText.saveAccept) { [weak self] folder in
            self?.folder = folder
            self?.batch.save(pictures, to: folder)
        }
    }

    private func showResult() {
        switch single.phase {
        case .idle, .working: return
        case .saved(let name): showSaved(PictureSaveText.saved(name))
        case .cancelled: toast.show(PictureSaveText.notSaved)
        case .failed(let failure, let name):
            let reason =
                switch failure {
                case .file(let failure): TransferText.exportReason(failure)
                case .picture(let failure): PictureSaveText.pictureReason(failure)
                }
            MessageDialog.present(
                over: window, TransferText.exportFailedHeading(name), reason, close: TransferText.close)
        }
        // Reset, so that the same result can appear again.
        single.dismiss()
    }

    /// Shows a toast that can open the folder.
    private func showSaved(_ text: String) {
        guard let folder else { return toast.show(text) }
        toast.show(text, button: PictureSaveText.openFolder) { [window, toast] in
            ShowURI.open(folder.absoluteString, from: window) { isShown in
                if !isShown { toast.show(PictureSaveText.cannotOpenFolder) }
            }
        }
    }

    private func showBatchResult() {
        guard case .ended(let result) = batch.phase else { return }
        if result.failures.isEmpty {
            showSaved(PictureSaveText.savedAll(result))
        } else {
            MessageDialog.present(
                over: window, PictureSaveText.notAllSavedHeading(result), PictureSaveText.notAllSavedBody(result),
                close: TransferText.close)
        }
        batch.dismiss()
    }
}
