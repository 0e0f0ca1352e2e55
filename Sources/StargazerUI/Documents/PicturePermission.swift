import Observation

/// Whether the pictures of the visible document may be loaded.
@MainActor @Observable final class PicturePermission {
    var isGranted = false
}
