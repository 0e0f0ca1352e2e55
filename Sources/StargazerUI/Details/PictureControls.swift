import CStargazer
import GtkBridge

/// The buttons over a large picture: play, zoom and full screen in a corner, the previous and the next picture at the
/// sides.
@MainActor final class PictureControls {
    let play = PictureButton("media-playback-start-symbolic", DetailsText.play)
    let zoomOut = PictureButton("zoom-out-symbolic", DetailsText.zoomOut)
    let zoomIn = PictureButton("zoom-in-symbolic", DetailsText.zoomIn)
    let fullScreen = PictureButton("view-fullscreen-symbolic", DetailsText.fullScreen)
    private let previous = PictureButton("go-previous-symbolic", DetailsText.previous)
    private let next = PictureButton("go-next-symbolic", DetailsText.next)

    /// - Parameter stage: a GtkOverlay.
    init(over stage: Handle) {
        gtk_actionable_set_action_name(fullScreen.root.opaque, "win.full-screen")
        let corner = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        corner.setClass("picture-buttons", true)
        gtk_widget_set_halign(corner.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(corner.widget, GTK_ALIGN_END)
        for button in [play, zoomOut, zoomIn, fullScreen] { corner.append(button.root) }
        gtk_overlay_add_overlay(stage.opaque, corner.widget)
        for (button, side, action) in [
            (previous, GTK_ALIGN_START, "win.show-previous"), (next, GTK_ALIGN_END, "win.show-next"),
        ] {
            gtk_widget_set_halign(button.root.widget, side)
            gtk_widget_set_valign(button.root.widget, GTK_ALIGN_CENTER)
            button.root.setClass("picture-step", true)
            gtk_actionable_set_action_name(button.root.opaque, action)
            // Without another picture to show, the window disables the action.
            sgz_bind_properties(button.root.raw, "sensitive", button.root.raw, "visible")
            gtk_overlay_add_overlay(stage.opaque, button.root.widget)
        }
    }

    func showPlay(isPlaying: Bool) {
        play.show(
            isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic",
            isPlaying ? DetailsText.pause : DetailsText.play)
        play.root.setVisible(true)
    }

    func showFullScreen(isFullScreen: Bool) {
        fullScreen.show(
            isFullScreen ? "view-restore-symbolic" : "view-fullscreen-symbolic",
            isFullScreen ? DetailsText.leaveFullScreen : DetailsText.fullScreen)
    }
}
