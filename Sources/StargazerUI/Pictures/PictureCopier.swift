import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Loads pictures into files for the clipboard and the desktop, and shows what went wrong.
@MainActor final class PictureCopier {
    let model: PictureExport
    private let window: Handle
    private let toasts: ToastPresenter
    private var loaded: (ExportedPicture) -> Void = { _ in }
    private var observation: Observe?

    /// - Parameter window: the window whose clipboard is used; it also owns this object's owner.
    init(_ model: PictureExport, in window: Handle, toasts: ToastPresenter) {
        (self.model, self.window, self.toasts) = (model, window, toasts)
        let weakWindow = WeakGObject(window)
        observation = Observe { [weak self] in
            if weakWindow.isAlive { self?.showResult() }
        }
    }

    func copy(_ picture: FullSizePicture, _ reference: PictureReference) {
        load(picture) { [window, toasts] picture in
            let content = PictureContentProvider.content(of: picture, reference)
            gdk_clipboard_set_content(gtk_widget_get_clipboard(window.widget), content.cast())
            toasts.showFeedback(DetailsText.pictureCopied)
        }
    }

    func setWallpaper(_ picture: FullSizePicture) {
        load(picture) { [toasts] picture in
            guard picture.format != .gif else { return toasts.showFeedback(DetailsText.wallpaperMoves) }
            Wallpaper.set(picture.file.path) { [weak toasts] answer in
                switch answer {
                case .done: toasts?.showFeedback(DetailsText.wallpaperSet)
                case .cancelled: break
                case .failed: toasts?.showFeedback(DetailsText.wallpaperFailed)
                }
            }
        }
    }

    private func load(_ picture: FullSizePicture, then loaded: @escaping (ExportedPicture) -> Void) {
        self.loaded = loaded
        model.copy(picture)
    }

    private func showResult() {
        switch model.phase {
        case .idle, .loading: return
        case .loaded(let picture):
            loaded(picture)
        case .failed(let failure): toasts.showFeedback(PictureSaveText.notCopied(failure))
        }
        // Releases the picture, too.
        model.dismiss()
    }
}
