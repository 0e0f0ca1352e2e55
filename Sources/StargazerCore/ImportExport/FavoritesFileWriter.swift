import Foundation
import StargazerLibrary
import Synchronization

/// Writes the parts of an export into one file, one after the other, on whatever thread they come.
final class FavoritesFileWriter: Sendable {
    private struct State {
        var document: any FavoritesDocument
        var count = 0
        var failure: (any Error)?
    }

    private let handle: FileHandle
    private let state: Mutex<State>

    init(_ handle: FileHandle, _ document: any FavoritesDocument) {
        self.handle = handle
        state = Mutex(State(document: document))
    }

    /// - Returns: the number of favorites written so far; nil after a failure.
    func write(_ part: ExportPart) -> Int? {
        state.withLock { state in
            do {
                var data = Data()
                switch part {
                case .heading(let tags, let searches): data = try state.document.heading(tags: tags, searches: searches)
                case .favorites(let favorites):
                    for favorite in favorites {
                        guard let line = try state.document.add(favorite) else { continue }
                        data += line
                        state.count += 1
                    }
                }
                try handle.write(contentsOf: data)
                return state.count
            } catch {
                state.failure = error
                return nil
            }
        }
    }

    /// - Returns: the number of favorites written.
    func end() throws -> Int {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            try handle.write(contentsOf: state.document.end())
            return state.count
        }
    }
}

/// A document that is written from parts.
protocol FavoritesDocument: Sendable {
    /// Called first, once.
    mutating func heading(tags: [Tag], searches: [SavedSearch]) throws -> Data
    /// - Returns: what can be written now; nil if the format leaves out the favorite.
    mutating func add(_ favorite: AnnotatedFavorite) throws -> Data?
    func end() -> Data
}

extension FavoritesDocument {
    mutating func heading(tags: [Tag], searches: [SavedSearch]) throws -> Data { Data() }
    func end() -> Data { Data() }
}

struct JSONDocument: FavoritesDocument {
    let format: FavoritesJSONFormat
    let now: Date
    private var isFirst = true

    init(format: FavoritesJSONFormat, now: Date) {
        self.format = format
        self.now = now
    }

    mutating func heading(tags: [Tag], searches: [SavedSearch]) throws -> Data {
        try format.beginning(tags: tags, searches: searches, now: now)
    }

    mutating func add(_ favorite: AnnotatedFavorite) throws -> Data? {
        let line = try format.line(favorite, isFirst: isFirst)
        if line != nil { isFirst = false }
        return line
    }

    func end() -> Data { FavoritesJSONFormat.end }
}

struct CSVDocument: FavoritesDocument {
    let format: FavoritesCSVFormat

    mutating func heading(tags: [Tag], searches: [SavedSearch]) throws -> Data { format.heading }
    mutating func add(_ favorite: AnnotatedFavorite) throws -> Data? { format.line(favorite) }
}

struct MarkdownDocument: FavoritesDocument {
    var format: FavoritesMarkdownFormat

    mutating func add(_ favorite: AnnotatedFavorite) throws -> Data? {
        format.add(favorite)
        return Data()
    }

    func end() -> Data { format.document() }
}

struct BookmarksDocument: FavoritesDocument {
    var format: FavoritesBookmarksFormat

    mutating func add(_ favorite: AnnotatedFavorite) throws -> Data? { format.add(favorite) ? Data() : nil }
    func end() -> Data { format.document() }
}
