import CStargazer
import Foundation
import GtkBridge

/// Feeds one AdwAvatar: initials first, the picture when it is there, and nothing asked for once it is out of sight.
@MainActor final class AvatarView {
    private let avatar: Handle
    private let pictures: PictureStore
    private var address: URL?
    private var loading: Task<Void, Never>?

    init(_ avatar: Handle, pictures: PictureStore) {
        self.avatar = avatar
        self.pictures = pictures
    }

    isolated deinit { loading?.cancel() }

    func show(_ address: URL?, name: String) {
        adw_avatar_set_text(avatar.opaque, name)
        guard address != self.address else { return }
        leave()
        self.address = address
        guard let address else { return }
        let pixels = Int(adw_avatar_get_size(avatar.opaque) * gtk_widget_get_scale_factor(avatar.widget))
        if let texture = pictures.cached(address, pixels: pixels) {
            adw_avatar_set_custom_image(avatar.opaque, texture.opaque)
            return
        }
        loading = Task { [weak self, pictures] in
            guard let texture = await pictures.load(address, pixels: pixels), !Task.isCancelled else { return }
            guard let self, self.address == address else { return }
            adw_avatar_set_custom_image(self.avatar.opaque, texture.opaque)
        }
    }

    /// Cancels what is being fetched and shows initials.
    func leave() {
        loading?.cancel()
        loading = nil
        address = nil
        adw_avatar_set_custom_image(avatar.opaque, nil)
    }
}
