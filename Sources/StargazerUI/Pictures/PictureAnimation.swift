import CStargazer
import Foundation
import GtkBridge

/// The animation of a picture in a list or a document. It plays in view while the pointer is over it or its cell has
/// the focus, or always, if the user prefers that; never in a window that is not active, or if the desktop disables
/// animations. Its frames are only in memory while it plays.
@MainActor final class PictureAnimation {
    /// The size of the frames, and the memory for those that are kept.
    struct Quality {
        var resolution: PictureResolution
        var bytes: Int
    }

    /// Whether the picture is on the screen.
    var isInView = false {
        didSet {
            guard isInView != oldValue else { return }
            // Only then: lists have many more cells than are visible.
            observation = isInView ? Observe { [weak self] in self?.update() } : nil
            update()
        }
    }
    /// Stays at its frame, as while the page scrolls.
    var isHeld = false {
        didSet { if isHeld { player?.stop() } else { player?.play() } }
    }
    /// Called when the pointer or the focus enters or leaves.
    var attentionChanged: @MainActor () -> Void = {}
    var hasAttention: Bool { isHovered || hasFocus }
    private let pictures: PictureStore
    private let isInDocument: Bool
    private let quality: (attention: Quality, background: Quality)
    private let begin: @MainActor (AnimatedImage) -> AnimationPlayer
    private let end: @MainActor () -> Void
    private var address: URL?
    private var (isHovered, hasFocus) = (false, false)
    private var player: AnimationPlayer?
    private var loading: Task<Void, Never>?
    private var isWatchingFocus = false
    private var observation: Observe?

    /// A pointer that only passes over a cell starts no download.
    private static let delay = Duration.milliseconds(150)

    /// - Parameters:
    ///   - quality: with the user's attention, and without it, when many may play.
    ///   - begin: shows an animation in place of the still picture.
    ///   - end: shows the still picture again.
    init(
        pictures: PictureStore, isInDocument: Bool = false, quality: (attention: Quality, background: Quality),
        begin: @escaping @MainActor (AnimatedImage) -> AnimationPlayer, end: @escaping @MainActor () -> Void
    ) {
        self.pictures = pictures
        self.isInDocument = isInDocument
        self.quality = quality
        self.begin = begin
        self.end = end
    }

    isolated deinit { loading?.cancel() }

    /// Follows the cell of a list.
    /// - Parameter cell: the widget for the pointer. The focus is on the list's own widget around it.
    func connect(_ cell: Handle) {
        watchPointer(over: cell)
        Signals.connect(cell, "map") { [weak self, cell] in
            guard let self else { return }
            if !self.isWatchingFocus, let place = cell.parent?.parent {
                self.isWatchingFocus = true
                self.watchFocus(in: place)
            }
            self.isInView = true
        }
        Signals.connect(cell, "unmap") { [weak self] in
            guard let self else { return }
            self.forgetAttention()
            self.isInView = false
        }
    }

    /// The widgets that were watched are going away.
    func forgetAttention() { (isHovered, hasFocus) = (false, false) }

    /// - Parameter isOver: whether the picture is at this point of the widget.
    func watchPointer(over widget: Handle, isOver: @escaping @MainActor (Double, Double) -> Bool = { _, _ in true }) {
        let motion = Handle(gtk_event_controller_motion_new())
        for signal in ["enter", "motion"] {
            Signals.connect(motion, signal) { [weak self] (x: Double, y: Double) in
                let isHovered = isOver(x, y)
                if self?.isHovered != isHovered { self?.change { $0.isHovered = isHovered } }
            }
        }
        Signals.connect(motion, "leave") { [weak self] in self?.change { $0.isHovered = false } }
        gtk_widget_add_controller(widget.widget, motion.opaque)
    }

    /// - Parameter address: nil for a picture without an animation.
    func show(_ address: URL?) {
        guard address != self.address else { return }
        stop()
        self.address = address
        update()
    }

    /// - Parameter widget: the link around the picture, or its cell.
    func watchFocus(in widget: Handle) {
        let focus = Handle(gtk_event_controller_focus_new())
        Signals.connect(focus, "enter") { [weak self] in self?.change { $0.hasFocus = true } }
        Signals.connect(focus, "leave") { [weak self] in self?.change { $0.hasFocus = false } }
        gtk_widget_add_controller(widget.widget, focus.opaque)
    }

    private func change(_ change: (PictureAnimation) -> Void) {
        change(self)
        attentionChanged()
        update()
    }

    /// Starts or stops the animation.
    private func update() {
        let policy = pictures.animationPolicy
        // All of them are read each time, so that a change of any is observed.
        let (isAllowed, isActive) = (policy.isAllowed, policy.isWindowActive)
        let playsAll = policy.playsAll(isInDocument: isInDocument)
        if isInView, isAllowed, isActive, hasAttention || playsAll { start() } else { stop() }
    }

    private func start() {
        guard let address, loading == nil else { return }
        let hasAttention = hasAttention
        let quality = hasAttention ? quality.attention : quality.background
        loading = Task { [weak self, pictures, isInDocument] in
            do { try await Task.sleep(for: Self.delay) } catch { return }
            let animation = await pictures.animation(
                address, quality.resolution, bytes: quality.bytes, isInBackground: !hasAttention,
                isInDocument: isInDocument)
            guard !Task.isCancelled, let self, self.address == address else { return }
            // Without memory for it, it can still play with the user's attention.
            guard let animation else {
                if !hasAttention { self.loading = nil }
                return
            }
            let player = self.begin(animation)
            self.player = player
            if !self.isHeld { player.play() }
        }
    }

    private func stop() {
        loading?.cancel()
        loading = nil
        guard let player else { return }
        player.stop()
        self.player = nil
        end()
    }
}
