import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts about stars on GitHub, and about stars that did not reach it.
enum StarText {
    /// The favorites that the account has not starred.
    static var notStarred: String { trc("favorites", "Only Here") }
    static var onlyOnThisComputer: String { tr("Only on this computer") }
    static var allStarred: String { tr("All your favorites are starred on GitHub.") }

    static var starOnGitHub: String { tr("Star on GitHub") }
    static var removeStarFromGitHub: String { tr("Unstar on GitHub") }
    static var starredOnGitHub: String { tr("Starred on GitHub") }
    // Translators: %1$s is a name, such as owner/name.
    static func starred(_ title: String) -> String { tr("%1$s starred on GitHub").filled(title) }
    static func unstarred(_ title: String) -> String { tr("%1$s unstarred on GitHub").filled(title) }
    /// What `is:` can say about a favorite.
    static var starredOrGone: String { tr("Starred on GitHub, or not available") }

    /// Returns the star's state on the server for a tooltip; nil without a star.
    static func state(of item: ItemContent) -> String? {
        if item.isStarWaiting { return waitingFor(isStarred: item.isStarredOnServer == true) }
        return item.isStarredOnServer == true ? starredOnGitHub : nil
    }

    // Translators: GitHub did not receive a star or its removal yet. Stargazer sends it again.
    static var waiting: String { tr("Waiting for GitHub") }
    private static func waitingFor(isStarred: Bool) -> String {
        isStarred ? tr("Waiting to be starred on GitHub") : tr("Waiting to be unstarred on GitHub")
    }

    /// Returns the mark of a row whose star waits, or differs from the favorite; nil otherwise, or without an account.
    static func mark(of item: ItemContent) -> String? {
        if item.isStarWaiting { return waiting }
        guard let isStarred = item.isStarredOnServer, isStarred != item.isFavorite else { return nil }
        if isStarred { return starredOnGitHub }
        // Translators: the favorite has no star there.
        return item.marks.contains(.onlyHere) ? trc("a favorite", "Only Here") : nil
    }

    /// What screen readers say of a favorite and its star. "Starred" means both, or without an account the favorite.
    static func spokenState(of item: ItemContent) -> [String] {
        let isStarred = item.isStarredOnServer ?? item.isFavorite
        let waiting = item.isStarWaiting ? [trc("star", "waiting for GitHub")] : []
        guard isStarred != item.isFavorite else {
            return waiting + [item.isFavorite ? trc("a favorite", "starred") : trc("no favorite", "not starred")]
        }
        return item.isFavorite
            ? waiting + [trc("an item", "favorite"), trc("a favorite", "not starred on GitHub")]
            : waiting + [trc("an item", "not a favorite"), tr("starred on GitHub")]
    }

    static func change(isStarred: Bool) -> String { isStarred ? removeStarFromGitHub : starOnGitHub }

    /// Returns the tooltip of a star button: what it waits for, or what pressing it changes.
    static func tooltip(of item: ItemContent) -> String {
        item.isStarWaiting ? waitingFor(isStarred: item.isStarredOnServer == true) : effect(of: item)
    }

    /// Returns what pressing the star of an item changes.
    static func effect(of item: ItemContent) -> String {
        guard let isStarred = item.isStarredOnServer, isStarred == item.isFavorite else {
            return change(isFavorite: item.isFavorite)
        }
        return isStarred ? tr("Remove from Favorites and Unstar on GitHub") : tr("Add to Favorites and Star on GitHub")
    }

    static func change(isFavorite: Bool) -> String {
        isFavorite ? RowText.removeFromFavorites : CatalogText.addToFavorites
    }
    static func removalHeading(_ confirmation: StarRemovalConfirmation) -> String {
        trn("Remove %1$s Star on GitHub?", "Remove %1$s Stars on GitHub?", confirmation.stars.number)
            .filled(confirmation.stars.text)
    }

    static func removalBody(_ confirmation: StarRemovalConfirmation) -> String {
        // Translators: this follows a sentence about the number of favorites.
        let time = trn(
            "GitHub accepts about one change a second, so removing the stars takes about %1$s minute.",
            "GitHub accepts about one change a second, so removing the stars takes about %1$s minutes.",
            confirmation.minutes
        ).filled(NumberText.full(confirmation.minutes))
        let removal = trn(
            "%1$s favorite will be removed, and its star on GitHub.",
            "%1$s favorites will be removed, and their stars on GitHub.", confirmation.favorites.number
        ).filled(confirmation.favorites.text)
        return JoinText.sentences([removal, time])
    }

    // MARK: Undo

    static func heading(_ confirmation: UndoConfirmation) -> String {
        let text =
            confirmation.isSet
            ? trn("Star %1$s Repository on GitHub?", "Star %1$s Repositories on GitHub?", confirmation.stars)
            : trn("Remove %1$s Star on GitHub?", "Remove %1$s Stars on GitHub?", confirmation.stars)
        return text.filled(NumberText.full(confirmation.stars))
    }

    static func body(_ confirmation: UndoConfirmation) -> String {
        let time = trn(
            "GitHub accepts about one change a second, so this takes about %1$s minute.",
            "GitHub accepts about one change a second, so this takes about %1$s minutes.", confirmation.minutes
        ).filled(NumberText.full(confirmation.minutes))
        return confirmation.isSet ? JoinText.sentences([newDates(confirmation.stars), time]) : time
    }

    static func accept(_ confirmation: UndoConfirmation) -> String {
        confirmation.isSet ? starOnGitHub : RowText.remove
    }

    // Translators: removed stars are set again.
    static func newDates(_ count: Int) -> String {
        trn("%1$s star on GitHub gets a new date.", "%1$s stars on GitHub get a new date.", count)
            .filled(NumberText.full(count))
    }

    /// - Parameter isFavorite: whether the item of the only mutation is a favorite.
    static func problem(_ problem: MutationFailure, isFavorite: Bool) -> String {
        let why = MutationFailureText.reason(
            problem, gone: tr("GitHub rejected the change: the repository is no longer available."))
        guard let mutation = problem.mutations.first, problem.mutations.count == 1 else {
            return JoinText.sentences([MutationFailureText.count(problem), why])
        }
        let later = MutationFailureText.saved(problem)
        guard mutation.isSet == isFavorite else { return JoinText.sentences([why, later].compactMap(\.self)) }
        // Translators: about a repository.
        let kept = mutation.isSet ? tr("Added to Favorites.") : trc("a repository", "Removed from Favorites.")
        return JoinText.sentences([kept, why, later].compactMap(\.self))
    }
}
