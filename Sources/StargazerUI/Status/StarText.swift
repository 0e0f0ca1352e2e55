import GtkBridge
import StargazerCore

/// How a star that did not reach GitHub is said.
enum StarText {
    static var starOnGitHub: String { tr("Star on GitHub") }
    static var removeStarFromGitHub: String { tr("Remove Star from GitHub") }
    static var starredOnGitHub: String { tr("Starred on GitHub") }

    /// The mark in a row.
    static var onServer: String { tr("✓ On GitHub") }
    static var spokenOnServer: String { tr("starred on GitHub") }

    static func change(isStarred: Bool) -> String { isStarred ? removeStarFromGitHub : starOnGitHub }

    static func problem(_ problem: StarProblem) -> String {
        let why = WishText.reason(problem, gone: tr("GitHub refused: the repository is no longer there."))
        guard let wish = problem.wishes.first, problem.wishes.count == 1 else {
            return trn(
                "%1$s change is not on GitHub. %2$s", "%1$s changes are not on GitHub. %2$s", problem.wishes.count
            ).filled(String(problem.wishes.count), why)
        }
        guard wish.isOfFavorite else { return why }
        return wish.isStarred
            ? tr("Kept in Favorites. %1$s").filled(why) : tr("Removed from Favorites. %1$s").filled(why)
    }
}
