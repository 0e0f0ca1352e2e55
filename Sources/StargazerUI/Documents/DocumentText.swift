import GtkBridge
import StargazerCore

enum DocumentText {
    static var copyCode: String { tr("Copy Code") }
    static var codeCopied: String { tr("Code copied") }
    // Translators: the heading of a collapsible part of a text that has no heading of its own.
    static var details: String { trc("a part of a text that opens and closes", "Details") }
    static var done: String { tr("Done") }
    static var toDo: String { tr("To do") }
    static var truncated: String { tr("This document is too long to show in full.") }
    static var unformatted: String { tr("This document could not be formatted.") }
    static var openInBrowser: String { tr("Open in Browser") }
    // Translators: stands for a picture that is not loaded and has no description.
    static var picture: String { trc("in place of a picture", "Picture") }
    // Translators: a link after the description of a picture, to the picture in the browser.
    static var tooLargePicture: String { tr("Too large to show here") }
    static var loadPictures: String { tr("Load Pictures") }
    static var fullPage: String { tr("Open Full Page") }
    static var find: String { tr("Find in Text") }
    static var previous: String { tr("Previous Match") }
    /// The scroll bar below code or a table that is wider than the page.
    static var scrollHorizontally: String { tr("Scroll Horizontally") }
    static var next: String { tr("Next Match") }
    static func position(_ number: Int, of count: Int) -> String {
        // Translators: the current match and the number of matches in a text: "3 of 17".
        trc("place in a text", "%1$s of %2$s").filled(NumberText.full(number), NumberText.full(count))
    }
    static func saved(_ day: String) -> String {
        // Translators: the age of a text that was stored on this computer. %1$s is a day such as "27 November".
        tr("Saved %1$s").filled(day)
    }
    static var heading: String { tr("Text") }
    static var none: String { tr("No text is available.") }
    static var empty: String { tr("The document is empty.") }

    static func name(of alert: DocumentBlock.Alert) -> String {
        switch alert {
        case .note: trc("callout in a document", "Note")
        case .tip: tr("Tip")
        case .important: tr("Important")
        case .warning: tr("Warning")
        case .caution: tr("Caution")
        }
    }
}
