import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// An option that replaces a service's own server.
enum ServerOption: String, CaseIterable {
    case gitHub = "github-api"
    case giphy = "giphy-api"
    case flickr = "flickr-api"
    case commons = "commons-api"
}

struct InvalidServerAddress: Error {
    let option: ServerOption
    let address: String
    let failure: ServerAddressFailure
}

struct LaunchOptions {
    var isDemo = false
    /// The addresses of other servers, as typed, by option.
    var addresses: [ServerOption: String] = [:]
    /// What the window should do, as the name and parameter of an application action; nil for nothing in particular.
    var request: (action: String, words: String?)?

    /// Declares the options for the parser and for `--help`.
    @MainActor static func declare(on application: Handle) {
        typealias Option = (name: String, short: Character?, kind: GOptionArg, text: String, argument: String?)
        typealias Console = ConsoleCommand.Option
        let servers = ServerOption.allCases.map { option -> Option in
            (option.rawValue, nil, G_OPTION_ARG_STRING, AppText.option(option), "URL")
        }
        let options: [Option] = [
            ("version", "v", G_OPTION_ARG_NONE, AppText.optionVersion, nil),
            ("demo", nil, G_OPTION_ARG_NONE, AppText.optionDemo, nil),
            ("new-search", nil, G_OPTION_ARG_NONE, AppText.optionNewSearch, nil),
            ("favorites", nil, G_OPTION_ARG_NONE, AppText.optionFavorites, nil),
            ("updates", nil, G_OPTION_ARG_NONE, AppText.optionUpdates, nil),
            // `ConsoleCommand` handles these before. They are declared for `--help`.
            (Console.search.rawValue, nil, G_OPTION_ARG_STRING, ConsoleText.optionSearch, ConsoleText.words),
            (Console.json.rawValue, nil, G_OPTION_ARG_NONE, ConsoleText.optionJSON, nil),
            (Console.export.rawValue, nil, G_OPTION_ARG_FILENAME, ConsoleText.optionExport, ConsoleText.file),
            (Console.importFile.rawValue, nil, G_OPTION_ARG_FILENAME, ConsoleText.optionImport, ConsoleText.file),
            // The words after the options, as raw bytes: an invalid encoding is no reason to fail.
            (G_OPTION_REMAINING, nil, G_OPTION_ARG_FILENAME_ARRAY, "", AppText.optionQuery),
        ]
        for (name, short, kind, text, argument) in options + servers {
            g_application_add_main_option(
                application.cast(), name, short.flatMap { $0.asciiValue }.map { CChar($0) } ?? 0, G_OPTION_FLAG_NONE,
                kind, text, argument)
        }
    }

    /// - Throws: when they ask the window for several things.
    @MainActor init(_ given: Handle) throws(ConsoleCommand.UsageFailure) {
        isDemo = g_variant_dict_contains(given.cast(), "demo") != 0
        for option in ServerOption.allCases {
            guard let value = g_variant_dict_lookup_value(given.cast(), option.rawValue, nil) else { continue }
            addresses[option] = String(cString: g_variant_get_string(value, nil))
            g_variant_unref(value)
        }
        if let words = g_variant_dict_lookup_value(given.cast(), G_OPTION_REMAINING, nil) {
            let texts = (0..<g_variant_n_children(words)).map { index in
                let word = g_variant_get_child_value(words, index)
                defer { g_variant_unref(word) }
                return String(cString: g_variant_get_bytestring(word))
            }
            if texts.count == 1, AppLink.isAddress(texts[0]) {
                // The action refuses a link that is too long.
                request = ("open-link", String(texts[0].prefix(AppLink.maxLength + 1)))
            } else {
                request = Self.query(texts.joined(separator: " ")).map { ("search", $0) }
            }
            g_variant_unref(words)
        }
        for action in ["new-search", "favorites", "updates"] where g_variant_dict_contains(given.cast(), action) != 0 {
            if request != nil { throw .notTogether }
            request = (action, nil)
        }
    }

    /// Returns the beginning of the text as one line without control characters; nil when nothing is left.
    static func query(_ text: String) -> String? {
        let line = CleanText.line(text, limit: DesktopSearch.maxLength)
        return line.isEmpty ? nil : line
    }

    init() {}

    /// Whether this process runs independently of an application that is already open, with its own data.
    var isStandalone: Bool { isDemo || !addresses.isEmpty }
}
