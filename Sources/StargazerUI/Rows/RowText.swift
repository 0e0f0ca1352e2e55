import GtkBridge
import StargazerCore

/// The words of a row.
enum RowText {
    static var star: String { trc("button", "Star") }
    static var addToFavorites: String { tr("Add to Favorites") }
    static var removeFromFavorites: String { tr("Remove from Favorites") }
    static var showDetails: String { tr("Show Details") }
    static var openInBrowser: String { tr("Open in Browser") }
    static var copyLink: String { tr("Copy Link") }
    static var copyCloneAddress: String { tr("Copy Clone Address") }
    static var loadMore: String { tr("Load More") }
    static var tryAgain: String { tr("Try Again") }
    static var loading: String { tr("Loading more results") }

    static func starTooltip(isFavorite: Bool, isSignedIn: Bool) -> String {
        if isSignedIn { return isFavorite ? trc("button", "Unstar") : star }
        return isFavorite ? removeFromFavorites : addToFavorites
    }

    private static var onGitHub: String { tr("✓ On GitHub") }

    static func marks(archived: Bool, fork: Bool, template: Bool, mirror: Bool) -> [String] {
        var marks: [String] = []
        if archived { marks.append(trc("kind of repository", "Archived")) }
        if fork { marks.append(trc("kind of repository", "Fork")) }
        if template { marks.append(trc("kind of repository", "Template")) }
        if mirror { marks.append(trc("kind of repository", "Mirror")) }
        return marks
    }

    static func pushed(_ when: String) -> String { tr("pushed %1$s").filled(when) }

    /// The dim line of a row, and where in it (UTF-8 offsets) the dot of the language stands.
    static func meta(_ row: ItemRowContent) -> (text: String, dot: Range<Int>) {
        let marks = marks(archived: row.isArchived, fork: row.isFork, template: row.isTemplate, mirror: row.isMirror)
        let stars = row.isStarredOnServer == true ? ["★ " + row.stars, onGitHub] : ["★ " + row.stars]
        var text = (stars + marks).joined(separator: " · ")
        var dot = 0..<0
        if let language = row.language {
            text += " · "
            dot = text.utf8.count..<(text.utf8.count + "●".utf8.count)
            text += "● " + language
        }
        if let pushed = row.pushed { text += " · " + self.pushed(pushed) }
        return (text, dot)
    }

    /// What a screen reader says of the whole row.
    static func accessibleName(_ row: ItemRowContent) -> String {
        var parts = [row.title]
        if let language = row.language { parts.append(language) }
        parts.append(trn("%1$s star", "%1$s stars", row.starCount).filled(row.starsFull))
        parts += marks(archived: row.isArchived, fork: row.isFork, template: row.isTemplate, mirror: row.isMirror)
        if row.isStarredOnServer == true { parts.append(tr("starred on GitHub")) }
        parts.append(row.isFavorite ? tr("starred") : tr("not starred"))
        return parts.joined(separator: ", ")
    }

    static func ceiling(limit: String, total: String?) -> String {
        guard let total else { return tr("GitHub gives only the first %1$s results.").filled(limit) }
        return tr("GitHub gives only the first %1$s of %2$s.").filled(limit, total)
    }

    static func count(_ count: CountContent) -> String {
        var text: String
        if let total = count.totalText, count.total != count.shown {
            text = tr("%1$s of %2$s").filled(count.shownText, total)
        } else {
            text = trn("%1$s result", "%1$s results", count.shown).filled(count.shownText)
        }
        if count.isIncomplete { text += " · " + tr("GitHub did not finish looking") }
        return text
    }

    static func favoritesCount(_ count: CountContent) -> String {
        if let total = count.totalText, count.total != count.shown {
            return tr("%1$s of %2$s").filled(count.shownText, total)
        }
        return trn("%1$s favorite", "%1$s favorites", count.shown).filled(count.shownText)
    }
}
