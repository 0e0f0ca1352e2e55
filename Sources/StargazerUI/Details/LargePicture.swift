import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The picture of the details, fit to the room that it gets, and at most twice its own size. A failure is shown in its
/// place. Zooming in fills the room and loads a higher resolution. On the full screen, pointer and buttons disappear
/// after a rest.
@MainActor final class LargePicture {
    let root = Handle(gtk_overlay_new())
    /// Whether the picture failed to load became known, or is no longer so.
    var failureChanged: (_ hasFailed: Bool) -> Void = { _ in }
    private(set) var hasFailed = false
    /// Called when a picture has arrived.
    var loaded: () -> Void = {}
    private let zoomed = ZoomablePicture()
    private var picture: Handle { zoomed.widget }
    private let failure = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 9))
    private let retryButton = Handle(gtk_button_new_with_label(DetailsText.tryPictureAgain))
    private let pictures: PictureStore
    private var shown: PictureContent?
    private var isPainted: Bool { texture != nil }
    private var loading: Task<Void, Never>?
    private let controls: PictureControls
    private var player: AnimationPlayer?
    private var texture: GObjectRef?
    private var fullSizePicture: FullSizePicture?
    private var reference: PictureReference?
    private let drag: PictureDrag
    private var prefetch: (content: PictureContent, task: Task<Void, Never>)?
    private let rest: PointerRest
    private var fullSizeLoading: Task<Void, Never>?
    /// The user's choice; nil while the desktop's animation setting decides.
    private var isPlayRequested: Bool?

    /// The memory limit of an animation's frames, in bytes.
    private static let bytes = 24_000_000
    /// How many times its own size a small picture gets.
    private static let largestEnlargement = 2
    /// The size to decode a still picture and an animation for: the shorter side, in logical pixels.
    private static let (stillSide, animatedSide) = (800, 480)

    init(pictures: PictureStore) {
        self.pictures = pictures
        drag = PictureDrag(pictures.sharing)
        rest = PointerRest(of: root)
        gtk_overlay_set_child(root.opaque, zoomed.widget.widget)
        gtk_overlay_add_overlay(root.opaque, failure.widget)
        controls = PictureControls(over: root)
        root.setClass("picture-stage", true)
        root.setVisible(false)
        let sentence = Handle(gtk_label_new(DetailsText.noPicture))
        sentence.setClass("dim-label", true)
        gtk_label_set_wrap(sentence.opaque, 1)
        gtk_label_set_justify(sentence.opaque, GTK_JUSTIFY_CENTER)
        [sentence, retryButton].forEach { failure.append($0) }
        for part in [failure, retryButton] { gtk_widget_set_halign(part.widget, GTK_ALIGN_CENTER) }
        gtk_widget_set_valign(failure.widget, GTK_ALIGN_CENTER)
        failure.setVisible(false)
        Signals.connect(retryButton, "clicked") { [weak self] in self?.tryAgain() }
        controls.play.pressed = { [weak self] in self?.playPressed() }
        controls.zoomOut.pressed = { [weak self] in self?.zoomed.change { $0.zoomOut() } }
        controls.zoomIn.pressed = { [weak self] in self?.zoomed.change { $0.zoomIn() } }
        zoomed.changed = { [weak self] in self?.zoomChanged() }
        Signals.connect(picture, "map") { [weak self] in self?.fetch() }
        Signals.connect(picture, "unmap") { [weak self] in
            self?.stop()
            self?.prefetch(nil)
        }
        connectDrag()
    }

    isolated deinit {
        loading?.cancel()
        fullSizeLoading?.cancel()
        prefetch?.task.cancel()
    }

    /// The widget that has the focus while nothing but the picture is visible.
    var focusTarget: Handle { picture }

    /// Whether the picture has the whole screen.
    var isFullScreen = false {
        didSet {
            guard isFullScreen != oldValue else { return }
            rest.isActive = isFullScreen
            loadFullSize()
            root.setClass("full-screen", isFullScreen)
            controls.showFullScreen(isFullScreen: isFullScreen)
        }
    }

    /// - Parameters:
    ///   - content: nil for details without a large picture.
    ///   - preview: a smaller one of the list, shown until the large one is there.
    ///   - fullSizePicture: the same picture in its highest resolution.
    ///   - reference: what other programs get of it besides the file.
    func show(
        _ content: PictureContent?, preview: PictureContent, fullSizePicture: FullSizePicture?,
        reference: PictureReference?
    ) {
        root.setVisible(content != nil)
        self.fullSizePicture = fullSizePicture
        self.reference = reference
        guard content != shown else { return }
        stop()
        pictures.failures.stopWaiting(self)
        shown = content
        texture = nil
        isPlayRequested = nil
        setFailureVisible(false)
        controls.play.root.setVisible(false)
        zoomed.change { $0.zoomToFit() }
        zoomed.setWidest(Self.largestEnlargement * (fullSizePicture?.width ?? 0))
        updateZoomButtons()
        guard let content, case .ratio(let ratio) = content.shape else { return }
        picture.setAccessibleName(content.name)
        if prefetch?.content != content { prefetch(nil) }
        zoomed.show(preview.url.flatMap(pictures.cached) ?? Self.blank(ratio: ratio))
        if content.url == nil { setFailureVisible(true) }
        fetch()
    }

    /// Loads the picture that is probably shown next, in place of an earlier one; nil for none.
    func prefetch(_ content: PictureContent?) {
        guard prefetch?.content != content else { return }
        prefetch?.task.cancel()
        prefetch = nil
        guard let content, let url = content.url, gtk_widget_get_mapped(picture.widget) != 0 else { return }
        let (still, animated) = (pixels(Self.stillSide), pixels(Self.animatedSide))
        let task = Task { [pictures] in
            if pictures.cached(url, pixels: still) == nil { _ = await pictures.load(url, pixels: still) }
            guard !Task.isCancelled, let address = content.animated, sgz_animations_enabled() != 0 else { return }
            await pictures.prefetchAnimation(address, pixels: animated)
        }
        prefetch = (content, task)
    }

    /// Lets the user drag the picture into another program. An enlarged picture moves in its frame instead.
    private func connectDrag() {
        let source = Handle(gtk_drag_source_new())
        gtk_drag_source_set_actions(source.opaque, GDK_ACTION_COPY)
        Signals.connect(source, "prepare") { [weak self] (_: Double, _: Double) -> Handle? in
            guard let self, self.isShowing, self.zoomed.zoom.isFitted, let picture = self.fullSizePicture,
                let reference = self.reference
            else { return nil }
            return self.drag.begin(picture, reference).handle
        }
        Signals.connect(source, "drag-begin") { [weak self, source] (_: Handle?) in
            guard let texture = self?.texture, let icon = DragIcon.make(of: texture) else { return }
            gtk_drag_source_set_icon(source.opaque, icon.opaque, 0, 0)
        }
        Signals.connect(source, "drag-end") { [weak self] (_: Handle?, _: Bool) in self?.drag.end() }
        gtk_widget_add_controller(picture.widget, source.opaque)
    }

    /// Stops loading and animation and releases the frames while the picture is off screen.
    private func stop() {
        loading?.cancel()
        loading = nil
        fullSizeLoading?.cancel()
        fullSizeLoading = nil
        guard player != nil else { return }
        player = nil
        zoomed.show(texture)
    }

    private func setFailureVisible(_ isMissing: Bool) {
        hasFailed = isMissing
        failureChanged(isMissing)
        failure.setVisible(isMissing)
        // The sentence could not be read on a preview.
        if isMissing, case .ratio(let ratio)? = shown?.shape { zoomed.show(Self.blank(ratio: ratio)) }
        retryButton.setVisible(shown?.url != nil)
    }

    /// Returns a transparent paintable of a picture's shape.
    private static func blank(ratio: Double) -> GObjectRef {
        GObjectRef(adopting: Handle(gdk_paintable_new_empty(Int32(100 * ratio), 100)))
    }

    /// Requests the picture again if it failed to load.
    func tryAgainIfFailed() { if hasFailed { tryAgain() } }

    private func tryAgain() {
        guard let url = shown?.url else { return }
        pictures.failures.remove(url)
        setFailureVisible(false)
        fetch()
    }

    private func pixels(_ side: Int) -> Int { side * Int(gtk_widget_get_scale_factor(picture.widget)) }

    private func fetch() {
        guard loading == nil, gtk_widget_get_mapped(picture.widget) != 0 else { return }
        if isPainted { return startAnimation() }
        guard let url = shown?.url else { return }
        let pixels = pixels(Self.stillSide)
        if let known = pictures.cached(url, pixels: pixels) { return paint(known) }
        loading = Task { [weak self, pictures] in
            let texture = await pictures.load(url, pixels: pixels)
            guard !Task.isCancelled, let self, self.shown?.url == url else { return }
            self.loading = nil
            if let texture {
                self.paint(texture)
                return self.loaded()
            }
            self.setFailureVisible(true)
            self.pictures.failures.waitForRetry(self) { [weak self] in self?.tryAgain() }
        }
    }

    private func paint(_ texture: GObjectRef) {
        self.texture = texture
        setFailureVisible(false)
        zoomed.show(texture)
        updateZoomButtons()
        startAnimation()
        loadFullSize()
    }

    // MARK: Animation

    private var shouldAnimate: Bool { isPlayRequested ?? (sgz_animations_enabled() != 0) }

    /// Loads the animation and shows it in place of the still picture.
    private func startAnimation() {
        guard let address = shown?.animated else { return }
        controls.showPlay(isPlaying: shouldAnimate)
        guard shouldAnimate, player == nil, loading == nil else { return }
        let pixels = pixels(Self.animatedSide)
        loading = Task { [weak self, pictures] in
            let animation = await pictures.animation(address, pixels: pixels, bytes: Self.bytes)
            guard !Task.isCancelled, let self, self.shown?.animated == address else { return }
            self.loading = nil
            guard let animation, animation.count > 1 else { return self.controls.play.root.setVisible(false) }
            let player = AnimationPlayer(animation)
            self.player = player
            self.zoomed.show(player.paintable)
            if self.shouldAnimate { player.play() }
            self.controls.showPlay(isPlaying: self.shouldAnimate)
        }
    }

    private func playPressed() {
        isPlayRequested = !shouldAnimate
        if let player {
            if shouldAnimate { player.play() } else { player.stop() }
        } else {
            startAnimation()
        }
        controls.showPlay(isPlaying: shouldAnimate)
    }

    // MARK: Zoom

    private var isShowing: Bool { shown != nil && isPainted }

    /// Handles a key that zooms, pans or plays.
    /// - Returns: false if the key does nothing here.
    func handleKey(_ press: KeyPress) -> Bool {
        guard isShowing, press.modifiers & GDK_ALT_MASK.rawValue == 0 else { return false }
        if press.isKey(GDK_KEY_space, GDK_KEY_KP_Space), gtk_widget_get_visible(controls.play.root.widget) != 0 {
            playPressed()
            return true
        }
        return zoomed.handleKey(press)
    }

    /// Whether the picture handles a key that would otherwise start typing.
    func claimsKey(_ press: KeyPress) -> Bool {
        isShowing && press.isKey(GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_minus, GDK_KEY_0)
            || isShowing && press.isKey(GDK_KEY_KP_Add, GDK_KEY_KP_Subtract, GDK_KEY_KP_0)
    }

    private func zoomChanged() {
        updateZoomButtons()
        loadFullSize()
    }

    private func updateZoomButtons() {
        controls.zoomIn.root.setVisible(isShowing && !zoomed.zoom.isLargest)
        controls.zoomOut.root.setVisible(isShowing && !zoomed.zoom.isFitted)
        controls.fullScreen.root.setVisible(isShowing)
    }

    /// Loads the highest resolution once, for an enlarged picture or the whole screen. An animation stays as it is.
    private func loadFullSize() {
        let isNeeded = !zoomed.zoom.isFitted || isFullScreen && shown?.animated == nil
        guard isNeeded, isPainted, player == nil, fullSizeLoading == nil, let fullSizePicture else { return }
        fullSizeLoading = Task { [weak self, pictures] in
            let texture = await pictures.highestResolution(of: fullSizePicture)
            guard !Task.isCancelled, let self, let texture, self.fullSizePicture == fullSizePicture else { return }
            self.texture = texture
            if self.player == nil { self.zoomed.show(texture) }
        }
    }
}
