import GtkBridge
import StargazerCore
import StargazerLibrary

enum AppText {
    static var mainMenu: String { tr("Main Menu") }
    static var divider: String { tr("Resize List") }
    static var linkCopied: String { tr("Link copied") }
    static var sampleData: String { tr("Sample data. Nothing is saved.") }
    static func invalidLink(_ address: String) -> String {
        // Translators: %2$s and %3$s are example addresses, and stay as they are; %1$s is what the user wanted to open.
        tr("“%1$s” cannot be opened. Use an address such as %2$s or %3$s.").filled(
            address, "stargazer://repo/OWNER/NAME", "stargazer://user/LOGIN")
    }
    static var undo: String { tr("Undo") }
    static var dismiss: String { tr("Dismiss") }
    static var noBrowserForLinks: String { tr("Could not open a browser. The links were copied instead.") }
    static var noBrowser: String { tr("Could not open a browser. The link was copied instead.") }
    static var summary: String { tr("Search GitHub and keep your favorites") }
    static var aboutComments: String {
        tr(
            "Search repositories, people, GIFs and photos, and keep your favorites. Not affiliated with GitHub."
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
    static var optionNewSearch: String { tr("Start a new search") }
    static var optionFavorites: String { tr("Show your favorites") }
    static var optionUpdates: String { tr("Show what has changed about your favorites") }
    static var optionDemo: String { tr("Use built-in sample data without a network") }
    static func option(_ option: ServerOption) -> String {
        switch option {
        case .gitHub: tr("Use a different GitHub API server (https, or http on this computer)")
        case .giphy: tr("Use a different GIPHY API server (https, or http on this computer)")
        case .flickr: tr("Use a different Flickr API server (https, or http on this computer)")
        case .commons: tr("Use a different Wikimedia Commons server (https, or http on this computer)")
        }
    }

    static func refusal(of refused: InvalidServerAddress) -> String {
        let reason =
            switch refused.failure {
            case .empty: tr("the address is empty")
            case .malformed: tr("the address is invalid")
            case .noHost: tr("the address has no host")
            case .schemeNotAllowed(""): tr("the address does not begin with https://")
            case .schemeNotAllowed(let scheme): tr("%1$s is not supported; use https").filled(scheme)
            case .notEncrypted(let host): tr("http is allowed only on this computer, not for %1$s").filled(host)
            case .hasUserInfo: tr("the address must not contain a username or password")
            case .hasQuery: tr("the address must not contain a question mark")
            case .hasFragment: tr("the address must not contain a number sign")
            }
        let service =
            switch refused.option {
            case .gitHub: tr("GitHub API")
            case .giphy: tr("GIPHY API")
            case .flickr: tr("Flickr API")
            case .commons: tr("Wikimedia Commons API")
            }
        // Translators: %1$s is an option, %2$s the address that was given, %3$s a service such as GitHub API,
        // %4$s the reason, a clause such as "the address is empty".
        return tr("%1$s “%2$s” cannot be used as the %3$s: %4$s")
            .filled("--" + refused.option.rawValue, refused.address, service, reason)
    }
}

/// The texts of the commands that need no window.
enum ConsoleText {
    static var optionSearch: String { tr("Print matching favorites without opening a window") }
    static var optionJSON: String { tr("Print one JSON object per line (for --search-favorites)") }
    static var optionExport: String {
        tr("Export favorites to a .json, .csv, .md or .html file without opening a window")
    }
    static var optionImport: String { tr("Import favorites from a file without opening a window") }
    // Translators: arguments on the command line, in the style of the other help texts.
    static var words: String { tr("WORDS") }
    static var file: String { tr("FILE") }

    static func reason(_ failure: ConsoleCommand.UsageFailure) -> String {
        switch failure {
        case .missingValue(let option): tr("%1$s needs a value").filled("--" + option.rawValue)
        case .unexpected(let argument): tr("unexpected argument “%1$s”").filled(CleanText.line(argument, limit: 200))
        case .notTogether: tr("these options cannot be used together")
        case .unknownFileExtension: tr("the name of the file must end in .json, .csv, .md or .html")
        }
    }

    static var notFound: String { tr("No favorites found") }
    static func exported(_ count: NumberContent, name: String) -> String { TransferText.exported(count, name: name) }
    static func readFailed(_ failure: FileFailure) -> String { TransferText.importReason(failure) }
    static func writeFailed(_ failure: FileFailure) -> String { TransferText.exportReason(failure) }
    static func library(_ failure: LibraryFailure) -> String { LibraryText.toast(of: failure) }
    static var unavailable: String { tr("The library cannot be opened.") }
    static var interrupted: String { tr("The operation was canceled.") }
}

enum ToastText {
    static var close: String { tr("Close") }
}
