import GtkBridge
import StargazerCore

/// The words of the window and the command line.
enum AppText {
    static var mainMenu: String { tr("Main Menu") }
    static var linkCopied: String { tr("Link copied") }
    static var cloneAddressCopied: String { tr("Clone address copied") }
    static var sampleData: String { tr("Sample data: nothing here is real, and nothing is kept.") }
    static var tryAgain: String { tr("Try Again") }
    static var summary: String { tr("Search GitHub, star, and find it again") }
    static var aboutComments: String {
        tr("Search GitHub repositories, read about them, and keep those you like. Stargazer is not affiliated with GitHub.")
    }
    static var developers: String { tr("The Stargazer developers") }

    static var optionVersion: String { tr("Print the version and exit") }
    static var optionDemo: String { tr("Try everything on built-in sample data, without a network") }
    static var optionAPI: String { tr("Use another GitHub API (https, or http on this machine)") }

    static func notice(_ wording: FailureWording) -> String { wording.heading + ". " + wording.sentence }
}
