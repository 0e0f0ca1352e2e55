import GtkBridge
import StargazerCore
import StargazerLibrary

enum RowText {
    static var star: String { trc("button", "Star") }
    static var removeFromFavorites: String { tr("Remove from Favorites") }
    static var remove: String { trc("favorites and stars", "Remove") }
    /// The mark of an item that its server no longer has, or does not show.
    static var notAvailable: String { trc("an item", "Not Available") }
    static var showDetails: String { tr("Show Details") }
    static var openInBrowser: String { tr("Open in Browser") }
    static var copyLink: String { tr("Copy Link") }
    static var loadMore: String { tr("Load More") }
    static var noPicture: String { tr("Picture could not be loaded") }
    static var missingPictures: String { tr("Some pictures could not be loaded.") }
    static var tryPictureAgain: String { tr("Try Again") }
    static var loading: String { tr("Loading more results") }

    static func accessibleName(_ row: ItemContent) -> String {
        var parts =
            [row.title] + (row.isNew ? [SavedSearchText.spokenNew] : [])
            + CatalogPresentations.registered[row.id.catalog].accessibleMetadata(row)
        if !row.missingWords.isEmpty { parts.append(without(row.missingWords)) }
        if row.isGone { parts.append(notAvailable) }
        return JoinText.list(parts + StarText.spokenState(of: row))
    }

    static func accessibleDescription(_ row: ItemContent) -> String {
        let line = row.update.map { JoinText.list(UpdatesText.line(of: $0)) } ?? row.summary
        return [line, row.matchingLine?.text ?? ""].filter {
            !$0.isEmpty
        }.joined(separator: "\n")
    }

    static func resultLimit(limit: String, total: String?, of service: String) -> String {
        // Translators: %1$s is a service such as GitHub, %2$s and %3$s are numbers of results.
        guard let total else { return tr("%1$s returns only the first %2$s results.").filled(service, limit) }
        return tr("%1$s returns only the first %2$s of %3$s results.").filled(service, limit, total)
    }

    /// The line below the limit: what loading more costs.
    static func searchesBeyondLimit(_ most: Int) -> String {
        trn("Loading more takes up to %1$s search.", "Loading more takes up to %1$s searches.", most).filled(
            NumberText.full(most))
    }

    static func count(_ count: CountContent, of service: String, presentation: any CatalogPresentation) -> String {
        let total = count.totalText.flatMap { text in
            count.total != count.shown || count.slices != nil
                ? NumberContent(number: count.total ?? 0, text: text) : nil
        }
        var text = presentation.resultCount(NumberContent(number: count.shown, text: count.shownText), of: total)
        if count.isIncomplete { text += " · " + tr("incomplete: %1$s timed out").filled(service) }
        if let unreadable = count.unreadable { text += " · " + couldNotRead(unreadable) }
        return text
    }

    /// - Parameter entries: the number of entries of a list from the server.
    static func couldNotRead(_ entries: NumberContent) -> String {
        trn("%1$s could not be read", "%1$s could not be read", entries.number).filled(entries.text)
    }

    /// The text in place of the count while another search is running.
    static func olderResults(_ query: String) -> String { tr("Results for “%1$s”").filled(CleanText.line(query)) }

    /// - Parameter presentation: that of the only catalog in the scope; nil for favorites of any kind.
    static func favoritesCount(_ count: FavoritesCountContent, _ presentation: (any CatalogPresentation)?) -> String {
        [completeCount(count, presentation), count.partial.map(partialCount)].compactMap(\.self).joined(
            separator: " · ")
    }

    /// Returns the words of a search that a row lacks.
    /// - Parameter limit: the maximum number of words, for a line that shows only what fits.
    static func without(_ words: [String], limit: Int = .max) -> String {
        let shown = quoted(Array(words.prefix(limit))) + (words.count > limit ? "…" : "")
        // Translators: in a row. %1$s is one or more words in quotation marks that it does not contain.
        return tr("without %1$s").filled(shown)
    }

    static func quoted(_ words: [String]) -> String {
        // Translators: a word of a search, in quotation marks.
        words.map { trc("word", "“%1$s”").filled(CleanText.line($0, limit: 40)) }.joined(separator: ", ")
    }

    /// Returns the number of favorites that have some of the words.
    private static func partialCount(_ count: NumberContent) -> String {
        // Translators: favorites that contain some of the words of a search.
        trn("%1$s partial match", "%1$s partial matches", count.number).filled(count.text)
    }

    private static func completeCount(
        _ count: FavoritesCountContent, _ presentation: (any CatalogPresentation)?
    ) -> String? {
        guard let shown = count.shown else { return nil }
        if let presentation { return presentation.resultCount(shown, of: count.total) }
        if let total = count.total {
            return trn("%1$s of %2$s favorite", "%1$s of %2$s favorites", total.number).filled(shown.text, total.text)
        }
        return trn("%1$s favorite", "%1$s favorites", shown.number).filled(shown.text)
    }
}
