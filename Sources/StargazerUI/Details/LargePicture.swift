import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The picture of the details, fit to the room that it gets, and not larger than it is until it is zoomed. A failure is
/// shown in its place. Zooming in fills the room and loads a higher resolution. The buttons disappear while the pointer
/// rests, and on the full screen the pointer, too.
@MainActor final class LargePicture {
    let root = Handle(gtk_overlay_new())
    /// Called when the picture has failed to load, or no longer counts as failed.
    var failureChanged: (_ hasFailed: Bool) -> Void = { _ in }
    private(set) var hasFailed = false
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

    var isFullScreen = false {
        didSet {
            guard isFullScreen != oldValue else { return }
            rest.hidesPointer = isFullScreen
            loadFullSize()
            root.setClass("full-screen", isFullScreen)
            controls.showFullScreen(isFullScreen: isFullScreen)
        }
    }

    /// - Parameters:
    ///   - content: nil for details without a large picture.
    ///   - preview: a smaller one of the list, shown until the large one is there.
    ///   - reference: what other programs get of it besides the file.
    func show(
        _ content: PictureContent?, preview: PictureContent, fullSizePicture: FullSizePicture?,
        reference: PictureReference?
    ) {
        root.setVisible(content != nil)
        self.fullSizePicture = fullSizePicture
        self.reference = reference
        guard content != shown else { return updateWidest() }
        stop()
        pictures.failures.stopWaiting(self)
        shown = content
        texture = nil
        isPlayRequested = nil
        setFailureVisible(false)
        controls.play.root.setVisible(false)
        zoomed.change { $0.zoomToFit() }
        updateWidest()
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
        updateWidest()
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
            let animation = await pictures.animation(
                address, PictureResolution(side: pixels), bytes: Self.bytes)
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

    /// Handles a key that zooms, pans or plays. Returns false if the key does nothing here.
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

    /// A picture is not larger than it is until it is zoomed.
    private func updateWidest() {
        let pixels = fullSizePicture?.width ?? texture.map { Int(gdk_paintable_get_intrinsic_width($0.opaque)) } ?? 0
        zoomed.widest = Double(pixels) / Double(max(1, gtk_widget_get_scale_factor(picture.widget)))
    }

    private func zoomChanged() {
        updateZoomButtons()
        loadFullSize()
    }

    private func updateZoomButtons() {
        controls.zoomIn.root.setVisible(isShowing && !zoomed.zoom.isLargest)
        controls.zoomOut.root.setVisible(isShowing && !zoomed.zoom.isFitted)
        controls.fullScreen.root.setVisible(isShowing)
        controls.corner.setVisible(isShowing)
    }

    /// Loads the highest resolution once, for an enlarged picture or the whole screen. An animation stays as it is.
    private func loadFullSize() {
        let isNeeded = !zoomed.zoom.isFitted || isFullScreen && shown?.animated == nil
        guard isNeeded, isPainted, player == nil, fullSizeLoading == nil, let fullSizePicture else { return }
        fullSizeLoading = Task { [weak self, pictures] in
            let texture = await pictures.highestResolution(of: fullSizePicture)
            guard !Task.isCancelled, let self, let texture, self.fullSizePicture == fullSizePicture else { return }
            self.texture = texture
            self.updateWidest()
            if self.player == nil { self.zoomed.show(texture) }
        }
    }
}

/// The buttons over a large picture: play, zoom and full screen in one group in a corner, the previous and the next
/// picture at the sides.
@MainActor final class PictureControls {
    let play = PictureButton("media-playback-start-symbolic", DetailsText.play)
    let zoomOut = PictureButton("zoom-out-symbolic", DetailsText.zoomOut)
    let zoomIn = PictureButton("zoom-in-symbolic", DetailsText.zoomIn)
    let fullScreen = PictureButton("view-fullscreen-symbolic", DetailsText.fullScreen)
    let corner = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let previous = PictureButton("go-previous-symbolic", DetailsText.previous)
    private let next = PictureButton("go-next-symbolic", DetailsText.next)

    /// - Parameter stage: a GtkOverlay.
    init(over stage: Handle) {
        gtk_actionable_set_action_name(fullScreen.root.opaque, "win.full-screen")
        corner.setVisible(false)
        for name in ["picture-buttons", "osd"] { corner.setClass(name, true) }
        gtk_widget_set_halign(corner.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(corner.widget, GTK_ALIGN_END)
        for button in [play, zoomOut, zoomIn, fullScreen] {
            button.root.setClass("flat", true)
            corner.append(button.root)
        }
        gtk_overlay_add_overlay(stage.opaque, corner.widget)
        for (button, side, action) in [
            (previous, GTK_ALIGN_START, "win.show-previous"), (next, GTK_ALIGN_END, "win.show-next"),
        ] {
            gtk_widget_set_halign(button.root.widget, side)
            gtk_widget_set_valign(button.root.widget, GTK_ALIGN_CENTER)
            for name in ["picture-step", "osd"] { button.root.setClass(name, true) }
            gtk_actionable_set_action_name(button.root.opaque, action)
            // Without another picture to show, the window disables the action.
            sgz_bind_properties(button.root.raw, "sensitive", button.root.raw, "visible")
            gtk_overlay_add_overlay(stage.opaque, button.root.widget)
        }
    }

    func showPlay(isPlaying: Bool) {
        play.show(
            isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic",
            isPlaying ? DetailsText.pause : DetailsText.play)
        play.root.setVisible(true)
    }

    func showFullScreen(isFullScreen: Bool) {
        fullScreen.show(
            isFullScreen ? "view-restore-symbolic" : "view-fullscreen-symbolic",
            isFullScreen ? DetailsText.leaveFullScreen : DetailsText.fullScreen)
    }
}

/// A round button on a picture.
@MainActor final class PictureButton {
    let root = Handle(gtk_button_new())
    var pressed: () -> Void = {}

    init(_ icon: String, _ label: String) {
        root.setClass("circular", true)
        root.setVisible(false)
        show(icon, label)
        Signals.connect(root, "clicked") { [weak self] in self?.pressed() }
    }

    func show(_ icon: String, _ label: String) {
        gtk_button_set_icon_name(root.cast(), icon)
        root.setAccessibleName(label)
        root.setTooltip(label)
    }
}

/// Gives a widget the style class `resting` once the pointer has rested over it or is elsewhere, until it moves or a
/// finger touches the widget.
@MainActor final class PointerRest {
    var hidesPointer = false { didSet { if hidesPointer != oldValue { restart() } } }
    private let widget: Handle
    private var place = (x: 0.0, y: 0.0)
    private var resting: Task<Void, Never>?

    private static let delay = Duration.seconds(2)

    init(of widget: Handle) {
        self.widget = widget
        let motion = Handle(gtk_event_controller_motion_new())
        for signal in ["enter", "motion"] {
            Signals.connect(motion, signal) { [weak self] (x: Double, y: Double) in self?.moved(x, y) }
        }
        let touch = Handle(gtk_gesture_click_new())
        gtk_event_controller_set_propagation_phase(touch.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(touch, "pressed") { [weak self] (_: Int32, _: Double, _: Double) in self?.restart() }
        Signals.connect(widget, "map") { [weak self] in self?.restart() }
        for controller in [motion, touch] { gtk_widget_add_controller(widget.widget, controller.opaque) }
    }

    isolated deinit { resting?.cancel() }

    private func moved(_ x: Double, _ y: Double) {
        // GTK repeats the last position when widgets change.
        guard place != (x, y) else { return }
        place = (x, y)
        restart()
    }

    private func restart() {
        resting?.cancel()
        setResting(false)
        resting = Task { [weak self] in
            do { try await Task.sleep(for: Self.delay) } catch { return }
            self?.setResting(true)
        }
    }

    private func setResting(_ isResting: Bool) {
        widget.setClass("resting", isResting)
        gtk_widget_set_cursor_from_name(widget.widget, isResting && hidesPointer ? "none" : nil)
    }
}

/// The picture under the pointer during a drag.
@MainActor enum DragIcon {
    /// The longer side, in logical pixels.
    private static let side = 128.0

    /// - Parameter picture: a GdkPaintable of any size.
    static func make(of picture: GObjectRef) -> GObjectRef? {
        let width = Double(gdk_paintable_get_intrinsic_width(picture.opaque))
        let height = Double(gdk_paintable_get_intrinsic_height(picture.opaque))
        guard width > 0, height > 0, let snapshot = gtk_snapshot_new() else { return nil }
        let scale = min(1, side / max(width, height))
        gdk_paintable_snapshot(picture.opaque, snapshot, width * scale, height * scale)
        // Frees the snapshot, too.
        return gtk_snapshot_free_to_paintable(snapshot, nil).map { GObjectRef(adopting: Handle($0)) }
    }
}
