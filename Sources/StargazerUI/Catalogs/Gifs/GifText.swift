import GtkBridge
import StargazerCore

/// The texts of GIFs.
enum GifText: PictureCatalogText {
    static var pluralName: String { tr("GIFs") }
    static var singularName: String { tr("GIF") }
    static var placeholder: String { tr("Search GIFs") }
    static var searchActionLabel: String { tr("Search GIFs") }
    static var startPageDescription: String {
        tr("Type what you want to see. What you star is kept on this computer.")
    }
    static var noResultsText: String { tr("No GIFs Found") }
    static var selectionPrompt: String { tr("Select a GIF to see it move here") }
    static var goneHeading: String { tr("This GIF Is No Longer There") }
    static var goneSentence: String { trc("a GIF", "It was deleted, or is hidden.") }
    static var blockedHeading: String { tr("This GIF Is Blocked") }
    static var sameChannel: String { tr("More from This Channel") }

    static var keyHeading: String { tr("GIFs Need a Key") }
    static var keySentence: String {
        tr("GIPHY requires a key. It is free, personal, and kept in your keyring.")
    }
    static var keySteps: [String] {
        [
            tr("Sign up or log in on GIPHY’s page for developers."),
            tr("Create an app there, and choose “API” for its kind."),
            tr("Copy its key, and paste it here."),
        ]
    }

    static var added: String { trc("a GIF", "Added") }
    static var bytes: String { tr("File size") }
    static var frames: String { tr("Frames") }
    static var rating: String { tr("Rating") }
    static var source: String { tr("Found at") }

    static func name(of key: SortKey) -> String? { key == .imported ? tr("Date Added to the Service") : nil }

    static func order(_ sort: StargazerCore.SortOrder) -> String? {
        switch (sort.key, sort.direction) {
        case (.imported, .descending): tr("Newest on the Service")
        case (.imported, .ascending): tr("Oldest on the Service")
        default: nil
        }
    }

    static func name(of rating: ContentRating) -> String? {
        switch rating {
        case .everybody: tr("G – for everybody")
        case .guidance: tr("PG – parental guidance")
        case .teenagers: tr("PG-13 – from 13 years on")
        case .adults: tr("R – for adults")
        default: nil
        }
    }

    static func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? {
        guard problem == .gifWordsTooLong else { return nil }
        return (tr("This Search Is Too Long"), tr("A search for GIFs has at most 50 characters."))
    }
}
