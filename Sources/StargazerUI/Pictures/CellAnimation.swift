import CStargazer
import Foundation
import GtkBridge

/// The animation of a cell. It plays while the pointer is over the cell or the cell has the focus, if the desktop
/// allows animations. Its frames are only in memory while it plays.
@MainActor final class CellAnimation {
    private let view: PictureView
    private let pictures: PictureStore
    private let side: Int
    private var address: URL?
    private var (isHovered, hasFocus) = (false, false)
    private var player: AnimationPlayer?
    private var loading: Task<Void, Never>?
    private var isWatchingFocus = false

    /// A pointer that only passes over a cell starts no download.
    private static let hoverDelay = Duration.milliseconds(150)
    private static let bytes = 8_000_000

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
        Signals.connect(cell, "map") { [weak self, cell] in self?.watchFocus(around: cell) }
        Signals.connect(cell, "unmap") { [weak self] in
            self?.change { ($0.isHovered, $0.hasFocus) = (false, false) }
        }
    }

    /// - Parameter address: nil for a picture without an animation.
    func show(_ address: URL?) {
        guard address != self.address else { return }
        stop()
        self.address = address
        if isHovered || hasFocus { begin() }
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
        let before = isHovered || hasFocus
        change(self)
        let now = isHovered || hasFocus
        guard now != before else { return }
        if now { begin() } else { stop() }
    }

    private func begin() {
        guard let address, loading == nil, sgz_animations_enabled() != 0 else { return }
        loading = Task { [weak self, pictures, side] in
            do { try await Task.sleep(for: Self.hoverDelay) } catch { return }
            let animation = await pictures.animation(address, pixels: side, bytes: Self.bytes)
            guard !Task.isCancelled, let self, let animation, self.address == address else { return }
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
