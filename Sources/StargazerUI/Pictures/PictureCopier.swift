import CStargazer
import GtkBridge
import StargazerCore

/// Copies pictures to the clipboard, and shows the result.
@MainActor final class PictureCopier {
    let model: PictureSharing
    private let window: Handle
    private let toasts: ToastPresenter
    private var reference: PictureReference?
    private var observation: Observe?

    /// - Parameter window: the window whose clipboard is used; it also owns this object's owner.
    init(_ model: PictureSharing, in window: Handle, toasts: ToastPresenter) {
        (self.model, self.window, self.toasts) = (model, window, toasts)
        let weakWindow = WeakGObject(window)
        observation = Observe { [weak self] in
            if weakWindow.isAlive { self?.showResult() }
        }
    }

    func copy(_ picture: FullSizePicture, _ reference: PictureReference) {
        self.reference = reference
        model.copy(picture)
    }

    private func showResult() {
        switch model.phase {
        case .idle, .loading: return
        case .loaded(let picture):
            guard let reference else { return }
            let content = PictureProvider.provider(of: picture, reference)
            gdk_clipboard_set_content(gtk_widget_get_clipboard(window.widget), content.cast())
            toasts.showFeedback(DetailsText.pictureCopied)
        case .failed(let failure): toasts.showFeedback(TransferText.copyReason(failure))
        }
        // Releases the picture, too.
        model.dismiss()
    }
}
