import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Runs a command without a window: results go to standard output, everything else to standard error.
///
/// It works next to an application that is open, as a second process on the same library.
struct ConsoleRun: Sendable {
    /// The exit statuses, as the manual page documents them.
    enum Status: Int32 {
        case done = 0
        case nothingFound = 1
        case badUsage = 2
        case fileFailed = 3
        case libraryFailed = 4
    }

    private let catalogs: Catalogs
    private let codecs: ItemCodecs
    private let files: FavoritesFileIO
    private let openLibrary: AppModel.OpenLibrary
    private let documents: any DocumentStore
    private let formats: Formats

    @MainActor init(_ services: Composition, formats: Formats) {
        catalogs = services.catalogs
        codecs = catalogs.codecs
        files = FavoritesFileIO(codecs: codecs, ownFolders: services.ownFolders)
        openLibrary = services.openLibrary
        documents = services.documents
        self.formats = formats
    }

    /// Runs the main loop until the command has ended.
    /// - Returns: the process's exit status.
    @MainActor func callAsFunction(_ command: ConsoleCommand) -> Int32 {
        guard MainLoop.attach() else { return Status.libraryFailed.rawValue }
        let outcome = Outcome()
        Task { outcome.status = await run(command) }
        MainLoop.run { outcome.status == nil }
        return (outcome.status ?? .libraryFailed).rawValue
    }

    @MainActor private final class Outcome {
        var status: Status?
    }

    private func run(_ command: ConsoleCommand) async -> Status {
        let (library, condition) = await openLibrary(codecs)
        if let notice = LibraryText.sentence(of: condition) { Terminal.printError(notice) }
        if case .unavailable = condition { return .libraryFailed }
        do throws(LibraryFailure) {
            switch command {
            case .search(let words, let isJSON): return try await search(words, isJSON: isJSON, in: library)
            case .export(let path, let format): return await export(to: path, as: format, library)
            case .importFile(let path, _): return try await importFile(path, into: library)
            }
        } catch {
            Terminal.printError(ConsoleText.library(error))
            return .libraryFailed
        }
    }

    // MARK: Searching

    private struct Match: Encodable {
        var catalog: String
        var host: String
        var id: String
        var title: String
        var url: String?
        var line: String
    }

    private func search(
        _ words: String, isJSON: Bool, in library: any Library
    ) async throws(LibraryFailure) -> Status {
        for problem in QueryRules.favorites.problems(in: words) {
            Terminal.printError(FilterText.sentence(problem, of: nil))
        }
        let order = ParsedQuery(words, rules: .favorites).sort.map(FavoritesOrder.sorted) ?? .best
        let search = FavoritesSearch(library: library, documents: documents)
        let answer = try await search.favorites(FavoritesQuery(text: words, order: order), reading: 0)
        let rows = answer.rows
        let shown = answer.spelling?.text ?? words
        if answer.hasOtherForms { Terminal.printError(FavoritesText.otherForms) }
        if !answer.unknownWords.isEmpty { Terminal.printError(FavoritesText.unknown(answer.unknownWords)) }
        if let spelling = answer.spelling { Terminal.printError(FavoritesText.shownInstead(spelling.text)) }
        if rows.isEmpty {
            Terminal.printError(ConsoleText.notFound)
            return .nothingFound
        }
        for start in stride(from: 0, to: rows.count, by: 500) {
            let part = Array(rows[start..<min(start + 500, rows.count)])
            let items = try await library.favorites(in: part, cached: [:]).map(\.favorite.item)
            // No window may have added them to the index yet.
            await documents.index(try await library.documentFields(of: items.map(\.id)))
            let lines = await search.lines(for: shown, of: items)
            for item in items {
                let match = match(item, lines[item.id])
                Terminal.printLine(isJSON ? json(match) : text(match))
            }
        }
        return .done
    }

    /// - Parameter line: the line of its text or note that matches; nil for the description.
    private func match(_ item: Item, _ line: DocumentLine?) -> Match {
        let line = line.flatMap { $0.field == .description ? nil : MatchingLineContent($0).text }
        return Match(
            catalog: item.id.catalog.rawValue, host: item.id.host, id: item.id.id,
            title: CleanText.line(item.title), url: item.webURL?.asWebURL?.absoluteString,
            line: line ?? CleanText.description(codecs.summary(of: item.facts)))
    }

    private func text(_ match: Match) -> String { [match.title, match.url ?? "", match.line].joined(separator: "\t") }

    private func json(_ match: Match) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(match) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: Files

    private func export(to path: String, as format: FavoritesFileFormat, _ library: any Library) async -> Status {
        let place = URL(filePath: path, directoryHint: .notDirectory)
        do throws(FavoritesExportFailure) {
            let count = try await files.write(
                as: format, to: place, now: Date(), wording: TransferText.wording
            ) { @Sendable body throws(LibraryFailure) in
                try await library.export(only: nil, body)
            }
            Terminal.printError(ConsoleText.exported(NumberContent(count, formats: formats), name: path))
            return .done
        } catch {
            switch error {
            case .file(let failure):
                Terminal.printError(ConsoleText.writeFailed(failure))
                return .fileFailed
            case .library(let failure): Terminal.printError(ConsoleText.library(failure))
            case .cancelled: Terminal.printError(ConsoleText.interrupted)
            }
            return .libraryFailed
        }
    }

    private func importFile(_ path: String, into library: any Library) async throws(LibraryFailure) -> Status {
        let file: ImportFile
        do throws(FileFailure) {
            let place = URL(filePath: path, directoryHint: .notDirectory)
            file = try await files.read(place, now: Date())
        } catch {
            Terminal.printError(ConsoleText.readFailed(error))
            return .fileFailed
        }
        let plan = try await ImportPlan(file, in: library, lookingUpIn: catalogs)
        let preview = ImportPreview(plan, name: path, formats: formats)
        for line in TransferText.previewBody(preview).split(separator: "\n") { Terminal.printError(String(line)) }
        guard preview.canImport else {
            Terminal.printError(TransferText.previewHeading(preview))
            return preview.problems.allSatisfy { $0.reason == .otherLink } ? .done : .nothingFound
        }
        let result = try await library.importContent(plan.content) { _ in true }
        Terminal.printError(
            TransferText.imported(
                new: NumberContent(result.new, formats: formats),
                existing: NumberContent(plan.favorites - result.new, formats: formats),
                annotated: NumberContent(result.annotated, formats: formats),
                lookups: plan.content.lookups.isEmpty
                    ? nil : NumberContent(plan.content.lookups.count, formats: formats)))
        guard !plan.content.lookups.isEmpty else { return .done }
        let added = try await lookUp(in: library)
        return added + result.new + result.annotated > 0 ? .done : .nothingFound
    }

    /// Looks up what files only name, until nothing is left or the server allows no more now. The rest stays in the
    /// library, for the window or the next import.
    /// - Returns: the number of favorites that were found.
    @MainActor private func lookUp(in library: any Library) async throws(LibraryFailure) -> Int {
        let writer = LibraryWriter()
        writer.attach(library)
        guard
            let lookups = ImportLookupViewModel(
                catalogs: catalogs, writer: writer, network: UnmeteredNetwork(), time: .system, formats: formats)
        else { return 0 }
        lookups.foundLeftOut = { Terminal.printError(ImportLookupText.line($0)) }
        let (added, left) = try await lookups.lookUpAll()
        if left > 0 { Terminal.printError(ImportLookupText.continued(NumberContent(left, formats: formats))) }
        if added > 0 { Terminal.printError(ImportLookupText.added(NumberContent(added, formats: formats))) }
        return added
    }
}

enum Terminal {
    static func printLine(_ text: String) { write(text, to: .standardOutput) }
    static func printError(_ text: String) { write("stargazer: " + text, to: .standardError) }

    private static func write(_ text: String, to stream: FileHandle) {
        // A closed stream is no reason to fail.
        try? stream.write(contentsOf: Data((text + "\n").utf8))
    }
}
