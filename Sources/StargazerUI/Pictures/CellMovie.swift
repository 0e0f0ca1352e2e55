import CStargazer
import Foundation
import GtkBridge

/// The moving picture of a cell: it plays while the pointer is over the cell or the keyboard in it, where the desktop
/// lets things move. Before and after that nothing of it is held.
@MainActor final class CellMovie {
    private let view: PictureView
    private let pictures: PictureStore
    private let side: Int
    private var address: URL?
    private var (isPointedAt, hasFocus) = (false, false)
    private var player: MoviePlayer?
    private var working: Task<Void, Never>?
    private var isWatchingFocus = false

    /// A pointer that only passes by fetches nothing.
    private static let patience = Duration.milliseconds(150)
    private static let bytes = 8_000_000

    /// - Parameter side: length of the shorter side in pixels of the layout.
    init(over view: PictureView, pictures: PictureStore, side: Int) {
        self.view = view
        self.pictures = pictures
        self.side = side
    }

    isolated deinit { working?.cancel() }

    /// - Parameter cell: what is pointed at; the list's own widget around it gets the focus.
    func watch(_ cell: Handle) {
        let motion = Handle(gtk_event_controller_motion_new())
        Signals.connect(motion, "enter") { [weak self] (_: Double, _: Double) in self?.change { $0.isPointedAt = true }
        }
        Signals.connect(motion, "leave") { [weak self] in self?.change { $0.isPointedAt = false } }
        gtk_widget_add_controller(cell.widget, motion.opaque)
        Signals.connect(cell, "map") { [weak self, cell] in self?.watchFocus(around: cell) }
        Signals.connect(cell, "unmap") { [weak self] in
            self?.change { ($0.isPointedAt, $0.hasFocus) = (false, false) }
        }
    }

    /// - Parameter address: nil for a cell whose picture does not move.
    func show(_ address: URL?) {
        guard address != self.address else { return }
        stop()
        self.address = address
        if isPointedAt || hasFocus { begin() }
    }

    private func watchFocus(around cell: Handle) {
        guard !isWatchingFocus, let place = cell.parent?.parent else { return }
        isWatchingFocus = true
        let focus = Handle(gtk_event_controller_focus_new())
        Signals.connect(focus, "enter") { [weak self] in self?.change { $0.hasFocus = true } }
        Signals.connect(focus, "leave") { [weak self] in self?.change { $0.hasFocus = false } }
        gtk_widget_add_controller(place.widget, focus.opaque)
    }

    private func change(_ change: (CellMovie) -> Void) {
        let before = isPointedAt || hasFocus
        change(self)
        let now = isPointedAt || hasFocus
        guard now != before else { return }
        if now { begin() } else { stop() }
    }

    private func begin() {
        guard let address, working == nil, sgz_motion_is_allowed() != 0 else { return }
        working = Task { [weak self, pictures, side] in
            do { try await Task.sleep(for: Self.patience) } catch { return }
            let movie = await pictures.movie(address, pixels: side, bytes: Self.bytes)
            guard !Task.isCancelled, let self, let movie, self.address == address else { return }
            let player = MoviePlayer(movie)
            self.player = player
            self.view.cover(with: player.paintable)
            player.play()
        }
    }

    private func stop() {
        working?.cancel()
        working = nil
        guard player != nil else { return }
        player = nil
        view.cover(with: nil)
    }
}
