import Foundation

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

/// Replaces the scope of a list of favorites when its tag gets another name, or when the scope is not available.
struct FavoritesScopeResolver {
    /// The tags at the last look.
    private var tags: [Tag] = []
    /// Whether the scope of a tag that is gone shows nothing, and not all favorites.
    var keepsTag = false
    /// The scope of the start, while the account that it needs is not known yet.
    private var awaited: FavoritesScope?
    private var hadAccount = false

    /// Forgets what belongs to the previous scope, when another one is chosen.
    mutating func scopeChosen() { awaited = nil }

    /// Follows the tags of a list to their new names, or to the tags that they were merged into.
    /// - Returns: the same list while the tags are being changed; all favorites when there is no such tag, or for
    ///   untagged favorites when there are no tags.
    @MainActor mutating func followTags(
        of scope: FavoritesScope, text: String, in model: TagsModel
    ) -> (scope: FavoritesScope, text: String) {
        guard let tags = model.loaded?.map(\.tag), !model.isChanging else { return (scope, text) }
        var newNames: [String: String] = [:]
        for tag in self.tags where !tags.contains(where: { $0.name == tag.name }) {
            let other = tags.first { $0.id == tag.id } ?? model.mergeTarget(of: tag.name)
            newNames[ItemFilter.folded(tag.name)] = other?.name
        }
        self.tags = tags
        let place = RetaggedSearch.Place(source: ListSource.favorites(scope).text, text: text)
            .renamingTags { newNames[ItemFilter.folded($0)] }
        guard case .favorites(let new)? = ListSource(text: place.source) else { return (scope, text) }
        switch new {
        case .tag(let name) where !keepsTag && !tags.contains(where: { $0.name == name }): return (.all, place.text)
        case .untagged where tags.isEmpty: return (.all, place.text)
        default: return (new, place.text)
        }
    }

    /// Returns the scope to show once the library has answered: all favorites instead of a scope that is not available.
    /// A scope that needs an account is shown as soon as it is available, if no account was signed in before.
    mutating func availableScope(
        instead scope: FavoritesScope, hasAccount: Bool, isAvailable: (FavoritesScope) -> Bool
    ) -> FavoritesScope {
        hadAccount = hadAccount || hasAccount
        guard isAvailable(scope) else {
            awaited = scope == .notStarred && !hadAccount ? scope : nil
            return .all
        }
        guard let awaited, isAvailable(awaited) else { return scope }
        self.awaited = nil
        return awaited
    }
}
