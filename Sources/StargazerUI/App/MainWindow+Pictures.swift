import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Pictures in the window: the actions of the current picture, and the full screen.
extension MainWindow {
    func addPictureActions() {
        Actions.add("copy-picture", to: root) { [weak self] in self?.copyPicture() }
        Actions.add("save-picture", to: root) { [weak self] in
            guard let self else { return }
            if let picture = self.availablePicture { self.pictureSaveDialog.save(picture) }
        }
        Actions.add("copy-credit", to: root) { [weak self] in
            guard let self, let facts = self.model.current?.facts, facts.fullSizePicture != nil else { return }
            let parts = [facts.credit, facts.creditLink?.absoluteString].compactMap(\.self)
            self.copy(parts.joined(separator: ", "), saying: PictureText.creditCopied)
        }
        let wallpaper = Actions.add("set-wallpaper", to: root) { [weak self] in
            guard let self else { return }
            self.availablePicture.map(self.pictureCopier.setWallpaper)
        }
        Actions.setEnabled(wallpaper, false)
        Actions.add("full-screen", to: root) { [weak self] in self?.toggleFullScreen() }
        Actions.add("toggle-information", to: root) { [weak self] in
            guard let model = self?.model, model.showsPicture, !model.pictureView.isFullScreen else { return }
            model.pictureView.toggleInformation()
        }
    }

    func connectPictures() {
        Keys.shortcut("<Primary>c", in: root, beforeChildren: false) { [weak self] in
            guard let self, self.model.current?.facts.fullSizePicture != nil, !self.hasFocusInText,
                self.isInDetailsPane || !self.list.hasSeveralSelected
            else { return false }
            self.copyPicture()
            return true
        }
        Signals.connect(root, "notify::fullscreened") { [weak self] in self?.fullScreenChanged() }
        pictures.animationPolicy.follow(root)
        pictures.followColorScheme()
        observations.append(
            Observe { [weak self] in
                guard let self, self.model.pictureView.isFullScreen, !self.model.showsPicture else { return }
                _ = self.leaveFullScreen()
            })
    }

    /// Whether keys act on a text, which refuses the key while nothing is selected.
    private var hasFocusInText: Bool {
        let focus = gtk_root_get_focus(root.opaque).map { Handle($0) }
        return focus?.isA("GtkText") == true || focus?.isA("GtkTextView") == true
    }

    /// Offers to set the wallpaper if the desktop can. Call it after the start.
    package func offerWallpaper() {
        Wallpaper.probe { [weak self] isAvailable in
            guard let self, let action = g_action_map_lookup_action(self.root.opaque, "set-wallpaper") else { return }
            Actions.setEnabled(Handle(action), isAvailable)
        }
    }

    /// The picture of the current item; nil if it has none, or with a message if it failed to load.
    private var availablePicture: FullSizePicture? {
        guard let picture = model.current?.facts.fullSizePicture else { return nil }
        guard !detailsPane.top.hasFailedPicture else {
            showFeedback(DetailsText.noPicture)
            return nil
        }
        return picture
    }

    private func copyPicture() {
        guard let picture = availablePicture, let item = model.current else { return }
        pictureCopier.copy(picture, PictureReference(picture, title: item.title, page: item.webURL))
    }

    func prefetchNeighbor(_ step: Int) {
        guard model.showsPicture, let id = list.positions.neighbor(step),
            let picture = (model.detailsPreview(of: id) as? any PictureDetails)?.picture
        else { return }
        detailsPane.top.prefetch(picture)
    }

    // MARK: Full screen

    /// Shows the picture in the details, or the selected one, on the whole screen, or leaves that.
    private func toggleFullScreen() {
        guard !leaveFullScreen(), model.current?.facts.fullSizePicture != nil else { return }
        if !model.showsPicture { showDetails() }
        if model.showsPicture { gtk_window_fullscreen(root.cast()) }
    }

    /// - Returns: false if no picture has the whole screen.
    func leaveFullScreen() -> Bool {
        guard model.pictureView.isFullScreen else { return false }
        gtk_window_unfullscreen(root.cast())
        return true
    }

    /// Follows the state of the window, which the desktop may change, too.
    private func fullScreenChanged() {
        let isFullScreen = gtk_window_is_fullscreen(root.cast()) != 0 && model.showsPicture
        guard isFullScreen != model.pictureView.isFullScreen else { return }
        model.pictureView.isFullScreen = isFullScreen
        if isFullScreen { model.isShowingContent = true }
        sidebarFlap?.setSuppressed(isFullScreen)
        updateUnfolding()
        showPane(movesFocus: false)
        Task { [weak self] in self?.detailsPane.focusHeading() }
    }
}
