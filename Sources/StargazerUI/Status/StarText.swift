import GtkBridge
import StargazerCore

/// The texts about stars on GitHub, and about stars that did not reach it.
enum StarText {
    static var starOnGitHub: String { tr("Star on GitHub") }
    static var removeStarFromGitHub: String { tr("Remove Star from GitHub") }
    static var starredOnGitHub: String { tr("Starred on GitHub") }

    /// The mark in a row.
    static var onServer: String { tr("✓ On GitHub") }
    static var spokenOnServer: String { tr("starred on GitHub") }

    static func change(isStarred: Bool) -> String { isStarred ? removeStarFromGitHub : starOnGitHub }

    static func problem(_ problem: StarMutationFailure) -> String {
        let why = MutationFailureText.reason(problem, gone: tr("GitHub refused: the repository is no longer there."))
        guard let mutation = problem.mutations.first, problem.mutations.count == 1 else {
            return JoinText.sentences([MutationFailureText.count(problem), why])
        }
        guard mutation.isFromFavorite else { return why }
        // Translators: about a repository.
        let kept = mutation.isStarred ? tr("Kept in Favorites.") : trc("a repository", "Removed from Favorites.")
        return JoinText.sentences([kept, why])
    }
}
