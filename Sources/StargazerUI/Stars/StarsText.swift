import GtkBridge
import StargazerCore

/// The words of importing an account's stars.
enum StarsText {
    static var cancel: String { tr("Cancel") }
    static var bringIn: String { tr("Import Your Stars from GitHub") }

    /// What pressing that does.
    static func offer(_ offer: StarsOffer) -> String {
        guard let came = offer.came, came.number > 0 else { return tr("What you have starred becomes favorites here") }
        return trn(
            "%1$s star has come so far; the rest follows", "%1$s stars have come so far; the rest follows", came.number
        )
        .filled(came.text)
    }

    static var dismiss: String { tr("Dismiss") }
    static var progress: String { tr("Progress of importing your stars") }

    static func running(came: NumberContent, about: NumberContent?) -> String {
        if let about {
            return trn(
                "Importing your stars: %1$s of about %2$s", "Importing your stars: %1$s of about %2$s", about.number
            ).filled(came.text, about.text)
        }
        if came.number == 0 { return tr("Importing your stars…") }
        return tr("Importing your stars: %1$s so far").filled(came.text)
    }

    static func cancelled(came: NumberContent) -> String {
        if came.number == 0 { return tr("Stopped before any star came") }
        return trn(
            "Stopped: %1$s star was imported, the rest can follow later",
            "Stopped: %1$s stars were imported, the rest can follow later", came.number
        ).filled(came.text)
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

    /// What helps best.
    static func help(_ failure: StarsImportFailure) -> FailureWording.Action {
        guard case .account(let content) = failure else { return .tryAgain }
        return FailureText.wording(of: content, standing: .signedIn).actions.first ?? .tryAgain
    }

    static func failed(_ failure: StarsImportFailure, came: NumberContent) -> String {
        let reason: String
        switch failure {
        case .library(let failure): reason = LibraryText.toast(of: failure)
        case .account(let content):
            if let until = content.until {
                reason = tr("GitHub asks for a pause until %1$s.").filled(until)
            } else {
                reason = AppText.notice(FailureText.wording(of: content, standing: .signedIn))
            }
        }
        guard came.number > 0 else { return reason }
        let kept = trn("%1$s star has come so far.", "%1$s stars have come so far.", came.number).filled(came.text)
        return JoinText.sentences([reason, kept])
    }
}
