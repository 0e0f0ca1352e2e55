import CStargazer
import Foundation
import GtkBridge

/// Feeds one AdwAvatar: initials first, the picture when it is there, and nothing asked for while it is out of sight.
@MainActor final class AvatarView {
    private let avatar: Handle
    private let pictures: PictureStore
    private var address: URL?
    private var isShown = false
    private var loading: Task<Void, Never>?

    init(_ avatar: Handle, pictures: PictureStore) {
        self.avatar = avatar
        self.pictures = pictures
        // A list keeps many more rows than it shows; only those on the screen are mapped.
        Signals.connect(avatar, "map") { [weak self] in self?.fetch() }
        Signals.connect(avatar, "unmap") { [weak self] in self?.stop() }
    }

    isolated deinit { loading?.cancel() }

    func show(_ address: URL?, name: String) {
        adw_avatar_set_text(avatar.opaque, name)
        guard address != self.address else { return }
        leave()
        self.address = address
        guard let address else { return }
        if let texture = pictures.cached(address, pixels: pixels) {
            paint(texture)
        } else {
            fetch()
        }
    }

    /// Cancels what is being fetched and shows initials.
    func leave() {
        stop()
        address = nil
        guard isShown else { return }
        isShown = false
        adw_avatar_set_custom_image(avatar.opaque, nil)
    }

    private var pixels: Int { Int(adw_avatar_get_size(avatar.opaque) * gtk_widget_get_scale_factor(avatar.widget)) }

    private func paint(_ texture: GObjectRef) {
        isShown = true
        adw_avatar_set_custom_image(avatar.opaque, texture.opaque)
    }

    private func stop() {
        loading?.cancel()
        loading = nil
    }

    private func fetch() {
        guard let address, !isShown, loading == nil, gtk_widget_get_mapped(avatar.widget) != 0 else { return }
        let pixels = pixels
        loading = Task { [weak self, pictures] in
            let texture = await pictures.load(address, pixels: pixels)
            guard !Task.isCancelled, let self, self.address == address else { return }
            self.loading = nil
            if let texture { self.paint(texture) }
        }
    }
}
