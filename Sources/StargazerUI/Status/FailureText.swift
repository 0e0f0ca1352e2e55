import Foundation
import GtkBridge
import StargazerCore

/// How a failure is said: a heading, one sentence, and what can be done.
struct FailureWording: Equatable {
    enum Action: Equatable {
        case tryAgain
        case editSearch
        case signIn
        case signInAgain
        case openPreferences
    }

    var icon: String
    var heading: String
    var sentence: String
    /// What may help, the best first.
    var actions: [Action]
    /// A code that can be reported, for failures nobody foresaw.
    var code: String?
    var link: URL?
}

enum FailureText {
    static func wording(of content: FailureContent, standing: AccountStanding) -> FailureWording {
        switch content.failure {
        case .offline:
            say("network-offline-symbolic", tr("You Are Offline"), tr("Favorites still work."))
        case .timedOut:
            say(
                "network-error-symbolic", tr("The Server Is Slow to Answer"),
                tr("GitHub did not answer in time. It may answer if you try again."))
        case .rateLimited(let limit): rateLimited(limit, content, standing)
        case .askedToSlowDown:
            say("alarm-symbolic", tr("GitHub Asks to Slow Down"), wait(content, sentence: nil))
        case .invalidQuery(let reason):
            say(
                "dialog-question-symbolic", tr("This Search Was Not Understood"),
                reason.map { tr("GitHub says: %1$s").filled(CleanText.line($0)) } ?? tr("GitHub gave no reason."),
                [.editSearch])
        case .unauthorized: unauthorized(standing)
        case .notAllowed(let needs):
            say(
                "action-unavailable-symbolic", PermissionText.heading(needs), PermissionText.sentence(needs),
                standing == .signedIn ? [.openPreferences, .tryAgain] : [.tryAgain])
        case .blocked(let reason, let link): blocked(reason, link)
        case .gone:
            say(
                "edit-delete-symbolic", tr("This Repository Is No Longer There"),
                tr("It was deleted, or made private."), [])
        case .server(let status):
            say(
                "network-error-symbolic", tr("GitHub Has a Problem (%1$s)").filled(String(status)),
                tr("This is not your fault. It usually passes within minutes."))
        case .insecure:
            say(
                "channel-insecure-symbolic", tr("The Connection Is Not Secure"),
                tr("The server could not prove who it is, so nothing was sent to it."))
        case .unreadable(let code):
            say(
                "dialog-warning-symbolic", tr("The Answer Could Not Be Read"),
                tr("The server sent something other than it promises."), code: code)
        case .unexpected(let code):
            say("dialog-warning-symbolic", tr("Something Unexpected Happened"), tr("Nothing was lost."), code: code)
        case .otherServer(let host):
            say(
                "network-server-symbolic", tr("From Another Server"),
                tr("This was kept from %1$s, which is not the server in use now.").filled(host), [])
        case .cancelled:
            say("dialog-warning-symbolic", tr("Something Unexpected Happened"), tr("Nothing was lost."))
        }
    }

    static var tryAgain: String { label(of: .tryAgain) }

    static func label(of action: FailureWording.Action) -> String {
        switch action {
        case .tryAgain: tr("Try Again")
        case .editSearch: tr("Edit Search")
        case .signIn: tr("Sign In…")
        case .signInAgain: tr("Sign In Again…")
        case .openPreferences: tr("Open Preferences")
        }
    }

    static var openSampleCatalog: String { tr("Open Sample Catalog") }
    static func code(_ code: String) -> String { tr("Code: %1$s").filled(code) }
    static var readMore: String { tr("Read More") }

    private static func say(
        _ icon: String, _ heading: String, _ sentence: String,
        _ actions: [FailureWording.Action] = [.tryAgain], code: String? = nil
    ) -> FailureWording {
        FailureWording(icon: icon, heading: heading, sentence: sentence, actions: actions, code: code)
    }

    /// Without a token there is none that could have been refused.
    private static func unauthorized(_ standing: AccountStanding) -> FailureWording {
        let icon = "dialog-password-symbolic"
        switch standing {
        case .signedIn, .refused:
            return say(
                icon, tr("The Token Was Not Accepted"), tr("It is not used any more. Searching works without it."),
                [.signInAgain, .tryAgain])
        case .none, .signedOut:
            return say(
                icon, tr("You Are Not Signed In"), tr("This server answers only those who are."),
                standing == .none ? [.tryAgain] : [.signIn, .tryAgain])
        }
    }

    /// With an account more is allowed.
    private static func rateLimited(
        _ limit: RateLimit, _ content: FailureContent, _ standing: AccountStanding
    ) -> FailureWording {
        let actions: [FailureWording.Action] =
            standing == .signedOut || standing == .refused ? [.signIn, .tryAgain] : [.tryAgain]
        if limit.bucket == "search" {
            let allowed = limit.limit.map {
                trn("%1$s search a minute is allowed", "%1$s searches a minute are allowed", $0).filled(String($0))
            }
            return say("alarm-symbolic", tr("Search Limit Reached"), wait(content, sentence: allowed), actions)
        }
        let allowed = limit.limit.map {
            trn("%1$s request an hour is allowed", "%1$s requests an hour are allowed", $0).filled(String($0))
        }
        return say("alarm-symbolic", tr("Details Are Limited"), wait(content, sentence: allowed), actions)
    }

    /// "…; the next one in 0:42", as far as the figures are known.
    private static func wait(_ content: FailureContent, sentence: String?) -> String {
        guard let countdown = content.countdown else {
            return sentence.map { $0 + "." } ?? tr("You can try again now.")
        }
        guard let sentence else { return tr("It answers again in %1$s.").filled(countdown) }
        return tr("%1$s; the next one in %2$s.").filled(sentence, countdown)
    }

    private static func blocked(_ reason: String?, _ link: URL?) -> FailureWording {
        let sentence =
            switch reason {
            case "dmca": tr("It was taken down after a copyright complaint.")
            case "tos": tr("It breaks the terms of service of GitHub.")
            case .some(let reason): tr("Reason given: %1$s").filled(CleanText.line(reason))
            case nil: tr("GitHub gave no reason.")
            }
        var wording = say("action-unavailable-symbolic", tr("This Repository Is Blocked"), sentence, [])
        wording.link = link
        return wording
    }
}
