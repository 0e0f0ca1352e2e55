import CStargazer
import GtkBridge
import Observation
import StargazerCore

/// Whether animations in lists may play: the desktop's setting, the user's preference, and the state of the window.
@MainActor @Observable final class AnimationPolicy {
    /// Whether the desktop allows animations.
    private(set) var isAllowed = true
    /// Whether the window is active, and so not minimized.
    private(set) var isWindowActive = true
    /// Whether all animations of a list play, not only the one with the user's attention.
    var playsAll: Bool { preferences?.value.playsAnimations == true }

    @ObservationIgnored private let preferences: CurrentPreferences?
    @ObservationIgnored private var isFollowing = false

    init(preferences: CurrentPreferences?) { self.preferences = preferences }

    /// Follows the desktop's setting and the window. Call it once GTK has started.
    func follow(_ window: Handle) {
        update(window)
        Signals.connect(window, "notify::is-active") { [weak self, window] in self?.update(window) }
        guard !isFollowing, let settings = gtk_settings_get_default() else { return }
        isFollowing = true
        Signals.connect(Handle(settings), "notify::gtk-enable-animations") { [weak self] in self?.updateSetting() }
        updateSetting()
    }

    private func update(_ window: Handle) {
        let isActive = gtk_window_is_active(window.cast()) != 0
        if isActive != isWindowActive { isWindowActive = isActive }
    }

    private func updateSetting() {
        let isEnabled = sgz_animations_enabled() != 0
        if isEnabled != isAllowed { isAllowed = isEnabled }
    }
}
