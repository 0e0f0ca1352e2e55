import GtkBridge
import StargazerCore
import StargazerLibrary

enum FavoritesText {
    static var title: String { tr("Favorites") }
    static var placeholder: String { tr("Search favorites") }
    static var noneHeading: String { tr("No Favorites Yet") }
    static var selectionPrompt: String { tr("Select a favorite to see its details here") }
    static var noneSentence: String {
        // Translators: write Ctrl+D with the key names of your language's keyboards.
        tr("Items you add to Favorites appear here. Click the star of an item, or select it and press Ctrl+D.")
    }
    /// The heading of rows that do not have the date of their order.
    static var noDate: String { tr("No Date") }
    static func added(on date: String) -> String { tr("Added %1$s").filled(date) }
    static var importFile: String { tr("Import from File…") }
    static var unreadableHeading: String { tr("Favorites Cannot Be Read") }
    static var noMatchHeading: String { tr("No Favorites Found") }
    static var clearFilter: String { tr("Clear Filter") }

    static func added(_ count: Int) -> String {
        trn("%1$s favorite added", "%1$s favorites added", count).filled(NumberText.full(count))
    }

    /// - Parameter title: the name of the only one.
    static func removed(_ count: Int, title: String?) -> String {
        guard let title else {
            return trn("%1$s favorite removed", "%1$s favorites removed", count).filled(NumberText.full(count))
        }
        // Translators: %1$s is the name of a repository, a person, a photo or a GIF.
        return tr("%1$s removed from Favorites").filled(title)
    }

    static func noMatchSentence(_ text: String) -> String { tr("No matches for “%1$s”.").filled(text) }

    /// Returns the message that no favorite has some words.
    static func unknown(_ words: [String]) -> String {
        // Translators: %1$s is one or more words in quotation marks.
        tr("No favorite contains %1$s.").filled(RowText.quoted(words))
    }

    /// Returns the message that a text with similar words was searched for instead of the typed one.
    static func shownInstead(_ text: String) -> String {
        // Translators: %1$s is the words that were searched for.
        tr("Showing results for %1$s.").filled(text)
    }
    static var otherForms: String { tr("No favorite contains the exact phrase. Showing other forms of its words.") }
    static var searchAsTyped: String { tr("Search as Typed") }

    /// Returns the text of a part of the favorites that has become empty.
    static func nothing(in scope: FavoritesScope) -> String {
        switch scope {
        case .notStarred: StarText.allStarred
        case .tag: TagsText.noFavorites
        case .untagged: TagsText.allTagged
        case .updates: UpdatesText.nothing(since: nil, asOf: nil)
        case .all, .catalog: tr("No favorites of this kind are left.")
        }
    }

    static func sortName(_ key: SortKey) -> String {
        switch key {
        case .added: tr("Date Added")
        case .name: trc("what favorites are sorted by", "Name")
        default: SearchText.sortName(key)
        }
    }

    static func order(_ sort: ItemOrder) -> String {
        switch (sort.key, sort.direction) {
        case (.added, .descending): tr("Added: Newest First")
        case (.added, .ascending): tr("Added: Oldest First")
        case (.name, .ascending): tr("Name, A to Z")
        case (.name, .descending): tr("Name, Z to A")
        default: SearchText.order(sort)
        }
    }
}

struct FavoritesQualifierText: QualifierPresentation {
    func description(of qualifier: QualifierName) -> QualifierDescription? {
        switch qualifier {
        case .added:
            QualifierDescription(
                tr("Date Added"), tr("By date added to Favorites"),
                phrase: trc("chip; a date or a range of dates follows", "Added: %1$s"))
        case .tag: QualifierDescription(tr("Tag"), tr("With this tag"), values: ["none": tr("No tags")])
        case .has: QualifierDescription(trc("filter", "Note"), tr("With a note"), values: ["note": tr("With a note")])
        case .state:
            QualifierDescription(
                trc("filter", "State"), StarText.starredOrGone,
                values: [
                    "starred": StarText.starredOnGitHub, "only-here": tr("Only here"), "gone": tr("Not available"),
                    "renamed": tr("Renamed or moved"), "unstarred": tr("No longer starred"),
                    "packaged": tr("Package for this machine"), "installed": tr("Installed"),
                    "library": tr("Library for developers"),
                ])
        case .fork:
            QualifierDescription(
                tr("Forks"), tr("Whether it is a fork"),
                values: ["true": tr("Include forks"), "only": tr("Only forks"), "false": tr("No forks")])
        default: CatalogPresentations.registered.description(of: qualifier)
        }
    }
}
