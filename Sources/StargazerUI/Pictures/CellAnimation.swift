import CStargazer
import Foundation
import GtkBridge

/// The animation of a cell. It plays while the pointer is over the cell or the cell has the focus, or always, if the
/// user prefers that; never in a window that is not active, or if the desktop disables animations. Its frames are only
/// in memory while it plays.
@MainActor final class CellAnimation {
    private let view: PictureView
    private let pictures: PictureStore
    private let side: Int
    private var address: URL?
    private var (isMapped, isHovered, hasFocus) = (false, false, false)
    private var player: AnimationPlayer?
    private var loading: Task<Void, Never>?
    private var isWatchingFocus = false
    /// While the cell is mapped: lists have many more cells than are visible.
    private var observation: Observe?

    /// A pointer that only passes over a cell starts no download.
    private static let delay = Duration.milliseconds(150)
    private static let bytes = 8_000_000
    /// The size of animations that play without the user's attention, many at a time.
    private static let background = (bytes: 4_000_000, side: 180)

    /// - Parameter side: the length of the shorter side, in logical pixels.
    init(over view: PictureView, pictures: PictureStore, side: Int) {
        self.view = view
        self.pictures = pictures
        self.side = side
    }

    isolated deinit { loading?.cancel() }

    /// - Parameter cell: the widget for the pointer. The focus is on the list's own widget around it.
    func connect(_ cell: Handle) {
        let motion = Handle(gtk_event_controller_motion_new())
        Signals.connect(motion, "enter") { [weak self] (_: Double, _: Double) in self?.change { $0.isHovered = true }
        }
        Signals.connect(motion, "leave") { [weak self] in self?.change { $0.isHovered = false } }
        gtk_widget_add_controller(cell.widget, motion.opaque)
        Signals.connect(cell, "map") { [weak self, cell] in
            self?.watchFocus(around: cell)
            self?.isMapped = true
            self?.observation = Observe { [weak self] in self?.update() }
        }
        Signals.connect(cell, "unmap") { [weak self] in
            self?.observation = nil
            self?.change { ($0.isMapped, $0.isHovered, $0.hasFocus) = (false, false, false) }
        }
    }

    /// - Parameter address: nil for a picture without an animation.
    func show(_ address: URL?) {
        guard address != self.address else { return }
        stop()
        self.address = address
        update()
    }

    private func watchFocus(around cell: Handle) {
        guard !isWatchingFocus, let place = cell.parent?.parent else { return }
        isWatchingFocus = true
        let focus = Handle(gtk_event_controller_focus_new())
        Signals.connect(focus, "enter") { [weak self] in self?.change { $0.hasFocus = true } }
        Signals.connect(focus, "leave") { [weak self] in self?.change { $0.hasFocus = false } }
        gtk_widget_add_controller(place.widget, focus.opaque)
    }

    private func change(_ change: (CellAnimation) -> Void) {
        change(self)
        update()
    }

    /// Starts or stops the animation.
    private func update() {
        let policy = pictures.animationPolicy
        // All of them are read each time, so that a change of any is observed.
        let (isAllowed, isActive, playsAll) = (policy.isAllowed, policy.isWindowActive, policy.playsAll)
        let hasAttention = isHovered || hasFocus
        if isMapped, isAllowed, isActive, hasAttention || playsAll {
            begin(hasAttention: hasAttention)
        } else {
            stop()
        }
    }

    private func begin(hasAttention: Bool) {
        guard let address, loading == nil else { return }
        let (bytes, side) = hasAttention ? (Self.bytes, side) : Self.background
        loading = Task { [weak self, pictures] in
            do { try await Task.sleep(for: Self.delay) } catch { return }
            let animation = await pictures.animation(
                address, pixels: side, bytes: bytes, isInBackground: !hasAttention)
            guard !Task.isCancelled, let self, self.address == address else { return }
            // Without memory for it, it can still play with the user's attention.
            guard let animation else {
                if !hasAttention { self.loading = nil }
                return
            }
            let player = AnimationPlayer(animation)
            self.player = player
            self.view.replacePaintable(with: player.paintable)
            player.play()
        }
    }

    private func stop() {
        loading?.cancel()
        loading = nil
        guard player != nil else { return }
        player = nil
        view.replacePaintable(with: nil)
    }
}
