import GtkBridge
import StargazerCore

/// Asks where to save a picture, and shows the result.
@MainActor final class PictureSaveDialog {
    let model: PictureSaver
    private let window: Handle
    private let toast: ReplaceableToast
    private let chooser: FileChooser
    private var observation: Observe?

    /// - Parameter window: the parent of the dialogs, which also owns this object's owner.
    init(over window: Handle, model: PictureSaver, toasts: ToastPresenter) {
        self.window = window
        self.model = model
        let toast = ReplaceableToast(toasts)
        self.toast = toast
        chooser = FileChooser(over: window) { toast.show(TransferText.notLocal) }
        observation = Observe { [weak self] in self?.showResult() }
    }

    func save(_ picture: FullSizePicture) {
        guard !model.isWorking else { return }
        chooser.present(
            TransferText.saveTitle, accept: TransferText.saveAccept, saveAs: picture.fileName
        ) { [weak self] url, _ in self?.model.save(picture, to: url) }
    }

    private func showResult() {
        switch model.phase {
        case .idle, .working: return
        case .saved(let name): toast.show(TransferText.saved(name))
        case .cancelled: toast.show(TransferText.notSaved)
        case .failed(let failure, let name):
            let reason =
                switch failure {
                case .file(let failure): TransferText.exportReason(failure)
                case .picture(let failure): TransferText.pictureReason(failure)
                }
            MessageDialog.present(
                over: window, TransferText.exportFailedHeading(name), reason, close: TransferText.close)
        }
        // Reset, so that the same result can appear again.
        model.dismiss()
    }
}
