import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts about what has changed on the server.
enum UpdatesText {
    static var title: String { trc("favorites", "Updates") }
    static var placeholder: String { tr("Search updates") }
    static var markAllSeen: String { tr("Mark All as Seen") }
    static var nothingHeading: String { tr("No Updates") }

    static var progress: String { tr("Progress of comparing stars") }

    /// - Parameter login: the user whose star list is compared.
    static func comparing(_ login: String) -> String { tr("Comparing the stars of %1$s").filled(login) }

    static func label(of action: UpdateAction) -> String {
        switch action {
        case .remove: RowText.remove
        case .starAgain: tr("Star Again")
        }
    }

    /// - Parameter title: the name that a repository had before.
    static func former(_ title: String) -> String {
        // Translators: %1$s is the name that a repository had before.
        tr("Was %1$s").filled(CleanText.line(title, limit: ItemContent.maxNameLength))
    }

    /// Returns what changed and when, in parts of a line; then what its row says of an item with or without an update.
    static func line(of update: RowUpdate, on item: ItemContent) -> [String] {
        line(of: update) + (item.isStarWaiting ? [StarText.waiting] : [])
            + (item.missingWords.isEmpty ? [] : [RowText.without(item.missingWords, limit: 2)])
    }

    static func line(of update: RowUpdate) -> [String] {
        switch update.kind {
        // Translators: %1$s is when that was noticed, such as "3 days ago".
        case .archived: [tr("Archived %1$s").filled(update.when)]
        case .renamed: [update.formerTitle.map(former) ?? trc("a favorite", "Renamed or moved"), update.when]
        case .gone: [trc("a favorite", "Not available"), update.when]
        case .blocked: [trc("a favorite", "Blocked"), update.when]
        case .unstarred: [trc("a favorite", "No longer starred"), update.when]
        // Translators: a favorite. %1$s is when its new star was noticed, such as "3 days ago".
        case .new: [tr("Added %1$s").filled(update.when)]
        }
    }

    static func seen(_ count: Int) -> String {
        trn("%1$s update marked as seen", "%1$s updates marked as seen", count).filled(NumberText.full(count))
    }

    static func heading(_ kind: StarUpdate.Kind) -> String {
        switch kind {
        case .archived: trc("heading of favorites", "Archived")
        case .renamed: trc("heading of favorites", "Renamed or Moved")
        case .gone: trc("heading of favorites", "Not Available")
        case .blocked: trc("heading of favorites", "Blocked")
        case .unstarred: trc("heading of favorites", "No Longer Starred")
        case .new: trc("heading of favorites", "New Stars")
        }
    }

    static func new(_ count: Int) -> String {
        trn("%1$s new update", "%1$s new updates", count).filled(NumberText.full(count))
    }

    /// - Parameters:
    ///   - login: the user whose list is kept in step.
    ///   - date: when new stars were last looked for.
    ///   - completed: when the complete list was last compared; nil for never.
    static func asOf(_ login: String?, _ date: String, completed: String?) -> String {
        let parts = [
            login.map { tr("Stars of %1$s").filled(CleanText.line($0)) },
            // Translators: when new stars were last looked for: a date, such as November 12, 2026.
            tr("New stars: %1$s").filled(date),
            // Translators: when all stars were last compared: a date, such as November 12, 2026.
            completed.map { tr("All stars: %1$s").filled($0) },
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// - Parameters:
    ///   - latest: when something changed last; nil for never.
    ///   - date: when the list was last compared; nil when it never was.
    static func nothing(since latest: String?, asOf date: String?) -> String {
        guard let date else { return tr("Nothing has been compared yet.") }
        // Translators: %1$s is a date, such as November 12, 2026.
        guard let latest else { return tr("No changes as of %1$s.").filled(date) }
        let sentence = tr("Nothing has changed since %1$s.").filled(latest)
        return latest == date ? sentence : JoinText.sentences([sentence, tr("Last checked on %1$s.").filled(date)])
    }
}
