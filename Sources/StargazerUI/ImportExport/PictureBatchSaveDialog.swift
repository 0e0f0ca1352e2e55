import GtkBridge
import StargazerCore

/// Asks for a folder to save pictures in, and shows the result.
@MainActor final class PictureBatchSaveDialog {
    let model: PictureBatchSaver
    private let window: Handle
    private let toast: ReplaceableToast
    private let chooser: FileChooser
    private var observation: Observe?

    /// - Parameter window: the parent of the dialogs, which also owns this object's owner.
    init(over window: Handle, model: PictureBatchSaver, toasts: ToastPresenter) {
        self.window = window
        self.model = model
        let toast = ReplaceableToast(toasts)
        self.toast = toast
        chooser = FileChooser(over: window) { toast.show(TransferText.notLocal) }
        observation = Observe { [weak self] in self?.showResult() }
    }

    func save(_ pictures: [FullSizePicture]) {
        guard !model.isWorking else { return }
        chooser.presentFolders(TransferText.saveAllTitle, accept: TransferText.saveAccept) { [weak self] folder in
            self?.model.save(pictures, to: folder)
        }
    }

    private func showResult() {
        guard case .ended(let result) = model.phase else { return }
        if result.failures.isEmpty {
            toast.show(TransferText.savedAll(result))
        } else {
            MessageDialog.present(
                over: window, TransferText.notAllSavedHeading(result), TransferText.notAllSavedBody(result),
                close: TransferText.close)
        }
        // Reset, so that the same result can appear again.
        model.dismiss()
    }
}
