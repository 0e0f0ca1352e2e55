import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The picture that details begin with: as large as there is room for, in its own shape from the start, so that nothing
/// below it moves when it comes. What cannot be had is said in its place.
@MainActor final class LargePicture {
    let root: Handle
    private let picture = Handle(gtk_picture_new())
    private let failure = Handle(gtk_label_new(nil))
    private let pictures: PictureStore
    private var shown: PictureContent?
    private var isPainted: Bool { texture != nil }
    private var loading: Task<Void, Never>?
    private let play = Handle(gtk_button_new())
    private var player: MoviePlayer?
    private var texture: GObjectRef?
    /// What the person asked for; nil while the desktop decides.
    private var isWanted: Bool?

    /// Of its frames.
    private static let bytes = 24_000_000
    /// In pixels of the layout.
    private static let height = 480.0
    private static let width = 860.0

    init(pictures: PictureStore) {
        self.pictures = pictures
        root = Handle(adw_clamp_new())
        let overlay = Handle(gtk_overlay_new())
        gtk_overlay_set_child(overlay.opaque, picture.widget)
        gtk_overlay_add_overlay(overlay.opaque, failure.widget)
        gtk_overlay_add_overlay(overlay.opaque, play.widget)
        adw_clamp_set_child(root.opaque, overlay.widget)
        root.setVisible(false)
        picture.setClass("picture", true)
        gtk_widget_set_overflow(picture.widget, GTK_OVERFLOW_HIDDEN)
        gtk_picture_set_can_shrink(picture.opaque, 1)
        failure.setLabel(DetailsText.noPicture)
        failure.setClass("dim-label", true)
        gtk_label_set_wrap(failure.opaque, 1)
        gtk_label_set_justify(failure.opaque, GTK_JUSTIFY_CENTER)
        failure.setVisible(false)
        gtk_widget_set_halign(play.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(play.widget, GTK_ALIGN_END)
        for name in ["circular", "osd", "play"] { play.setClass(name, true) }
        play.setVisible(false)
        Signals.connect(play, "clicked") { [weak self] in self?.playPressed() }
        Signals.connect(picture, "map") { [weak self] in self?.fetch() }
        Signals.connect(picture, "unmap") { [weak self] in self?.stop() }
    }

    isolated deinit { loading?.cancel() }

    /// - Parameter content: nil where the details begin with something else.
    func show(_ content: PictureContent?) {
        root.setVisible(content != nil)
        guard content != shown else { return }
        stop()
        shown = content
        texture = nil
        isWanted = nil
        failure.setVisible(false)
        play.setVisible(false)
        guard let content, case .ratio(let ratio) = content.shape else { return }
        picture.setAccessibleName(content.name)
        let widest = min(Self.width, Self.height * ratio)
        adw_clamp_set_maximum_size(root.opaque, Int32(widest))
        adw_clamp_set_tightening_threshold(root.opaque, Int32(widest))
        // What has a shape and nothing to see.
        let empty = GObjectRef(adopting: Handle(gdk_paintable_new_empty(Int32(widest), Int32(widest / ratio))))
        gtk_picture_set_paintable(picture.opaque, empty.opaque)
        if content.url == nil { say(true) }
        fetch()
    }

    /// Out of sight nothing is fetched, nothing moves, and no frame is held.
    private func stop() {
        loading?.cancel()
        loading = nil
        guard player != nil else { return }
        player = nil
        gtk_picture_set_paintable(picture.opaque, texture?.opaque)
    }

    private func say(_ isMissing: Bool) { failure.setVisible(isMissing) }

    private var pixels: Int { Int(Self.height) * Int(gtk_widget_get_scale_factor(picture.widget)) }

    private func fetch() {
        guard loading == nil, gtk_widget_get_mapped(picture.widget) != 0 else { return }
        if isPainted { return move() }
        guard let url = shown?.url else { return }
        let pixels = pixels
        if let known = pictures.cached(url, pixels: pixels) { return paint(known) }
        loading = Task { [weak self, pictures] in
            let texture = await pictures.load(url, pixels: pixels)
            guard !Task.isCancelled, let self, self.shown?.url == url else { return }
            self.loading = nil
            if let texture { self.paint(texture) } else { self.say(true) }
        }
    }

    private func paint(_ texture: GObjectRef) {
        self.texture = texture
        say(false)
        gtk_picture_set_paintable(picture.opaque, texture.opaque)
        move()
    }

    // MARK: Moving

    private var mayMove: Bool { isWanted ?? (sgz_motion_is_allowed() != 0) }

    /// The moving picture takes the place of the still.
    private func move() {
        guard let address = shown?.moving else { return }
        showButton()
        guard mayMove, player == nil, loading == nil else { return }
        let pixels = pixels
        loading = Task { [weak self, pictures] in
            let movie = await pictures.movie(address, pixels: pixels, bytes: Self.bytes)
            guard !Task.isCancelled, let self, self.shown?.moving == address else { return }
            self.loading = nil
            guard let movie, movie.count > 1 else { return self.play.setVisible(false) }
            let player = MoviePlayer(movie)
            self.player = player
            gtk_picture_set_paintable(self.picture.opaque, player.paintable.opaque)
            if self.mayMove { player.play() }
            self.showButton()
        }
    }

    private func playPressed() {
        isWanted = !mayMove
        if let player {
            if mayMove { player.play() } else { player.stop() }
        } else {
            move()
        }
        showButton()
    }

    private func showButton() {
        gtk_button_set_icon_name(
            play.cast(), mayMove ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        play.setAccessibleName(mayMove ? DetailsText.pause : DetailsText.play)
        play.setTooltip(mayMove ? DetailsText.pause : DetailsText.play)
        play.setVisible(true)
    }
}
