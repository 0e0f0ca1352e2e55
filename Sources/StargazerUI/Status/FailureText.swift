import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

struct FailureWording: Equatable {
    enum Action: Equatable {
        case tryAgain
        case editSearch
        case signIn
        case signInAgain
        case openPreferences
        case showFavorites
        /// Enters a key for the service that requires one among those of a kind.
        case enterKey(CatalogKind)
        /// Opens the page that authorizes the token for an organization.
        case authorizeToken(URL)

        var isSuggested: Bool { self == .tryAgain || self == .signIn || self == .signInAgain }
    }

    var icon: String
    var heading: String
    /// The heading as a sentence, for texts in a line; nil where there is none.
    var statement: String?
    var sentence: String
    /// Actions that may help, the best first.
    var actions: [Action]
    /// A code for reports about unexpected failures.
    var code: String?
    var link: URL?
}

enum FailureText {
    /// - Parameter presentation: the presentation of what failed to load; nil if that is no item of a catalog.
    static func wording(
        of content: FailureContent, signInState: SignInState, presentation: (any CatalogPresentation)? = nil
    ) -> FailureWording {
        var wording = fullWording(of: content, signInState: signInState, presentation: presentation)
        if let age = content.cacheAge {
            wording.sentence = JoinText.sentences([wording.sentence, cachedContentNote(age)])
        }
        // Trying again is useless before the countdown ends.
        if content.countdown != nil { wording.actions.removeAll { $0 == .tryAgain } }
        return wording
    }

    private static func fullWording(
        of content: FailureContent, signInState: SignInState, presentation: (any CatalogPresentation)?
    ) -> FailureWording {
        let service = content.service
        return switch content.failure {
        case .offline where content.isServiceDown:
            makeWording(
                "network-error-symbolic", tr("%1$s Does Not Respond").filled(service),
                statement: tr("%1$s does not respond.").filled(service),
                presentation?.hasPagesOffline == false
                    ? tr("Favorites are still available.") : tr("Favorites and viewed pages are still available."),
                [.tryAgain, .showFavorites])
        case .offline:
            makeWording(
                "network-offline-symbolic", tr("You Are Offline"), statement: tr("You are offline."),
                presentation?.hasPagesOffline == false
                    ? tr("Favorites are still available.") : tr("Favorites and viewed pages are still available."),
                [.tryAgain, .showFavorites])
        case .proxyRefused(let refusal):
            makeWording(
                "network-error-symbolic", tr("The Proxy Refused the Connection"), proxy(refusal, to: service),
                [.tryAgain, .showFavorites])
        case .timedOut:
            makeWording(
                "network-error-symbolic", tr("The Server Took Too Long to Respond"),
                statement: tr("The server took too long to respond."),
                tr("%1$s did not respond in time. Try again.").filled(service))
        case .rateLimited(let limit): rateLimited(limit, content, signInState)
        case .throttled:
            makeWording(
                "alarm-symbolic", tr("%1$s Asked Stargazer to Slow Down").filled(service),
                statement: tr("%1$s asked Stargazer to slow down.").filled(service), wait(content))
        case .invalidQuery(let reason):
            makeWording(
                "dialog-question-symbolic", invalidQueryHeading,
                reason.map { tr("Message from %1$s: %2$s").filled(service, CleanText.line($0)) }
                    ?? tr("%1$s gave no reason.").filled(service),
                [.editSearch])
        case .badQuery(let problem): badQuery(problem, presentation)
        case .unauthorized where presentation?.apiKeyInstructions != nil:
            makeWording(
                "dialog-password-symbolic", tr("Key Required"),
                tr("%1$s requires a valid key.").filled(service),
                (presentation.map { [.enterKey($0.kind)] } ?? []) + [.tryAgain])
        case .unauthorized where signInState == .none && presentation != nil:
            makeWording(
                "dialog-password-symbolic", tr("%1$s Refused Access").filled(service),
                statement: tr("%1$s refused access.").filled(service),
                tr("It asked for an account, which it should not need. Try again later."))
        case .unauthorized: unauthorized(signInState)
        case .notAllowed(let needs):
            makeWording(
                "action-unavailable-symbolic", PermissionText.heading(needs, of: service),
                needs == nil && presentation != nil
                    ? tr("%1$s did not say which permission is missing.").filled(service)
                    : PermissionText.sentence(needs),
                signInState == .signedIn ? [.openPreferences, .tryAgain] : [.tryAgain])
        case .tokenRefused(let refusal): tokenRefused(refusal, by: service)
        case .blocked(let reason, let link): blocked(reason, link, service, presentation)
        case .gone:
            makeWording(
                "edit-delete-symbolic", presentation?.gone.heading ?? CatalogText.goneHeading,
                statement: presentation?.gone.statement ?? CatalogText.goneStatement,
                presentation?.gone.sentence ?? CatalogText.goneSentence, [])
        case .server(let status):
            makeWording(
                "network-error-symbolic", tr("%1$s Has a Problem (%2$s)").filled(service, String(status)),
                statement: tr("%1$s has a problem (%2$s).").filled(service, String(status)),
                tr("Try again in a few minutes."))
        case .insecure:
            makeWording(
                "channel-insecure-symbolic", tr("The Connection Is Not Secure"),
                statement: tr("The connection is not secure."),
                tr("The server’s identity could not be verified, so nothing was sent."))
        case .unreadable(let code):
            makeWording(
                "dialog-warning-symbolic", tr("The Response Could Not Be Read"),
                statement: tr("The response could not be read."),
                tr("The server sent an unexpected response."), code: code)
        case .unexpected(let code):
            makeWording(
                "dialog-warning-symbolic", tr("Unexpected Error"), tr("Try again."), code: code)
        case .otherServer(let host):
            makeWording(
                "network-server-symbolic", tr("From Another Server"),
                // Translators: %1$s is a host such as github.com.
                tr("This item is from %1$s, not from the current server.").filled(host), [])
        case .notCached, .notSent, .cancelled:
            makeWording("dialog-warning-symbolic", tr("Unexpected Error"), tr("Try again."))
        }
    }

    /// The sentence about a proxy that does not connect.
    static func proxy(_ refusal: ProxyRefusal, to service: String) -> String {
        let status = String(refusal.status)
        return switch (refusal.proxy, refusal.status) {
        // Translators: %1$s is a host and port such as proxy.example:3128.
        case (let proxy?, 407): tr("The proxy %1$s requires a password: see the network settings.").filled(proxy)
        case (nil, 407): tr("The proxy requires a password: see the network settings.")
        case (let proxy?, _):
            // Translators: %1$s is a host and port such as proxy.example:3128, %2$s a service such as GitHub, %3$s a number.
            tr("The proxy %1$s did not connect to %2$s (%3$s).").filled(proxy, service, status)
        case (nil, _):
            // Translators: %1$s is a service such as GitHub, %2$s a number.
            tr("The proxy did not connect to %1$s (%2$s).").filled(service, status)
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
        case .showFavorites: tr("Show Favorites")
        case .enterKey: PreferencesText.enterKey
        case .authorizeToken: tr("Authorize Token")
        }
    }

    static var openSampleCatalog: String { tr("Open Sample Data") }
    static func code(_ code: String) -> String { tr("Code: %1$s").filled(code) }
    static var readMore: String { tr("Read More") }

    private static func makeWording(
        _ icon: String, _ heading: String, statement: String? = nil, _ sentence: String,
        _ actions: [FailureWording.Action] = [.tryAgain], code: String? = nil
    ) -> FailureWording {
        FailureWording(
            icon: icon, heading: heading, statement: statement, sentence: sentence, actions: actions, code: code)
    }

    /// Joins heading and sentence in a line.
    /// - Parameter sentence: in place of that of the wording; nil for its own.
    static func line(_ wording: FailureWording, _ sentence: String? = nil) -> String {
        let sentence = sentence ?? wording.sentence
        guard let statement = wording.statement else { return JoinText.headed(wording.heading, sentence) }
        return JoinText.sentences([statement, sentence])
    }

    private static var invalidQueryHeading: String { tr("Invalid Search") }

    private static func badQuery(_ problem: QueryProblem, _ presentation: (any CatalogPresentation)?) -> FailureWording
    {
        let words = presentation?.wording(of: problem)
        return makeWording(
            "dialog-question-symbolic", words?.heading ?? invalidQueryHeading,
            words?.sentence ?? FilterText.sentence(problem, of: presentation), [.editSearch])
    }

    /// Distinguishes a rejected token from a missing one.
    private static func unauthorized(_ signInState: SignInState) -> FailureWording {
        let icon = "dialog-password-symbolic"
        switch signInState {
        case .signedIn, .refused:
            return makeWording(
                icon, tr("The Token Was Not Accepted"), tr("This server requires you to sign in."),
                [.signInAgain, .tryAgain])
        case .none, .signedOut:
            return makeWording(
                icon, tr("You Are Not Signed In"), tr("This server requires you to sign in."),
                signInState == .none ? [.tryAgain] : [.signIn, .tryAgain])
        }
    }

    /// Offers to sign in, which raises the limit.
    private static func rateLimited(
        _ limit: RateLimit, _ content: FailureContent, _ signInState: SignInState
    ) -> FailureWording {
        let actions: [FailureWording.Action] =
            signInState == .signedOut || signInState == .refused ? [.signIn, .tryAgain] : [.tryAgain]
        let ofSearches = limit.unit == .searches
        return makeWording(
            "alarm-symbolic", ofSearches ? tr("Search Limit Reached") : tr("Hourly Limit Reached"),
            statement: ofSearches ? tr("Search limit reached.") : tr("Hourly limit reached."),
            limit.limit.map { allowed($0, limit, content.countdown) } ?? wait(content), actions)
    }

    private static func wait(_ content: FailureContent) -> String {
        guard let countdown = content.countdown else { return tr("You can try again now.") }
        // Translators: %1$s is a service such as GitHub, %2$s a time such as 0:42.
        return tr("%1$s accepts requests again in %2$s.").filled(content.service, countdown)
    }

    /// Returns the limit, and the time until the next request.
    private static func allowed(_ count: Int, _ limit: RateLimit, _ countdown: String?) -> String {
        guard let countdown else {
            return switch (limit.unit, limit.window) {
            case (.searches, .minute):
                trn("The limit is %1$s search per minute.", "The limit is %1$s searches per minute.", count)
                    .filled(NumberText.full(count))
            case (.searches, .hour):
                trn("The limit is %1$s search per hour.", "The limit is %1$s searches per hour.", count)
                    .filled(NumberText.full(count))
            case (.requests, _):
                trn("The limit is %1$s request per hour.", "The limit is %1$s requests per hour.", count)
                    .filled(NumberText.full(count))
            }
        }
        return switch (limit.unit, limit.window) {
        case (.searches, .minute):
            trn(
                // Translators: %2$s is a time such as 0:42.
                "The limit is %1$s search per minute. Try again in %2$s.",
                "The limit is %1$s searches per minute. Try again in %2$s.", count
            ).filled(NumberText.full(count), countdown)
        case (.searches, .hour):
            trn(
                // Translators: %2$s is a time such as 0:42.
                "The limit is %1$s search per hour. Try again in %2$s.",
                "The limit is %1$s searches per hour. Try again in %2$s.", count
            ).filled(NumberText.full(count), countdown)
        case (.requests, _):
            trn(
                // Translators: %2$s is a time such as 0:42.
                "The limit is %1$s request per hour. Try again in %2$s.",
                "The limit is %1$s requests per hour. Try again in %2$s.", count
            ).filled(NumberText.full(count), countdown)
        }
    }

    private static func blocked(
        _ reason: String?, _ link: URL?, _ service: String, _ presentation: (any CatalogPresentation)?
    ) -> FailureWording {
        let sentence =
            switch reason {
            // Translators: "It" is a repository, an account, a photo or a GIF, here and in the next text.
            case "dmca": tr("It was taken down after a copyright complaint.")
            case "tos": tr("It violates the %1$s terms of service.").filled(service)
            case .some(let reason): tr("Reason given: %1$s").filled(CleanText.line(reason))
            case nil: tr("%1$s gave no reason.").filled(service)
            }
        var wording = makeWording(
            "action-unavailable-symbolic", presentation?.blocked ?? CatalogText.blockedHeading, sentence, [])
        wording.link = link
        return wording
    }

    private static func tokenRefused(_ refusal: TokenRefusal, by service: String) -> FailureWording {
        let name = refusal.organization.map { CleanText.line($0, limit: ItemContent.maxNameLength) }
        let message = tr("Message from %1$s: %2$s").filled(service, CleanText.line(refusal.message))
        guard refusal.needsSignOn else {
            return makeWording(
                "action-unavailable-symbolic",
                // Translators: %1$s is an organization on GitHub, here and below.
                name.map { tr("%1$s Refuses Your Token").filled($0) } ?? tr("Your Token Is Refused"),
                statement: name.map { tr("%1$s refuses your token.").filled($0) } ?? tr("Your token is refused."),
                message)
        }
        let help = tr("Authorize your token for the organization, then try again.")
        return makeWording(
            "dialog-password-symbolic",
            name.map { tr("%1$s Requires Single Sign-On").filled($0) } ?? tr("Single Sign-On Required"),
            statement: name.map { tr("%1$s requires single sign-on.").filled($0) } ?? tr("Single sign-on required."),
            JoinText.sentences([help, message]), (refusal.page.map { [.authorizeToken($0)] } ?? []) + [.tryAgain])
    }

    /// The sentence about public data of an organization that refuses the token.
    static var readSignedOut: String { tr("The public data shown was loaded without your token.") }

    static func cachedContentNote(_ age: String) -> String {
        // Translators: %1$s is an age such as "3 hours ago".
        tr("This copy is from %1$s.").filled(age)
    }
}
