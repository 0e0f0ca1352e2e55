import GtkBridge
import StargazerCore
import StargazerLibrary

enum GifText: PictureCatalogText {
    static var pluralName: String { tr("GIFs") }
    static var singularName: String { tr("GIF") }
    static var placeholder: String { tr("Search GIFs") }
    static var searchActionLabel: String { tr("Search GIFs") }
    static var noResultsText: String { tr("No GIFs Found") }
    static var selectionPrompt: String { tr("Select a GIF to view it here") }
    static var goneHeading: String { tr("This GIF Is No Longer Available") }
    static var goneStatement: String { tr("This GIF is no longer available.") }
    static var goneSentence: String { trc("a GIF", "It may have been deleted or hidden.") }
    static var blockedHeading: String { tr("This GIF Is Blocked") }
    static var sameChannel: String { tr("More from This Channel") }

    static var keyHeading: String { tr("GIPHY Needs a Key") }
    static var keySentence: String {
        tr("GIPHY requires a free personal key.")
    }
    static var keySteps: [String] {
        [
            tr("Sign up or log in on the GIPHY developer page."),
            tr("Create an app and choose “API” as its type."),
            tr("Copy the key and paste it here."),
        ]
    }

    static var added: String { trc("a GIF", "Added") }
    static var bytes: String { tr("File Size") }
    static var frames: String { tr("Frames") }
    static var rating: String { tr("Rating") }
    /// The page that a GIF originally came from.
    static var source: String { tr("Original Source") }

    static func results(_ shown: NumberContent, of total: NumberContent?) -> String {
        guard let total else { return trn("%1$s GIF", "%1$s GIFs", shown.number).filled(shown.text) }
        return trn("%1$s of %2$s GIF", "%1$s of %2$s GIFs", total.number).filled(shown.text, total.text)
    }

    static func name(of key: SortKey) -> String? { key == .imported ? tr("Date Uploaded") : nil }

    static func order(_ sort: ItemOrder) -> String? {
        switch (sort.key, sort.direction) {
        case (.imported, .descending): tr("Uploaded: Newest First")
        case (.imported, .ascending): tr("Uploaded: Oldest First")
        default: nil
        }
    }

    static func name(of rating: ContentRating) -> String? {
        switch rating {
        case .everybody: tr("G – General audiences")
        case .guidance: tr("PG – Parental guidance")
        case .teenagers: tr("PG-13 – Ages 13 and up")
        case .adults: tr("R – Adults")
        default: nil
        }
    }

    static func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? {
        guard problem == .gifWordsTooLong else { return nil }
        return (tr("This Search Is Too Long"), tr("A GIF search can have at most 50 characters."))
    }
}
