import GtkBridge
import StargazerCore

/// The texts of the commands that need no window.
enum ConsoleText {
    static var optionSearch: String { tr("Print the favorites that match, without a window") }
    static var optionJSON: String { tr("Print one JSON object per line (for --search-favorites)") }
    static var optionExport: String { tr("Export favorites to a .json, .csv, .md or .html file, without a window") }
    static var optionImport: String { tr("Import favorites from a file, without a window") }
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
