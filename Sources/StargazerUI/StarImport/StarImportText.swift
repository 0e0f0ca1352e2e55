import GtkBridge
import StargazerCore
import StargazerLibrary

enum StarImportText {
    static var cancel: String { tr("Cancel") }

    /// Returns the note under the offer to import stars.
    static func offer(_ offer: StarImportOffer) -> String {
        guard let loaded = offer.loaded, loaded.number > 0 else {
            return tr("Add your GitHub stars to Favorites")
        }
        return trn(
            "%1$s star added so far; more to add", "%1$s stars added so far; more to add",
            loaded.number
        )
        .filled(loaded.text)
    }

    static var dismiss: String { tr("Dismiss") }
    static var progress: String { tr("Star import progress") }

    static func running(loaded: NumberContent, of stars: NumberContent?, isPublic: Bool = false) -> String {
        guard let stars, loaded.number > 0 else {
            return isPublic ? tr("Bringing stars…") : tr("Bringing your stars…")
        }
        let text =
            isPublic
            ? trn("Bringing stars: %1$s of %2$s", "Bringing stars: %1$s of %2$s", stars.number)
            : trn("Bringing your stars: %1$s of %2$s", "Bringing your stars: %1$s of %2$s", stars.number)
        return text.filled(loaded.text, stars.text)
    }

    /// Returns the progress with the reason of a wait: "5,900 of 8,210 stars · continues at 14:20".
    static func waiting(loaded: NumberContent, of stars: NumberContent?, _ reason: BackgroundWait) -> String {
        let progress = stars.map {
            trn("%1$s of %2$s star", "%1$s of %2$s stars", $0.number).filled(loaded.text, $0.text)
        }
        return [progress, wait(reason)].compactMap(\.self).joined(separator: " · ")
    }

    /// Returns when it goes on.
    static func wait(_ reason: BackgroundWait) -> String {
        switch reason {
        // Translators: %1$s is a time of day.
        case .rateLimit(let time), .throttled(let time), .server(let time): tr("continues at %1$s").filled(time)
        case .offline: tr("continues when online")
        case .reserved: tr("waits for the rate limit")
        case .storage: tr("Favorites cannot be saved. Check the free disk space.")
        }
    }

    static func cancelled(loaded: NumberContent) -> String {
        if loaded.number == 0 { return tr("Canceled. No stars were added.") }
        return trn(
            "Canceled. %1$s star was added; you can bring the rest later.",
            "Canceled. %1$s stars were added; you can bring the rest later.", loaded.number
        ).filled(loaded.text)
    }

    static func finished(new: NumberContent, existing: NumberContent) -> String {
        let existingPart = {
            trn("%1$s was already a favorite", "%1$s were already favorites", existing.number).filled(existing.text)
        }
        switch (new.number, existing.number) {
        case (0, 0): return tr("This account has no stars yet")
        case (0, _):
            return trn(
                "No new stars: %1$s was already a favorite", "No new stars: %1$s were already favorites",
                existing.number
            ).filled(existing.text)
        case (_, 0): return newPart(new)
        default: return JoinText.clauses(newPart(new), existingPart())
        }
    }

    /// Returns what the list lacked; nil for nothing.
    static func gaps(_ gaps: StarListGaps) -> String? {
        let parts = [gaps.unreadable.map { RowText.couldNotRead($0) + "." }, gaps.problem.map(problem)]
        let sentences = parts.compactMap(\.self)
        return sentences.isEmpty ? nil : JoinText.sentences(sentences)
    }

    static func problem(_ problem: StarListProblemContent) -> String {
        switch problem {
        case .empty: tr("GitHub returned an empty list. The stars will be compared next week.")
        case .partial: tr("GitHub did not return all stars. They will be compared next week.")
        case .short(let came, let stars):
            trn(
                "GitHub returned %1$s of %2$s star. The list will be compared next week.",
                "GitHub returned %1$s of %2$s stars. The list will be compared next week.", stars.number
            ).filled(came.text, stars.text)
        case .otherOwner: tr("Another account has this username now. Its stars are not added.")
        }
    }

    private static func newPart(_ new: NumberContent) -> String {
        trn("%1$s star was added", "%1$s stars were added", new.number).filled(new.text)
    }

    /// Returns the best action for a failure.
    static func help(_ failure: StarImportFailure) -> FailureWording.Action {
        guard case .account(let content) = failure else { return .tryAgain }
        return FailureText.wording(of: content, signInState: .signedIn).actions.first ?? .tryAgain
    }

    static func failed(_ failure: StarImportFailure, loaded: NumberContent) -> String {
        let reason: String
        switch failure {
        case .library(let failure): reason = LibraryText.toast(of: failure)
        case .otherOwner: reason = problem(.otherOwner)
        case .account(let content):
            if let until = content.until {
                reason = tr("GitHub accepts requests again at %1$s.").filled(until)
            } else {
                reason = FailureText.line(FailureText.wording(of: content, signInState: .signedIn))
            }
        }
        guard loaded.number > 0 else { return reason }
        let importedSoFar = trn("%1$s star was added.", "%1$s stars were added.", loaded.number).filled(
            loaded.text)
        return JoinText.sentences([reason, importedSoFar])
    }
}
