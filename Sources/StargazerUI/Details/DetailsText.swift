import GtkBridge
import StargazerCore

enum DetailsText {
    static var name: String { trc("pane", "Details") }
    static var back: String { tr("Back") }
    /// The text while a slow reference is resolved.
    static var loadingStatus: String { tr("Loading…") }
    static var notFoundHeading: String { tr("Not Found") }
    static func notFoundText(_ name: String) -> String {
        tr("“%1$s” may be misspelled, deleted or private.").filled(name)
    }
    /// The text while only the row's facts are known.
    static var notLoaded: String { tr("More details have not been loaded.") }
    /// The button of an item that is gone.
    static var searchForName: String { tr("Search for Its Name") }
    static var play: String { trc("moving picture", "Play") }
    static var pause: String { trc("moving picture", "Pause") }
    static var zoomIn: String { tr("Zoom In") }
    static var zoomOut: String { tr("Zoom Out") }
    static var previous: String { trc("picture of a list", "Previous") }
    static var next: String { trc("picture of a list", "Next") }
    static var information: String { tr("Information") }
    static var more: String { trc("menu", "More") }
    /// What opens the facts that few people look for.
    static var moreFacts: String { trc("facts about an item", "Details") }
    static var copyPicture: String { trc("a picture", "Copy") }
    static var savePicture: String { trc("a picture", "Save…") }
    static var setWallpaper: String { tr("Set as Wallpaper…") }
    static var wallpaperSet: String { tr("Wallpaper set") }
    static var wallpaperFailed: String { tr("The wallpaper could not be set.") }
    static var wallpaperMoves: String { tr("An animated picture cannot be a wallpaper.") }
    static var fullScreen: String { tr("Full Screen") }
    static var leaveFullScreen: String { tr("Leave Full Screen") }
    static var pictureCopied: String { tr("Picture copied") }
    static var tryPictureAgain: String { tr("Try Again") }
    static var noPicture: String { tr("The picture could not be loaded.") }
}
