import GtkBridge
import StargazerCore
import StargazerLibrary

enum FollowText {
    static var follow: String { trc("button", "Follow") }
    static var unfollow: String { trc("button", "Unfollow") }
    static var you: String { tr("This is you") }
    static var eachOther: String { tr("You follow each other") }
    // Translators: below a person's name: you follow this person.
    static var youFollow: String { tr("You follow") }
    static var followsYou: String { tr("Follows you") }

    static func change(isFollowed: Bool) -> String { isFollowed ? unfollow : follow }

    /// Returns what a button that says whether the user follows leaves unsaid.
    static func statusBeyondButton(_ mark: FollowState?) -> String? {
        mark?.isOwn == true ? you : mark?.followsBack == true ? followsYou : nil
    }

    /// Returns the text about who follows; nil where neither does.
    static func status(_ mark: FollowState?) -> String? {
        if mark?.isOwn == true { return you }
        return switch (mark?.isFollowed == true, mark?.followsBack == true) {
        case (true, true): eachOther
        case (true, false): youFollow
        case (false, true): followsYou
        case (false, false): nil
        }
    }

    static func problem(_ problem: MutationFailure) -> String {
        let why = MutationFailureText.reason(
            problem, gone: tr("GitHub rejected the change: the account is no longer available."))
        guard let mutation = problem.mutations.first, problem.mutations.count == 1 else {
            return JoinText.sentences([MutationFailureText.count(problem), why])
        }
        if let later = MutationFailureText.saved(problem) { return JoinText.sentences([why, later]) }
        let name = mutation.item.cleanTitle
        let outcome =
            mutation.isSet
            ? tr("You do not follow %1$s yet.").filled(name) : tr("You still follow %1$s.").filled(name)
        return JoinText.sentences([outcome, why])
    }
}
