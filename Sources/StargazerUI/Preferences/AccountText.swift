import GtkBridge
import StargazerCore
import StargazerLibrary

enum AccountText {
    static var tokenField: String { tr("Personal Access Token") }
    /// The accessible names of the groups without a heading, by their identifiers in the `.ui` file.
    static var groups: [(String, String)] {
        [
            ("starting", tr("Account")), ("locked", tr("Account")), ("notice", tr("Account")),
            ("account-group", tr("Account")),
            ("sign-in", tr("Sign In")), ("stars", tr("Stars")),
        ]
    }

    static var signedOut: String { tr("Signed out") }
    static var signedOutTokenNotRemoved: String { tr("Signed out, but the token could not be removed") }
    static var signIn: String { tr("Sign In") }
    static var signInButton: String { tr("Sign In…") }
    static var account: String { tr("Account") }
    static var yourProfile: String { tr("Your Profile") }
    static var yourStars: String { tr("Your Stars") }
    static var followerChanges: String { tr("Follower Changes") }
    static var accountSettings: String { tr("Account…") }
    static var signOut: String { tr("Sign Out") }

    /// The changes of stars and follows that the server has not confirmed.
    static func waiting(_ changes: Int) -> String {
        trn("%1$s Change Waiting", "%1$s Changes Waiting", changes).filled(NumberText.full(changes))
    }

    /// Cancels a change that waits.
    static func cancel(_ mutation: AccountMutation) -> String {
        let name = mutation.item.cleanTitle
        return switch (mutation.kind, mutation.isSet) {
        // Translators: %1$s is the name of a repository or a person. The star or follow has not reached GitHub yet.
        case (.star, true): tr("Cancel Starring %1$s").filled(name)
        case (.star, false): tr("Cancel Unstarring %1$s").filled(name)
        case (.follow, true): tr("Cancel Following %1$s").filled(name)
        case (.follow, false): tr("Cancel Unfollowing %1$s").filled(name)
        }
    }

    /// Changes that wait for an account which is not signed in.
    static func waiting(_ changes: WaitingChanges.OfLogin) -> String {
        // Translators: %2$s is the name of an account that is not signed in.
        trn("%1$s Change Waiting for %2$s", "%1$s Changes Waiting for %2$s", changes.count)
            .filled(NumberText.full(changes.count), changes.login)
    }

    static var discard: String { tr("Discard") }

    // Translators: more changes than the menu shows.
    static func more(_ changes: Int) -> String {
        trn("%1$s More", "%1$s More", changes).filled(NumberText.full(changes))
    }

    static var cancel: String { tr("Cancel") }
    static var checking: String { tr("Checking the token with GitHub…") }
    static var forget: String { tr("Remove Token") }
    static var unlock: String { tr("Unlock…") }
    static var lockedToast: String { tr("Your token is in a locked keyring.") }
    static var keyringToast: String { tr("The keyring does not respond, so you are signed out for now.") }

    static var refusedBanner: String { tr("Signed out: the token was not accepted.") }

    static var permissions: String { tr("Permissions") }
    static var expires: String { tr("Expiration") }
    static var searches: String { tr("Searches") }
    static var requests: String { tr("API Requests") }

    /// Returns what signing in is for, and where the token is saved.
    static func signingIn(_ notice: SignedOutNotice?) -> String {
        let use = tr("Sign in to star on GitHub and raise search limits.")
        // A notice above describes the failure of the key store.
        switch notice {
        case .keyringFailed, .notRemoved: return use
        case .tokenRefused, nil: break
        }
        return JoinText.sentences([
            use, tr("The token is stored only in this computer’s keyring."),
        ])
    }

    static func notice(_ notice: SignedOutNotice) -> (title: String, subtitle: String) {
        switch notice {
        case .tokenRefused(let login):
            (
                tr("The Token Was Not Accepted"),
                tr("The token was revoked or has expired, so %1$s was signed out. Sign in again with a new token.")
                    .filled(login)
            )
        case .keyringFailed(let failure):
            (
                tr("Could Not Access the Keyring"),
                JoinText.sentences([
                    TokenStoreText.sentence(of: failure),
                    tr("A token you enter now is discarded when you close Stargazer."),
                ])
            )
        case .notRemoved(let failure):
            (
                tr("The Token Is Still in the Keyring"),
                JoinText.sentences([
                    TokenStoreText.sentence(of: failure),
                    tr("While the token is there, you are signed in again at the next start."),
                ])
            )
        }
    }

    static func errorMessage(_ problem: TokenEntryProblem) -> String {
        switch problem {
        case .malformed(let failure): malformed(failure)
        case .rejected(let content): rejected(content)
        }
    }

    private static func malformed(_ failure: TokenFormatFailure) -> String {
        switch failure {
        case .empty: tr("Paste a token here.")
        case .hasLineBreak: tr("A token cannot contain line breaks.")
        case .hasWhiteSpace: tr("A token cannot contain spaces.")
        case .hasControlCharacter: tr("The token contains an invisible character.")
        case .notASCII: tr("A token contains only unaccented letters, digits and basic punctuation.")
        case .tooLong(let limit):
            trn("A token can have at most %1$s character.", "A token can have at most %1$s characters.", limit)
                .filled(NumberText.full(limit))
        }
    }

    private static func rejected(_ content: FailureContent) -> String {
        switch content.failure {
        case .unauthorized: return tr("GitHub did not accept this token.")
        case .offline: return tr("You are offline, so the token could not be verified.")
        case .proxyRefused(let refusal): return FailureText.proxy(refusal, to: "GitHub")
        case .timedOut: return tr("GitHub did not respond in time, so the token could not be verified.")
        default: break
        }
        let wording = FailureText.wording(of: content, signInState: .signedIn)
        if let until = content.until {
            return FailureText.line(wording, tr("Try again at %1$s.").filled(until))
        }
        return FailureText.line(wording)
    }

    /// Returns where the token is; nil for the keyring, where it should be.
    static func tokenStorage(_ tokenStorage: TokenStorage) -> (title: String, subtitle: String)? {
        switch tokenStorage {
        case .saved: nil
        case .sessionOnly(let failure): (tr("For This Session Only"), TokenStoreText.sentence(of: failure))
        }
    }

    /// Returns the subtitle of the row that imports stars.
    static func importing(_ phase: StarImportPhase) -> String {
        switch phase {
        case .running(let loaded, let stars, _): return StarImportText.running(loaded: loaded, of: stars)
        case .waiting(let loaded, let stars, let reason):
            return StarImportText.waiting(loaded: loaded, of: stars, reason)
        case .idle, .cancelled, .failed, .finished: break
        }
        return tr("Add your GitHub stars to Favorites with their dates")
    }

    private static var unknown: String { tr("Not known yet") }

    static func permissions(of facts: AccountFacts?) -> String {
        guard let facts else { return unknown }
        guard let missingPermission = facts.missingPermission else { return scopes(facts) }
        let lack = JoinText.sentences([tr("Not enough to star on GitHub."), PermissionText.sentence(missingPermission)])
        return facts.scopes == nil ? lack : scopes(facts) + "\n" + lack
    }

    private static func scopes(_ facts: AccountFacts) -> String {
        guard let scopes = facts.scopes else { return tr("Fine-grained token. GitHub does not list its permissions.") }
        return scopes.isEmpty ? tr("Read-only access to public data") : JoinText.list(scopes)
    }

    /// Returns when the token expires; nil when the server has not said.
    static func expiry(_ expiry: TokenExpiry?) -> String? {
        switch expiry {
        case nil, .unknown: nil
        case .later(let date): date
        case .soon(let date, let days):
            trn("%1$s, in %2$s day. Create a new token soon.", "%1$s, in %2$s days. Create a new token soon.", days)
                .filled(date, String(days))
        case .over(let date): tr("Expired on %1$s").filled(date)
        }
    }

    static func limit(_ facts: AccountFacts?, bucket: String) -> String {
        guard let facts else { return unknown }
        guard let found = facts.limits.first(where: { $0.bucket == bucket }), let left = found.remaining,
            let limit = found.limit
        else { return tr("Unknown") }
        guard let countdown = found.countdown else { return tr("%1$s of %2$s left").filled(left, limit) }
        return tr("%1$s of %2$s left, resets in %3$s").filled(left, limit, countdown)
    }
}
