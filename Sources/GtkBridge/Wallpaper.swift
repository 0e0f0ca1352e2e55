import CStargazer

/// The desktop's wallpaper, through the portal.
@MainActor public enum Wallpaper {
    public enum Response: Sendable {
        case done, cancelled, failed
    }

    /// Reports whether there is a portal that sets wallpapers.
    public static func probe(_ done: @escaping @MainActor (Bool) -> Void) {
        let box = Box<(Response) -> Void>({ done($0 == .done) }, name: "question about the wallpaper")
        sgz_wallpaper_probe(answer, box.passRetained(), destroyBox)
    }

    /// Shows a picture to the user, who decides.
    /// - Parameter path: a file; the portal gets it opened.
    public static func set(_ path: String, done: @escaping @MainActor (Response) -> Void) {
        let box = Box<(Response) -> Void>({ done($0) }, name: "wallpaper")
        sgz_wallpaper_set(path, answer, box.passRetained(), destroyBox)
    }
}

private let answer: SgzWallpaperCallback = { box, result in
    guard let box else { return }
    nonisolated(unsafe) let pointer = box
    let answer: Wallpaper.Response =
        switch result {
        case SGZ_WALLPAPER_DONE: .done
        case SGZ_WALLPAPER_CANCELLED: .cancelled
        default: .failed
        }
    MainActor.assumeIsolated { Box<(Wallpaper.Response) -> Void>.peek(pointer)?(answer) }
}
