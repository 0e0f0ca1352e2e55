public import Foundation
public import StargazerLibrary

/// Answers the desktop's search from the library alone, without a window, the network or the keyring.
@MainActor public final class DesktopSearch {
    /// More than any desktop shows.
    public static let maxFavorites = 20
    public static let maxSearches = 5
    /// The longest query from outside the window, in Unicode scalars. The rest is ignored: no service takes more.
    nonisolated public static let maxLength = 256

    private let app: AppModel
    /// The words of the last search, whose lines the results show.
    private var words = ""

    public init(_ app: AppModel) { self.app = app }

    /// Returns matching favorites, best match first, then matching recent searches, newest first.
    /// Empty without terms, or when the library cannot be read.
    /// - Parameter terms: words that must all match, in any order.
    public func results(for terms: [String]) async -> [DesktopSearchResult] {
        let words = Self.words(terms)
        self.words = words
        let library = await app.library()
        let query = FavoritesQuery(text: words, order: .best)
        // The desktop has no place for a failure.
        guard !words.isEmpty, let answer = try? await app.favoritesSearch(of: library).favorites(query, reading: 0)
        else { return [] }
        if let spelling = answer.spelling, self.words == words { self.words = spelling.text }
        let favorites = answer.rows.prefix(Self.maxFavorites)
        return favorites.map { .favorite($0) } + (await searches(words, in: library))
    }

    /// Returns the content of results, without those that no longer exist.
    public func contents(of results: [DesktopSearchResult]) async -> [DesktopSearchResultContent] {
        // The most results ever returned at once.
        let results = results.prefix(Self.maxFavorites + Self.maxSearches)
        let known = await favorites(of: results)
        let lines = await app.favoritesSearch(of: app.library()).lines(for: words, of: known.values.map(\.item))
        return results.compactMap { result in
            switch result {
            case .favorite(let row): known[row].map { content(of: $0, result, lines[$0.id]) }
            case .search(let text, let kind):
                app.catalogs[kind].map { _ in
                    DesktopSearchResultContent(result: result, kind: kind, title: text, summary: "", picture: nil)
                }
            }
        }
    }

    /// Returns the content of each ID, nil for what no longer exists: GNOME Shell drops all results if any is missing.
    public func contents(ofIDs ids: [String]) async -> [DesktopSearchResultContent?] {
        let results = ids.map(DesktopSearchResult.init(id:))
        let found = await contents(of: results.compactMap(\.self))
        let known = Dictionary(found.map { ($0.result, $0) }) { first, _ in first }
        return results.map { $0.flatMap { known[$0] } }
    }

    /// Returns the request to the window for a chosen result; nil when it no longer exists.
    public func openRequest(for result: DesktopSearchResult) async -> OpenRequest? {
        switch result {
        case .favorite(let row): (await favorites(of: [result]))[row].map { .item($0.item) }
        case .search(let text, let kind): app.catalogs[kind].map { _ in .search(text, in: kind) }
        }
    }

    public static func openRequest(searchingFor terms: [String]) -> OpenRequest {
        .search(CleanText.line(words(terms)), in: nil)
    }

    private static func words(_ terms: [String]) -> String {
        var words = String.UnicodeScalarView()
        for term in terms where words.count < maxLength {
            if !words.isEmpty { words.append(" ") }
            words.append(contentsOf: term.unicodeScalars.prefix(maxLength - words.count))
        }
        let line = String(words)
        return line.allSatisfy(\.isWhitespace) ? "" : line
    }

    private func searches(_ words: String, in library: any Library) async -> [DesktopSearchResult] {
        // While the history is off, it is not shown in the desktop's search either.
        guard app.preferences.value.savesHistory else { return [] }
        let filter = ItemFilter(words)
        var found: [DesktopSearchResult] = []
        for kind in app.catalogs.kinds {
            let texts = await library.recentQueries(of: kind, limit: SearchHistory.limit)
            found += texts.filter(filter.matches).map { .search($0, kind) }
        }
        return Array(found.prefix(Self.maxSearches))
    }

    private func favorites(of results: some Sequence<DesktopSearchResult>) async -> [FavoriteRowID: Favorite] {
        let rows = results.compactMap { result in
            if case .favorite(let row) = result { row } else { nil }
        }
        // Results that cannot be read are left out.
        guard !rows.isEmpty, let stored = try? await app.library().favorites(in: rows, cached: [:]) else { return [:] }
        return Dictionary(stored.map { ($0.row, $0.favorite) }, uniquingKeysWith: { first, _ in first })
    }

    private func content(
        of favorite: Favorite, _ result: DesktopSearchResult, _ line: DocumentLine?
    ) -> DesktopSearchResultContent {
        var content = ItemContent(favorite.item, formats: app.formats, now: app.time.now())
        content.show(line)
        return DesktopSearchResultContent(
            result: result, kind: favorite.id.catalog, title: content.title, summary: content.foundLine,
            picture: content.picture.url)
    }
}

public enum DesktopSearchResult: Sendable, Hashable {
    case favorite(FavoriteRowID)
    case search(String, CatalogKind)

    /// The ID for the desktop, which passes it back to show or choose the result, maybe to another process.
    public var id: String {
        switch self {
        case .favorite(let row): "favorite/\(row.rawValue)"
        case .search(let text, let kind): "search/\(kind.rawValue)/\(text)"
        }
    }

    /// - Parameter id: a value of `id` from any sender; the result is nil for any other text.
    public init?(id: String) {
        let parts = id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("favorite", 2):
            guard let number = Int64(parts[1]), number > 0 else { return nil }
            self = .favorite(FavoriteRowID(rawValue: number))
        case ("search", 3):
            let text = CleanText.line(parts[2], limit: DesktopSearch.maxLength)
            guard !parts[1].isEmpty, !text.isEmpty else { return nil }
            self = .search(text, CatalogKind(rawValue: parts[1]))
        default: return nil
        }
    }
}

/// The content of a result for the desktop's search. It contains no markup.
public struct DesktopSearchResultContent: Sendable, Equatable {
    public let result: DesktopSearchResult
    public let kind: CatalogKind
    public let title: String
    /// The line of a favorite that has the words, otherwise its description; empty if none.
    public let summary: String
    /// Nil when there is no picture.
    public let picture: URL?
}
