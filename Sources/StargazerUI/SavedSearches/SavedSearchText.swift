import GtkBridge
import StargazerCore
import StargazerLibrary

enum SavedSearchText {
    static var title: String { trc("heading in the sidebar", "Saved Searches") }
    static var save: String { tr("Save") }
    static var cancel: String { tr("Cancel") }
    static var replaceAction: String { trc("a saved search", "Replace") }
    static var saveHeading: String { tr("Save Search") }
    static var saveTooltip: String { tr("Save Search…") }
    static var renameHeading: String { tr("Rename Saved Search") }
    static var renameAction: String { trc("a saved search", "Rename") }
    static var name: String { trc("field", "Name") }

    static var rename: String { trc("a saved search", "Rename…") }
    static var update: String { tr("Update Saved Search") }
    static var moveUp: String { tr("Move Up") }
    static var moveDown: String { tr("Move Down") }
    static var delete: String { trc("a saved search", "Delete") }

    static var saved: String { tr("Search saved") }
    static func updated(_ name: String) -> String { tr("“%1$s” updated").filled(name) }
    static func deleted(_ name: String) -> String { tr("“%1$s” deleted").filled(name) }
    static func alreadySaved(_ name: String) -> String { tr("Already saved as “%1$s”").filled(name) }
    static var nothingToSave: String { tr("Nothing to save. Type a search or choose filters first.") }
    static var cannotOpen: String { tr("This saved search cannot be opened in this version of Stargazer.") }

    // MARK: New results

    /// Returns what follows the number of results in the line above them.
    static func new(_ content: NewResultsContent) -> String {
        // Translators: %2$s is a weekday, a date or a time of day: "3 new since Tuesday".
        trn("%1$s new since %2$s", "%1$s new since %2$s", content.count.number)
            .filled(content.count.text, content.since)
    }

    /// Adds the number of new results to the line above them.
    static func count(_ count: String, _ new: NewResultsContent?) -> String {
        [count, new.map(Self.new)].compactMap(\.self).joined(separator: " · ")
    }

    // Translators: a result of a saved search that was not there before.
    static var spokenNew: String { trc("a result", "new") }

    /// Returns the accessible name of a row of the sidebar.
    static func accessibleName(_ search: SavedSearchContent, new: NumberContent?) -> String {
        let results = new.map { trn("%1$s new result", "%1$s new results", $0.number).filled($0.text) }
        return JoinText.list(
            [search.name, tr("saved search"), results, search.failure == nil ? nil : tr("could not be refreshed")]
                .compactMap(\.self))
    }

    /// Returns the tooltip of a row of the sidebar.
    static func tooltip(_ search: SavedSearchContent) -> String? {
        guard let failure = search.failure else { return nil }
        return FailureText.line(FailureText.wording(of: failure, signInState: .none))
    }

    // MARK: Refreshing

    static var refreshAll: String { tr("Refresh Saved Searches") }
    static var stopRefreshing: String { tr("Stop Refreshing Saved Searches") }

    /// Returns the visible text of the row that refreshes.
    static func refresh(_ phase: BackgroundPhase) -> String {
        switch phase {
        case .working(let progress):
            // Translators: %1$s of %2$s saved searches.
            tr("Refreshing %1$s of %2$s").filled(NumberText.full(progress.done.number + 1), progress.total.text)
        case .waiting(.rateLimit(let until), _), .waiting(.throttled(let until), _), .waiting(.server(let until), _):
            tr("Waiting until %1$s").filled(until)
        case .waiting: tr("Waiting for limit to reset")
        case .idle, .off, .paused, .unauthorized: trc("saved searches", "Refresh")
        }
    }

    static func refreshTooltip(_ phase: BackgroundPhase) -> String {
        switch phase {
        case .working: stopRefreshing
        case .waiting: tr("The other searches are refreshed when the limit resets. Press to stop.")
        case .idle, .off, .paused, .unauthorized: refreshAll
        }
    }

    // MARK: Failures

    static var nameTaken: String { tr("A saved search with this name already exists.") }

    static func failure(_ failure: AnnotationFailure) -> String {
        switch failure {
        case .emptyName: tr("Enter a name.")
        case .nameTooLong:
            trn(
                "The name can have at most %1$s character.", "The name can have at most %1$s characters.",
                Tag.maxNameLength
            ).filled(NumberText.full(Tag.maxNameLength))
        case .textTooLong: tr("Not saved: the search text is too long.")
        case .tooMany:
            trn(
                "Not saved: you can have at most %1$s saved search. Delete some first.",
                "Not saved: you can have at most %1$s saved searches. Delete some first.", SavedSearch.maxCount
            ).filled(NumberText.full(SavedSearch.maxCount))
        case .deleted, .missingItem: tr("Not saved: this search was deleted.")
        case .library(let failure): LibraryText.toast(of: failure)
        }
    }
}
