/// Searches the favorites in the library and in their documents.
public struct FavoritesSearch: Sendable {
    /// The most favorites that are found by the words of their documents alone.
    static let maxTextMatches = 1_000

    private let library: any FavoritesStore
    private let documents: (any DocumentStore)?

    /// - Parameter documents: nil to search the library alone.
    public init(library: any FavoritesStore, documents: (any DocumentStore)?) {
        self.library = library
        self.documents = documents
    }

    /// Returns the rows that match, in order, and loads the first of them.
    /// - Parameter first: the number of rows to load.
    @concurrent
    public func favorites(_ query: FavoritesQuery, reading first: Int) async throws(LibraryFailure) -> FavoritesResult {
        var query = query
        if let documents, let words = Self.words(of: query.text) {
            let found = await documents.search(words, offset: 0, limit: Self.maxTextMatches)
            query.textMatches = found.matches.map(\.id)
            query.partialMatches = found.partial.map(\.id)
        }
        return try await library.favorites(query, reading: first)
    }

    /// Returns the line of each item's text or note that has the most words of a query's text, without lines that
    /// show nothing new: those of items whose name and description have all the words.
    @concurrent
    public func lines(for text: String, of items: [Item]) async -> [ItemID: DocumentLine] {
        guard let documents, let words = Self.words(of: text) else { return [:] }
        let filter = ItemFilter(words.replacing("\"", with: " "))
        let hidden = items.filter { item in
            !filter.matches(([item.title] + item.facts.words).joined(separator: " "))
        }
        return hidden.isEmpty ? [:] : await documents.lines(words, of: hidden.map(\.id))
    }

    /// Returns nil for a text without words that are long enough for documents.
    private static func words(of text: String) -> String? {
        guard let words = QueryExpression(text)?.words.text, words.utf8.count > 2 else { return nil }
        return words
    }
}
