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

    /// The heading of the summary.
    static func heading(_ count: NumberContent, areFavorites: Bool) -> String {
        let text =
            areFavorites
            ? trn("%1$s Favorite Selected", "%1$s Favorites Selected", count.number)
            : trn("%1$s Result Selected", "%1$s Results Selected", count.number)
        return text.filled(count.text)
    }

    /// What the selected items are.
    static func facts(_ summary: SelectionSummary) -> [Fact] {
        // Translators: a programming language, and the number of its repositories.
        var languages = summary.languages.map { tr("%1$s (%2$s)").filled($0.name, $0.count.text) }
        if let more = summary.moreLanguages {
            languages.append(trn("%1$s other", "%1$s others", more.number).filled(more.text))
        }
        return [
            languages.isEmpty ? nil : Fact(label: tr("Languages"), text: JoinText.list(languages)),
            summary.added.map { Fact(label: FavoritesText.sortName(.added), text: span($0)) },
            summary.pushed.map { Fact(label: SearchText.sortName(.pushed), text: span($0)) },
        ].compactMap(\.self)
    }

    private static func span(_ span: SelectionSummary.Span) -> String {
        // Translators: the months of the first and the last of several dates.
        span.first == span.last ? span.first : tr("%1$s to %2$s").filled(span.first, span.last)
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
