import Observation

/// Whether the pictures of the document that shows may be loaded.
@MainActor @Observable final class PicturePermission {
    var isGranted = false
}
