import GtkBridge
import StargazerCore

/// The texts of actions on several selected rows.
enum SelectionText {
    /// The accessible name of the bar.
    static var name: String { trc("selected rows", "Selection") }
    static var export: String { tr("Export…") }
    static var copyLinks: String { tr("Copy Links") }
    static var saveAll: String { tr("Save All…") }
    static var noPictures: String { tr("No pictures are selected.") }
    static var remove: String { tr("Remove from Favorites") }
    /// Shown in place of ``remove``.
    static var shortRemove: String { tr("Remove") }
    static var add: String { tr("Add to Favorites") }
    static var cancel: String { tr("Cancel") }
    static var clear: String { tr("Clear Selection") }

    static func count(_ count: NumberContent) -> String {
        trn("%1$s selected", "%1$s selected", count.number).filled(count.text)
    }

    /// Translators: the heading of a question; more than ten pages are about to open in the browser.
    static func openHeading(_ count: NumberContent) -> String {
        trn("Open %1$s Page?", "Open %1$s Pages?", count.number).filled(count.text)
    }
    static var openBody: String { tr("Your browser may slow down while it loads them.") }
    static var open: String { tr("Open") }
    static func tooManyPages(limit: NumberContent) -> String {
        trn("Only %1$s page can be opened at once.", "Up to %1$s pages can be opened at once.", limit.number)
            .filled(limit.text)
    }

    static func linksCopied(_ count: Int) -> String {
        trn("%1$s link copied", "%1$s links copied", count).filled(NumberText.full(count))
    }
}
