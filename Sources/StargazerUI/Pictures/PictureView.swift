import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The view of a picture: a round avatar with initials until it is loaded, or a rectangle on a neutral background. It
/// loads nothing while it is off screen.
@MainActor final class PictureView {
    enum Fit {
        /// The picture fills its space and is cropped.
        case cover
        /// The whole picture is visible, with the background around it.
        case contain
    }

    /// Called when a picture turns out to be missing, and when it no longer is.
    var missingChanged: (_ isMissing: Bool) -> Void = { _ in }
    private let pictures: PictureStore
    private var isMissing = false
    private let avatarSize: Int32
    /// The longer side of the largest space for a picture.
    private let maximumSide: Int32
    /// The visible widget: an AdwAvatar or a GtkPicture. The other one is next to it as soon as it was needed once.
    private var shown: Handle
    private var hidden: Handle?
    private var address: URL?
    private var texture: GObjectRef?
    private var isPainted: Bool { texture != nil }
    private var loading: Task<Void, Never>?

    /// - Parameter avatar: an AdwAvatar in a GtkBox, which grows with the text. A rectangular picture gets a square of the
    ///   same size.
    convenience init(_ avatar: Handle, pictures: PictureStore) {
        let avatarSize = sgz_room_for_text(adw_avatar_get_size(avatar.opaque))
        adw_avatar_set_size(avatar.opaque, avatarSize)
        self.init(avatar, avatarSize: avatarSize, maximumSide: avatarSize, pictures: pictures)
    }

    /// - Parameter widget: an AdwAvatar or a GtkPicture in a GtkBox, for the expected shape.
    init(_ widget: Handle, avatarSize: Int32, maximumSide: Int32, pictures: PictureStore) {
        shown = widget
        self.avatarSize = avatarSize
        self.maximumSide = maximumSide
        self.pictures = pictures
        connect(widget)
    }

    isolated deinit { loading?.cancel() }

    func show(_ picture: PictureContent, fit: Fit = .cover) {
        let changesShape = (picture.shape == .round) != isRound
        if changesShape || picture.url != address { reset() }
        if changesShape { changeShape() }
        if isRound {
            adw_avatar_set_text(shown.opaque, picture.name)
        } else {
            gtk_picture_set_content_fit(shown.opaque, fit == .cover ? GTK_CONTENT_FIT_COVER : GTK_CONTENT_FIT_CONTAIN)
            if picture.url == nil { setMissing(true) }
        }
        guard let url = picture.url, url != address else { return }
        address = url
        if let texture = pictures.cached(url, pixels: pixels) {
            paint(texture)
        } else {
            fetch()
        }
    }

    /// Cancels loading and shows the placeholder.
    func reset() {
        stop()
        pictures.failures.stopWaiting(self)
        address = nil
        setMissing(false)
        guard isPainted else { return }
        texture = nil
        setPaintable(nil)
    }

    /// Requests a picture again that failed to load.
    func tryAgain() {
        guard let address, isMissing else { return }
        pictures.failures.remove(address)
        setMissing(false)
        fetch()
    }

    /// Whether there is an address to request again.
    var canTryAgain: Bool { address != nil }

    /// Shows another paintable instead of the picture; nil shows the picture again.
    func replacePaintable(with paintable: GObjectRef?) {
        if !isRound { setPaintable(paintable ?? texture) }
    }

    private var isRound: Bool { shown.isA("AdwAvatar") }

    private var pixels: Int { Int((isRound ? avatarSize : maximumSide) * gtk_widget_get_scale_factor(shown.widget)) }

    private func setPaintable(_ texture: GObjectRef?) {
        if isRound {
            adw_avatar_set_custom_image(shown.opaque, texture?.opaque)
        } else {
            gtk_picture_set_paintable(shown.opaque, texture?.opaque)
        }
    }

    /// Shows or hides the missing state. An avatar keeps its initials and says so in tooltip and accessible name.
    private func setMissing(_ isMissing: Bool) {
        guard isMissing != self.isMissing else { return }
        self.isMissing = isMissing
        if isRound {
            shown.setTooltip(isMissing ? RowText.noPicture : nil)
            shown.setAccessibleName(isMissing ? RowText.noPicture : "")
        } else {
            shown.setClass("missing", isMissing)
            missingChanged(isMissing)
        }
    }

    private func changeShape() {
        let other = hidden ?? (isRound ? makePicture() : makeAvatar())
        if hidden == nil, let box = shown.parent {
            gtk_box_insert_child_after(box.cast(), other.widget, shown.widget)
            connect(other)
        }
        hidden = shown
        shown = other
        hidden?.setVisible(false)
        other.setVisible(true)
    }

    private func makePicture() -> Handle {
        let picture = Handle(gtk_picture_new())
        picture.setClass("picture", true)
        picture.setAccessibleHidden(true)
        gtk_widget_set_overflow(picture.widget, GTK_OVERFLOW_HIDDEN)
        // Without a layout of its own, the picture would ask for the room of its pixels.
        gtk_widget_set_layout_manager(picture.widget, gtk_bin_layout_new())
        gtk_widget_set_size_request(picture.widget, avatarSize, avatarSize)
        gtk_widget_set_halign(picture.widget, gtk_widget_get_halign(shown.widget))
        gtk_widget_set_valign(picture.widget, gtk_widget_get_valign(shown.widget))
        return picture
    }

    private func makeAvatar() -> Handle {
        let avatar = Handle(adw_avatar_new(avatarSize, nil, 1))
        gtk_widget_set_halign(avatar.widget, GTK_ALIGN_CENTER)
        // Center it in the space that a picture would take.
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_widget_get_size_request(shown.widget, &width, &height)
        gtk_widget_set_margin_top(avatar.widget, (height - avatarSize) / 2)
        gtk_widget_set_margin_bottom(avatar.widget, (height - avatarSize) / 2)
        return avatar
    }

    /// Loads while the widget is mapped: a list has many more row widgets than the visible ones, which are mapped.
    private func connect(_ widget: Handle) {
        Signals.connect(widget, "map") { [weak self] in self?.fetch() }
        Signals.connect(widget, "unmap") { [weak self] in self?.stop() }
    }

    private func paint(_ texture: GObjectRef) {
        self.texture = texture
        pictures.failures.stopWaiting(self)
        setMissing(false)
        setPaintable(texture)
    }

    private func stop() {
        loading?.cancel()
        loading = nil
    }

    private func fetch() {
        guard let address, !isPainted, loading == nil, gtk_widget_get_mapped(shown.widget) != 0 else { return }
        let pixels = pixels
        loading = Task { [weak self, pictures] in
            let texture = await pictures.load(address, pixels: pixels)
            guard !Task.isCancelled, let self, self.address == address else { return }
            self.loading = nil
            if let texture { return self.paint(texture) }
            self.setMissing(true)
            self.pictures.failures.waitForRetry(self) { [weak self] in self?.tryAgain() }
        }
    }
}
