import Foundation
import StargazerLibrary

/// What the command line asks for that needs no window: to search, export or import the favorites.
public enum ConsoleCommand: Equatable, Sendable {
    case search(words: String, isJSON: Bool)
    case export(to: String, as: FavoritesFileFormat)
    /// - Parameter server: the address of the server that items are looked up on; nil for the usual one.
    case importFile(String, server: String?)

    /// The names of the options, without the dashes.
    public enum Option: String, CaseIterable, Sendable {
        case search = "search-favorites"
        case export
        case importFile = "import"
        case json
        /// Also an option of the window, which alone is no command.
        case server = "github-api"
    }

    public enum UsageFailure: Error, Equatable {
        case missingValue(Option)
        case unexpected(String)
        /// Two commands at once, or `json` without a search.
        case notTogether
        case unknownFileExtension(String)
    }

    /// - Parameter arguments: the process's arguments, with its name.
    /// - Returns: nil if the command line has none of the options, or asks for help.
    public static func parse(_ arguments: [String]) throws(UsageFailure) -> ConsoleCommand? {
        var values: [Option: String] = [:]
        var words: [String] = []
        var unknown: String?
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            if ["--help", "--help-all", "-h", "--version", "-v"].contains(argument) { return nil }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard argument.hasPrefix("--"), let option = parts.first.flatMap({ Option(rawValue: String($0)) }) else {
                unknown = unknown ?? argument
                continue
            }
            if values[option] != nil { throw .notTogether }
            if parts.count == 2 {
                values[option] = String(parts[1])
            } else if option == .json || option == .search && rest.first == "--" {
                values[option] = ""
            } else {
                guard let value = rest.popFirst() else {
                    if option == .server { continue }
                    throw .missingValue(option)
                }
                values[option] = value
            }
        }
        guard values.keys.contains(where: { $0 != .server }) else { return nil }
        if let unknown { throw .unexpected(unknown) }
        return try command(values, words)
    }

    private static func command(
        _ values: [Option: String], _ words: [String]
    ) throws(UsageFailure) -> ConsoleCommand {
        let commands = values.keys.filter { $0 != .json && $0 != .server }
        guard commands.count == 1, let option = commands.first else { throw .notTogether }
        let isJSON = values[.json] != nil
        if isJSON, option != .search || values[.json] != "" { throw .notTogether }
        let server = values[.server]
        if server != nil, option != .importFile { throw .notTogether }
        let value = values[option] ?? ""
        if option == .search {
            let query = CleanText.line(([value] + words).joined(separator: " "), limit: .max)
            if query.isEmpty { throw .missingValue(option) }
            return .search(words: query, isJSON: isJSON)
        }
        if let word = words.first { throw .unexpected(word) }
        if value.isEmpty { throw .missingValue(option) }
        guard option == .export else { return .importFile(value, server: server) }
        let ending = URL(filePath: value).pathExtension
        guard let format = FavoritesFileFormat(fileExtension: ending) else { throw .unknownFileExtension(ending) }
        return .export(to: value, as: format)
    }
}
