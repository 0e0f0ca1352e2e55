import GtkBridge
import StargazerCore

/// The texts of the window and the command line.
enum AppText {
    static var mainMenu: String { tr("Main Menu") }
    static var divider: String { tr("Width of the List") }
    static var linkCopied: String { tr("Link copied") }
    static var sampleData: String { tr("Sample data: nothing here is real, and nothing is kept.") }
    static func invalidLink(_ address: String) -> String {
        // Translators: %2$s and %3$s are example addresses, and stay as they are; %1$s is what the user wanted to open.
        tr("“%1$s” cannot be opened here, only addresses such as %2$s and %3$s.").filled(
            address, "stargazer://repo/OWNER/NAME", "stargazer://user/LOGIN")
    }
    static var undo: String { tr("Undo") }
    /// The button that dismisses a message.
    static var dismiss: String { tr("Dismiss") }
    static var noBrowser: String { tr("No browser could be opened. The link was copied instead.") }
    static var summary: String { tr("Search GitHub, star, and find it again") }
    static var aboutComments: String {
        tr(
            "Search GitHub repositories, read about them, and keep those you like. Stargazer is not affiliated with GitHub."
        )
    }
    /// Key combinations of which each does the same.
    static func alternatives(_ keys: [String]) -> String {
        guard let first = keys.first else { return "" }
        return keys.dropFirst().reduce(first) { tr("%1$s or %2$s").filled($0, $1) }
    }

    static func version(_ number: String) -> String { tr("Version %1$s").filled(number) }
    static var developers: String { tr("The Stargazer developers") }

    /// Translators: the arguments after the options on the command line, in the style of the other help texts.
    static var optionQuery: String { tr("[QUERY…|LINK]") }
    static var optionVersion: String { tr("Print the version and exit") }
    static var optionNewSearch: String { tr("Begin a new search") }
    static var optionFavorites: String { tr("Show the favorites") }
    static var optionDemo: String { tr("Try everything on built-in sample data, without a network") }
    static func option(_ option: ServerOption) -> String {
        switch option {
        case .gitHub: tr("Use another GitHub API (https, or http on this machine)")
        case .giphy: tr("Use another GIPHY API (likewise)")
        case .flickr: tr("Use another Flickr API (likewise)")
        }
    }

    static func refusal(of refused: InvalidServerAddress) -> String {
        let reason =
            switch refused.failure {
            case .empty: tr("the address is empty")
            case .malformed: tr("this is not an address")
            case .noHost: tr("the address has no host")
            case .schemeNotAllowed(""): tr("the address does not begin with https://")
            case .schemeNotAllowed(let scheme): tr("%1$s is not allowed, only https").filled(scheme)
            case .notEncrypted(let host): tr("http is only allowed on this machine, not to %1$s").filled(host)
            case .hasUserInfo: tr("the address must not contain a user name or a password")
            case .hasQuery: tr("the address must not contain a question mark")
            case .hasFragment: tr("the address must not contain a number sign")
            }
        let service =
            switch refused.option {
            case .gitHub: tr("GitHub API")
            case .giphy: tr("GIPHY API")
            case .flickr: tr("Flickr API")
            }
        // Translators: %1$s is an option, %2$s the address that was given, %3$s a service such as GitHub API,
        // %4$s the reason, a clause such as "the address is empty".
        return tr("%1$s “%2$s” cannot be used as the %3$s: %4$s")
            .filled("--" + refused.option.rawValue, refused.address, service, reason)
    }

    static func notice(_ wording: FailureWording) -> String { JoinText.headed(wording.heading, wording.sentence) }
}
