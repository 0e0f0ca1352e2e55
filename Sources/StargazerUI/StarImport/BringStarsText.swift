import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts about bringing a user's public stars.
enum BringStarsText {
    static var title: String { tr("Bring Your Stars") }
    static var command: String { tr("Bring Your Stars…") }
    static var offer: String { tr("Add your GitHub stars to Favorites by username, without an account") }
    static var sentence: String {
        tr("Adds the public stars of a GitHub user to Favorites. This needs no account and changes nothing on GitHub.")
    }
    static var username: String { tr("Username") }
    static var placeholder: String { tr("GitHub username") }
    static var looking: String { tr("Looking for the user") }
    static var stopUpdating: String { tr("Stop Updating") }

    /// - Parameter login: the user whose list is kept in step.
    static func kept(_ login: String) -> String {
        tr("New stars of %1$s are added once a day.").filled(CleanText.line(login))
    }

    static var privateStars: String { tr("Private stars are added only after you sign in.") }
    static var ownStars: String { tr("Private stars of your account are included.") }

    /// Returns the label of the button.
    static func action(_ phase: BringStarsPhase) -> String {
        guard case .found(let content) = phase, content.stars?.number != 0 else { return tr("Continue") }
        guard let stars = content.stars else { return tr("Bring Stars") }
        return trn("Bring %1$s Star", "Bring %1$s Stars", stars.number).filled(stars.text)
    }

    /// Returns the login and the number of stars: "ada · 3,000 stars".
    static func summary(_ content: StarListContent) -> String {
        let stars = content.stars.map { stars in
            stars.number == 0
                ? tr("No public stars") : trn("%1$s star", "%1$s stars", stars.number).filled(stars.text)
        }
        return [content.name.map { _ in content.login }, stars].compactMap(\.self).joined(separator: " · ")
    }

    /// Returns what the list costs and lacks.
    static func notes(_ content: StarListContent) -> String {
        guard content.stars?.number != 0 else { return "" }
        return JoinText.sentences(
            [cost(content), content.isOwn ? ownStars : content.lacksSignIn ? privateStars : nil].compactMap(\.self))
    }

    private static func cost(_ content: StarListContent) -> String? {
        guard let requests = content.requests else { return nil }
        if let hours = content.hours {
            return JoinText.sentences([
                trn("The list takes %1$s request.", "The list takes %1$s requests.", requests.number)
                    .filled(requests.text),
                trn(
                    "GitHub’s limit spreads them over about %1$s hour; you can use Stargazer meanwhile.",
                    "GitHub’s limit spreads them over about %1$s hours; you can use Stargazer meanwhile.",
                    hours.number
                ).filled(hours.text),
            ])
        }
        guard let left = content.requestsLeft else {
            return trn("The list takes %1$s request.", "The list takes %1$s requests.", requests.number)
                .filled(requests.text)
        }
        return trn(
            "The list takes %1$s of the %2$s request left this hour.",
            "The list takes %1$s of the %2$s requests left this hour.", left.number
        ).filled(requests.text, left.text)
    }

    static func problem(_ problem: QueryProblem) -> String {
        PersonText.wording(of: problem)?.sentence ?? tr("A username has only letters, digits and hyphens.")
    }

    static func failure(_ content: FailureContent) -> String {
        if content.failure == .gone { return tr("No account named “%1$s”.").filled(CleanText.line(content.query)) }
        if let until = content.until { return tr("GitHub accepts requests again at %1$s.").filled(until) }
        return FailureText.line(FailureText.wording(of: content, signInState: .signedIn))
    }
}
