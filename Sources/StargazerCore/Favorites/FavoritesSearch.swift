import Foundation
public import StargazerLibrary

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

    /// Returns the rows that match, in order, and loads the first of them. Replaces unknown words with similar ones.
    /// - Parameter asTyped: whether to replace no word.
    @concurrent
    public func favorites(
        _ query: FavoritesQuery, reading first: Int, asTyped: Bool = false
    ) async throws(LibraryFailure) -> FavoritesResult {
        var query = query
        guard let documents, let words = Self.words(of: query.text) else {
            return try await library.favorites(query, reading: first)
        }
        query.documents = await documents.search(words, offset: 0, limit: Self.maxTextMatches)
        let unknown = try await unknownWords(query)
        if !asTyped, let spelling = spelling(query, unknown) {
            var corrected = query
            corrected.text = spelling.text
            corrected.documents = await documents.search(
                Self.words(of: spelling.text) ?? "", offset: 0, limit: Self.maxTextMatches)
            var result = try await library.favorites(corrected, reading: first)
            result.spelling = spelling
            result.unknownWords = Self.typed(unknown, in: query.text)
            result.hasOtherForms = corrected.documents.hasOtherForms
            if !result.rows.isEmpty { return result }
        }
        var result = try await library.favorites(query, reading: first)
        result.hasOtherForms = query.documents.hasOtherForms && !result.rows.isEmpty
        if !result.hasOtherForms { result.unknownWords = Self.typed(unknown, in: query.text) }
        return result
    }

    /// Returns the words that no favorite has, not even as part of a name.
    private func unknownWords(_ query: FavoritesQuery) async throws(LibraryFailure) -> [String] {
        var words: [String] = []
        for word in query.documents.missing
        where try await library.favorites(FavoritesQuery(text: word), reading: 0).rows.isEmpty {
            words.append(word)
        }
        return words
    }

    /// Returns words as the text has them.
    private static func typed(_ words: [String], in text: String) -> [String] {
        words.map { word in
            text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive])
                .map { String(text[$0]) } ?? word
        }
    }

    /// Returns the text with other words for those that no favorite has.
    private func spelling(_ query: FavoritesQuery, _ unknown: [String]) -> CorrectedSpelling? {
        var spelling = CorrectedSpelling(text: query.text, words: [])
        for word in unknown {
            guard let correction = query.documents.corrections[word],
                let text = ParsedQuery(spelling.text, rules: .favorites).replacing(word, with: correction)
            else { continue }
            spelling.text = text
            spelling.words.append(correction)
        }
        return spelling.words.isEmpty ? nil : spelling
    }

    /// Returns the line of each item's description, text or note that has the most words of a query's text, without
    /// those of items whose name has all the words.
    @concurrent
    public func lines(for text: String, of items: [Item]) async -> [ItemID: DocumentLine] {
        guard let documents, let words = Self.words(of: text) else { return [:] }
        let filter = ItemFilter(words.replacing("\"", with: " "))
        let hidden = items.filter { item in
            !filter.matches(item.title)
        }
        return hidden.isEmpty ? [:] : await documents.lines(words, of: hidden.map(\.id))
    }

    /// Returns the words of a query's text that names may contain.
    static func wordsInNames(of text: String) -> [String] {
        let words = QueryExpression(text)?.words.text.replacing("\"", with: " ") ?? ""
        return words.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns nil for a text without words that are long enough for documents.
    private static func words(of text: String) -> String? {
        guard let words = QueryExpression(text)?.words.text, words.utf8.count > 1 else { return nil }
        return words
    }
}
