import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts about mutations that the account's server did not accept.
enum MutationFailureText {
    /// Returns the label and the action that may help; nil for none.
    static func action(_ problem: MutationFailure) -> (
        label: String, action: FailureWording.Action
    )? {
        switch problem.failure {
        case .unauthorized: (FailureText.label(of: .signInAgain), .signInAgain)
        case .tokenRefused(let refusal):
            refusal.page.map { (FailureText.label(of: .authorizeToken($0)), .authorizeToken($0)) }
        case .notAllowed: (FailureText.label(of: .openPreferences), .openPreferences)
        case .blocked, .gone, .otherServer, .notCached, .notSent, .cancelled, .invalidQuery, .badQuery: nil
        default: (FailureText.tryAgain, .tryAgain)
        }
    }

    /// The sentence about mutations that wait in the outbox; nil when they do not.
    static func saved(_ problem: MutationFailure) -> String? {
        problem.isSaved ? tr("The change will be sent later.") : nil
    }

    /// Returns the number of failed mutations as a sentence.
    static func count(_ problem: MutationFailure) -> String {
        let count = problem.mutations.count
        let text =
            problem.isSaved
            ? trn("%1$s change will be sent later.", "%1$s changes will be sent later.", count)
            : trn("%1$s change was not saved on GitHub.", "%1$s changes were not saved on GitHub.", count)
        return text.filled(NumberText.full(count))
    }

    /// - Parameter gone: the text for an item that no longer exists.
    static func reason(_ problem: MutationFailure, gone: String) -> String {
        switch problem.failure {
        case .offline: tr("GitHub could not be reached: you are offline.")
        case .proxyRefused(let refusal): FailureText.proxy(refusal, to: "GitHub")
        case .timedOut: tr("GitHub did not respond in time.")
        case .insecure: tr("Nothing was sent: the server’s identity could not be verified.")
        case .unauthorized: tr("GitHub rejected the change: the token was not accepted.")
        case .notAllowed(let needs): PermissionText.refusal(needs)
        case .tokenRefused(let refusal):
            if refusal.needsSignOn, let name = refusal.organization {
                tr("GitHub rejected the change: %1$s requires single sign-on for your token.").filled(
                    CleanText.line(name))
            } else {
                JoinText.sentences([
                    tr("GitHub rejected the change."),
                    tr("Message from %1$s: %2$s").filled("GitHub", CleanText.line(refusal.message)),
                ])
            }
        case .blocked(let reason?, _):
            tr("GitHub rejected the change: access is blocked (%1$s).").filled(CleanText.line(reason))
        case .blocked(nil, _): tr("GitHub rejected the change: access is blocked.")
        case .gone: gone
        case .server(let status): tr("GitHub has a problem (%1$s).").filled(String(status))
        case .rateLimited, .throttled:
            if let until = problem.until {
                tr("GitHub rejected the change: too many requests. It accepts more from %1$s.").filled(until)
            } else {
                tr("GitHub rejected the change: too many requests.")
            }
        case .unreadable(let code), .unexpected(let code):
            tr("GitHub sent an unexpected response (%1$s).").filled(code)
        case .invalidQuery, .badQuery, .otherServer, .notCached, .notSent, .cancelled:
            tr("GitHub rejected the change.")
        }
    }
}
