import GtkBridge
import StargazerCore

/// The words of the search page.
enum SearchText {
    static var title: String { tr("Search") }
    static var sort: String { tr("Sort") }
    static var results: String { tr("Results") }
    static func startSentence(_ standing: AccountStanding) -> String {
        switch standing {
        case .none: tr("Type a few words to search the sample data. What you star is gone with the window.")
        case .signedIn:
            tr(
                "Type a few words to search the repositories on GitHub. What you star is kept on this computer and starred on GitHub."
            )
        case .signedOut, .refused:
            tr("Type a few words to search the repositories on GitHub. What you star is kept on this computer.")
        }
    }

    static var emptyHeading: String { tr("No Repositories Found") }
    static var clearSearch: String { tr("Clear Search") }
    static var searchWithoutQualifiers: String { tr("Search Without Qualifiers") }
    static var bestMatchOrder: String { tr("Sort by Best Match") }

    static func emptySentence(_ query: String) -> String {
        tr("Nothing matches “%1$s”. Fewer or other words may find more.").filled(query)
    }

    static func sortName(_ key: SortKey) -> String {
        switch key {
        case .bestMatch: tr("Best Match")
        case .stars: tr("Stars")
        case .forks: tr("Forks")
        case .helpWantedIssues: tr("Help-Wanted Issues")
        case .updated: tr("Recently Updated")
        }
    }

    static var descending: String { tr("Descending") }
    static var ascending: String { tr("Ascending") }
}
