import GtkBridge
import StargazerCore

/// The words of the details pane.
enum DetailsText {
    static var name: String { tr("Details") }
    static var back: String { tr("Back") }
    static var noSummary: String { tr("No description") }
    static var play: String { trc("moving picture", "Play") }
    static var pause: String { trc("moving picture", "Pause") }
    /// In its place.
    static var noPicture: String { tr("The picture could not be loaded.") }
}
