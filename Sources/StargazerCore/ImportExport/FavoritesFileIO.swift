public import Foundation
public import StargazerLibrary

public enum FavoritesFileFormat: Sendable, Hashable, CaseIterable {
    case json
    case csv
    case markdownByTag
    case markdownByLanguage
    case bookmarks

    public var fileExtension: String {
        switch self {
        case .json: "json"
        case .csv: "csv"
        case .markdownByTag, .markdownByLanguage: "md"
        case .bookmarks: "html"
        }
    }

    /// Returns the first format with a file's extension, in any case.
    public init?(fileExtension: String) {
        let wanted = fileExtension.lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtension == wanted }) else { return nil }
        self = format
    }
}

/// Reads and writes favorites files off the main actor.
public struct FavoritesFileIO: Sendable {
    private let codecs: ItemCodecs
    private let ownFolders: [URL]

    /// - Parameter ownFolders: the program's own folders, into which nothing is exported.
    public init(codecs: ItemCodecs, ownFolders: [URL] = []) {
        self.codecs = codecs
        self.ownFolders = ownFolders
    }

    /// Writes the complete file, or leaves the existing one untouched (`AtomicFile`).
    /// - Parameters:
    ///   - written: called with the number of favorites written so far.
    ///   - export: passes everything in parts, until its argument returns false.
    /// - Returns: the number of favorites written.
    @concurrent
    public func write(
        as kind: FavoritesFileFormat, to url: URL, now: Date, wording: ExportWording = ExportWording(),
        written: @escaping @Sendable (Int) -> Void = { _ in },
        export: @Sendable (@escaping @Sendable (ExportPart) -> Bool) async throws(LibraryFailure) -> Void
    ) async throws(FavoritesExportFailure) -> Int {
        do {
            if isOwn(url) { throw FileFailure.ownFile }
            return try await AtomicFile.write(to: url) { handle in
                let writer = FavoritesFileWriter(
                    handle, Self.document(of: kind, codecs: codecs, wording: wording, now: now))
                try await export { part in
                    let count = writer.write(part)
                    if let count, count > 0 { written(count) }
                    return count != nil && !Task.isCancelled
                }
                try Task.checkCancellation()
                return try writer.end()
            }
        } catch {
            throw FavoritesExportFailure(error)
        }
    }

    private func isOwn(_ url: URL) -> Bool {
        let target = url.resolvingSymlinksInPath()
        let folder = target.deletingLastPathComponent().resolvingSymlinksInPath()
        return ownFolders.contains { own in
            let path = own.resolvingSymlinksInPath().path
            return folder.path == path || folder.path.hasPrefix(path + "/") || target.path == path
        }
    }

    private static func document(
        of kind: FavoritesFileFormat, codecs: ItemCodecs, wording: ExportWording, now: Date
    ) -> any FavoritesDocument {
        switch kind {
        case .json: JSONDocument(format: FavoritesJSONFormat(codecs: codecs), now: now)
        case .csv: CSVDocument(format: FavoritesCSVFormat(codecs: codecs))
        case .markdownByTag:
            MarkdownDocument(format: FavoritesMarkdownFormat(by: .tag, codecs: codecs, wording: wording))
        case .markdownByLanguage:
            MarkdownDocument(format: FavoritesMarkdownFormat(by: .language, codecs: codecs, wording: wording))
        case .bookmarks: BookmarksDocument(format: FavoritesBookmarksFormat(codecs: codecs, wording: wording))
        }
    }

    /// Reads a file of any known format, which its content tells.
    /// - Parameter now: the date for favorites whose file does not say when they were added.
    @concurrent
    public func read(_ url: URL, now: Date) async throws(FileFailure) -> ImportFile {
        do throws(FileFailure) {
            let data = try Self.data(of: url)
            // Its addresses are those of favorites, whose tags and notes would be lost.
            if data.starts(with: FavoritesCSVFormat.start) { throw .table }
            return try ImportFileReader(codecs: codecs, now: now).file(data)
        } catch {
            let isTable = url.pathExtension.lowercased() == FavoritesFileFormat.csv.fileExtension
            throw error == .damaged && isTable ? .table : error
        }
    }

    /// Bytes that are read at once.
    private static let partSize = 8 << 20

    private static func data(of place: URL) throws(FileFailure) -> Data {
        do {
            // Opening a pipe would block until another process writes to it.
            switch try FileKind(at: place.path) {
            case .none: throw FileFailure.notFound
            case .other(let failure): throw failure
            case .regular: break
            }
            let file = try FileHandle(forReadingFrom: place)
            // Nothing was written.
            defer { try? file.close() }
            // The stated length may be wrong, or the file may grow.
            var data = Data()
            while let part = try file.read(upToCount: partSize), !part.isEmpty {
                if Task.isCancelled { throw FileFailure.cancelled }
                data += part
                if data.count > FavoritesJSONFormat.largest { break }
            }
            guard data.count <= FavoritesJSONFormat.largest else {
                throw FileFailure.tooLarge(limit: FavoritesJSONFormat.largest)
            }
            return data
        } catch let failure as FileFailure {
            throw failure
        } catch {
            throw FileFailure(file: error)
        }
    }
}

/// Why a favorites file was not written. An existing file stays untouched.
public enum FavoritesExportFailure: Error, Sendable, Hashable {
    case file(FileFailure)
    case library(LibraryFailure)
    case cancelled

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as FileFailure: .file(failure)
            case let failure as LibraryFailure: .library(failure)
            case is CancellationError: .cancelled
            default: .file(FileFailure(file: error))
            }
    }
}
