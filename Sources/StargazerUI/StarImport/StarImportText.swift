import GtkBridge
import StargazerCore

/// The texts about importing an account's stars.
enum StarImportText {
    static var cancel: String { tr("Cancel") }
    static var importStars: String { tr("Import Your Stars from GitHub") }

    /// Returns the note under the offer to import stars.
    static func offer(_ offer: StarImportOffer) -> String {
        guard let loaded = offer.loaded, loaded.number > 0 else {
            return tr("What you have starred becomes favorites here")
        }
        return trn(
            "%1$s star has come so far; the rest follows", "%1$s stars have come so far; the rest follows",
            loaded.number
        )
        .filled(loaded.text)
    }

    static var dismiss: String { tr("Dismiss") }
    static var progress: String { tr("Progress of importing your stars") }

    static func running(loaded: NumberContent, about: NumberContent?) -> String {
        if let about {
            return trn(
                "Importing your stars: %1$s of about %2$s", "Importing your stars: %1$s of about %2$s", about.number
            ).filled(loaded.text, about.text)
        }
        if loaded.number == 0 { return tr("Importing your stars…") }
        return tr("Importing your stars: %1$s so far").filled(loaded.text)
    }

    static func cancelled(loaded: NumberContent) -> String {
        if loaded.number == 0 { return tr("Stopped before any star came") }
        return trn(
            "Stopped: %1$s star was imported, the rest can follow later",
            "Stopped: %1$s stars were imported, the rest can follow later", loaded.number
        ).filled(loaded.text)
    }

    static func finished(new: NumberContent, known: NumberContent) -> String {
        let knownPart = {
            trn("%1$s was a favorite already", "%1$s were favorites already", known.number).filled(known.text)
        }
        switch (new.number, known.number) {
        case (0, 0): return tr("This account has no stars yet")
        case (0, _):
            return trn(
                "Nothing new: %1$s star was a favorite already", "Nothing new: %1$s stars were favorites already",
                known.number
            ).filled(known.text)
        case (_, 0): return newPart(new)
        default: return JoinText.clauses(newPart(new), knownPart())
        }
    }

    private static func newPart(_ new: NumberContent) -> String {
        trn("%1$s star was imported", "%1$s stars were imported", new.number).filled(new.text)
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
        case .account(let content):
            if let until = content.until {
                reason = tr("GitHub asks for a pause until %1$s.").filled(until)
            } else {
                reason = AppText.notice(FailureText.wording(of: content, signInState: .signedIn))
            }
        }
        guard loaded.number > 0 else { return reason }
        let importedSoFar = trn("%1$s star has come so far.", "%1$s stars have come so far.", loaded.number).filled(
            loaded.text)
        return JoinText.sentences([reason, importedSoFar])
    }
}
