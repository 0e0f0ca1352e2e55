import GtkBridge
import StargazerCore

/// Asks where a picture is to be saved, and says what came of it.
@MainActor final class PictureFiles {
    let model: PictureSaving
    private let window: Handle
    private let toast: SingleToast
    private let chooser: FileChooser
    private var observation: Observe?

    /// - Parameter window: what the dialogs are over; owns whoever owns this.
    init(over window: Handle, model: PictureSaving, toasts: Toasts) {
        self.window = window
        self.model = model
        let toast = SingleToast(toasts)
        self.toast = toast
        chooser = FileChooser(over: window) { toast.say(TransferText.notLocal) }
        observation = Observe { [weak self] in self?.tell() }
    }

    func save(_ picture: WholePicture) {
        guard !model.isWorking else { return }
        chooser.ask(
            TransferText.saveTitle, accept: TransferText.saveAccept, saveAs: picture.fileName
        ) { [weak self] place, _ in self?.model.save(picture, to: place) }
    }

    private func tell() {
        switch model.phase {
        case .idle, .working: return
        case .saved(let name): toast.say(TransferText.saved(name))
        case .cancelled: toast.say(TransferText.notSaved)
        case .failed(let failure, let name):
            let reason =
                switch failure {
                case .file(let failure): TransferText.exportReason(failure)
                case .picture(let failure): TransferText.pictureReason(failure)
                }
            Question.tell(over: window, TransferText.exportFailedHeading(name), reason, close: TransferText.close)
        }
        // The same may be said again the next time.
        model.dismiss()
    }
}
