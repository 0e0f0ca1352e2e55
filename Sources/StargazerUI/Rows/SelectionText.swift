import GtkBridge
import StargazerCore
import StargazerLibrary

enum SelectionText {
    /// The accessible name of the bar.
    static var name: String { trc("selected rows", "Selection") }
    static var export: String { tr("Export…") }
    /// The button of a menu with what can be copied.
    static var copy: String { tr("Copy") }
    static var copyLinks: String { tr("Copy Links") }
    static var copyTable: String { tr("Copy Markdown Table") }
    static var columns: (name: String, summary: String) { (tr("Name"), tr("Description")) }
    static var saveAll: String { tr("Save All…") }
    static var noPictures: String { tr("No pictures are selected.") }
    static var remove: String { tr("Remove from Favorites") }
    /// Shown in place of ``remove``.
    static var shortRemove: String { tr("Remove") }
    static var add: String { tr("Add to Favorites") }
    static var cancel: String { tr("Cancel") }

    /// The title of the list.
    static func count(_ count: NumberContent) -> String {
        trn("%1$s Selected", "%1$s Selected", count.number).filled(count.text)
    }

    static func heading(_ count: NumberContent, areFavorites: Bool) -> String {
        let text =
            areFavorites
            ? trn("%1$s Favorite Selected", "%1$s Favorites Selected", count.number)
            : trn("%1$s Result Selected", "%1$s Results Selected", count.number)
        return text.filled(count.text)
    }

    struct Group: Equatable {
        var title: String?
        var facts: [Fact]
        /// Whether the names have the dots of languages.
        var hasDots = false
    }

    struct Fact: Equatable {
        var name: String
        var value: String
    }

    static func groups(_ summary: SelectionSummary, of count: NumberContent) -> [Group] {
        // Translators: the number of repositories in a language, and of all selected ones.
        var languages = summary.languages.map {
            Fact(
                name: $0.name,
                value: trn("%1$s of %2$s", "%1$s of %2$s", count.number).filled($0.count.text, count.text))
        }
        if let more = summary.moreLanguages {
            languages.append(Fact(name: tr("Other Languages"), value: more.text))
        }
        let dates = [
            summary.added.map { Fact(name: FavoritesText.sortName(.added), value: span($0)) },
            summary.pushed.map { Fact(name: SearchText.sortName(.pushed), value: span($0)) },
        ]
        return [
            Group(title: tr("Languages"), facts: languages, hasDots: true), Group(facts: dates.compactMap(\.self)),
        ].filter { !$0.facts.isEmpty }
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

    static func tableCopied(_ count: Int) -> String {
        trn("%1$s row copied", "%1$s rows copied", count).filled(NumberText.full(count))
    }

    static func linksCopied(_ count: Int) -> String {
        trn("%1$s link copied", "%1$s links copied", count).filled(NumberText.full(count))
    }
}
