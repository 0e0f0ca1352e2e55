public import Foundation
import Synchronization

/// The format of a favorites file.
public enum FavoritesFileFormat: String, Sendable, Hashable, CaseIterable {
    case json
    case csv
}

/// Reads and writes favorites files off the main actor.
public struct FavoritesFileIO: Sendable {
    private let file: FavoritesJSONFormat
    private let table: FavoritesCSVFormat

    public init(codecs: ItemCodecs) {
        file = FavoritesJSONFormat(codecs: codecs)
        table = FavoritesCSVFormat(codecs: codecs)
    }

    /// Writes the complete file, or leaves the existing one untouched (`AtomicFile`).
    /// - Parameters:
    ///   - written: called with the number of favorites written so far.
    ///   - each: passes all favorites in batches, until its argument returns false.
    /// - Returns: the number of favorites written.
    @concurrent
    public func write(
        as kind: FavoritesFileFormat, to place: URL, now: Date, written: @escaping @Sendable (Int) -> Void = { _ in },
        each: @Sendable (@escaping @Sendable ([Favorite]) -> Bool) async throws(LibraryFailure) -> Void
    ) async throws(FavoritesExportFailure) -> Int {
        do {
            return try await AtomicFile.write(to: place) { handle in
                let parts = Parts(handle, kind, file, table)
                try handle.write(contentsOf: kind == .json ? file.beginning(now: now) : table.heading)
                try await each { favorites in
                    let count = parts.write(favorites)
                    if let count { written(count) }
                    return count != nil && !Task.isCancelled
                }
                let count = try parts.end()
                try Task.checkCancellation()
                if kind == .json { try handle.write(contentsOf: FavoritesJSONFormat.end) }
                return count
            }
        } catch {
            throw FavoritesExportFailure(error)
        }
    }

    /// Writes the batches of one file, one after the other.
    private final class Parts: Sendable {
        private struct State {
            var count = 0
            var failure: (any Error)?
        }

        private let state = Mutex(State())
        private let handle: FileHandle
        private let kind: FavoritesFileFormat
        private let file: FavoritesJSONFormat
        private let table: FavoritesCSVFormat

        init(
            _ handle: FileHandle, _ kind: FavoritesFileFormat, _ file: FavoritesJSONFormat, _ table: FavoritesCSVFormat
        ) {
            self.handle = handle
            self.kind = kind
            self.file = file
            self.table = table
        }

        /// - Returns: the number written so far; nil after a failure.
        func write(_ favorites: [Favorite]) -> Int? {
            state.withLock { state in
                do {
                    var data = Data()
                    for favorite in favorites {
                        let line =
                            kind == .json ? try file.line(favorite, isFirst: state.count == 0) : table.line(favorite)
                        guard let line else { continue }
                        data += line
                        state.count += 1
                    }
                    try handle.write(contentsOf: data)
                    return state.count
                } catch {
                    state.failure = error
                    return nil
                }
            }
        }

        func end() throws -> Int {
            try state.withLock { state in
                if let failure = state.failure { throw failure }
                return state.count
            }
        }
    }

    @concurrent
    public func read(_ place: URL) async throws(FileFailure) -> [Favorite] {
        do throws(FileFailure) {
            return try file.favorites(fromJSON: try Self.data(of: place.resolvingSymlinksInPath()))
        } catch {
            let isTable = place.pathExtension.lowercased() == FavoritesFileFormat.csv.rawValue
            throw error == .damaged && isTable ? .table : error
        }
    }

    private static func data(of place: URL) throws(FileFailure) -> Data {
        do {
            let facts = try FileManager.default.attributesOfItem(atPath: place.path)
            // Opening a pipe would block until another process writes to it.
            guard facts[.type] as? FileAttributeType == .typeRegular else { throw FileFailure.notAFile }
            let file = try FileHandle(forReadingFrom: place)
            defer { try? file.close() }
            // The stated length may be wrong, or the file may grow.
            let data = try file.read(upToCount: FavoritesJSONFormat.largest + 1) ?? Data()
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
    /// The user cancelled.
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
