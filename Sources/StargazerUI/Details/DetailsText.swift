import GtkBridge
import StargazerCore

/// The words of the details pane.
enum DetailsText {
    static var name: String { tr("Details") }
    static var back: String { tr("Back") }
    static var noSummary: String { tr("No description") }
}
