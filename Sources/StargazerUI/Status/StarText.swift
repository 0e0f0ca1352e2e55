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
        let why = reason(problem)
        guard let wish = problem.wishes.first, problem.wishes.count == 1 else {
            return trn(
                "%1$s change is not on GitHub. %2$s", "%1$s changes are not on GitHub. %2$s", problem.wishes.count
            ).filled(String(problem.wishes.count), why)
        }
        guard wish.isOfFavorite else { return why }
        return wish.isStarred
            ? tr("Kept in Favorites. %1$s").filled(why) : tr("Removed from Favorites. %1$s").filled(why)
    }

    /// What helps, and how it is called; nil when nothing does.
    static func action(_ problem: StarProblem) -> (label: String, action: FailureWording.Action)? {
        switch problem.failure {
        case .unauthorized: (FailureText.label(of: .signInAgain), .signInAgain)
        case .notAllowed: (FailureText.label(of: .openPreferences), .openPreferences)
        case .blocked, .gone, .otherServer, .cancelled, .invalidQuery, .badQuery: nil
        default: (FailureText.tryAgain, .tryAgain)
        }
    }

    private static func reason(_ problem: StarProblem) -> String {
        switch problem.failure {
        case .offline: tr("GitHub could not be reached: you are offline.")
        case .timedOut: tr("GitHub did not answer in time.")
        case .insecure: tr("Nothing was sent: the server could not prove who it is.")
        case .unauthorized: tr("GitHub refused: the token was not accepted.")
        case .notAllowed(let needs): PermissionText.refusal(needs)
        case .blocked(let reason?, _): tr("GitHub refused: it is blocked (%1$s).").filled(CleanText.line(reason))
        case .blocked(nil, _): tr("GitHub refused: it is blocked.")
        case .gone: tr("GitHub refused: the repository is no longer there.")
        case .server(let status): tr("GitHub refused: it has a problem (%1$s).").filled(String(status))
        case .rateLimited, .askedToSlowDown:
            problem.until.map { tr("GitHub refused: too many requests until %1$s.").filled($0) }
                ?? tr("GitHub refused: too many requests.")
        case .unreadable(let code), .unexpected(let code):
            tr("GitHub answered something unexpected (%1$s).").filled(code)
        case .invalidQuery, .badQuery, .otherServer, .cancelled: tr("GitHub refused.")
        }
    }
}
