import Foundation
public import Observation

/// The suggestions below the entry of a list: qualifiers and their values. For a search also favorites, recent searches
/// and the service's search terms, which are requested after a short pause in typing.
@MainActor @Observable public final class SuggestionsViewModel {
    /// Empty when there is nothing to suggest.
    public private(set) var all: [Suggestion] = []
    /// The suggestion that Enter accepts; nil for the text itself.
    public private(set) var chosen: Suggestion?

    private static let maxFavorites = 3
    private static let maxRecent = 3
    private static let maxCompletions = 5
    private static let maxTerms = 5
    /// Shorter than the pause that starts a search, so that the suggestions appear first.
    static let termsDelay = Duration.milliseconds(200)
    /// The shortest text to match favorites by.
    private static let minimumLetterCount = 2

    @ObservationIgnored private let list: any ListModel
    /// The list when it is a search.
    @ObservationIgnored private let search: SearchViewModel?
    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var favorites: [Item] = []
    /// The text being typed; nil after it has been searched for or the entry has lost focus.
    @ObservationIgnored private var typed: String?
    @ObservationIgnored private var isAsking = false
    @ObservationIgnored private var terms: [String] = []
    @ObservationIgnored private var debounce: Task<Void, Never>?

    public convenience init(for list: any ListModel, of app: AppModel) {
        self.init(list: list, favoritesModel: app.favoritesModel, formats: app.formats, time: app.time)
    }

    init(list: any ListModel, favoritesModel: FavoritesModel, formats: Formats, time: TimeSource) {
        self.list = list
        search = list as? SearchViewModel
        self.favoritesModel = favoritesModel
        self.formats = formats
        self.time = time
    }

    isolated deinit { debounce?.cancel() }

    // MARK: User actions

    /// Updates the suggestions after typing. The list already has the text.
    public func typed(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return close() }
        typed = text
        chosen = nil
        if words.count < Self.minimumLetterCount { favorites = [] }
        terms = terms.filter { $0.lowercased().hasPrefix(text.lowercased()) }
        offer()
        askForFavorites()
        askForTerms()
        if case .qualifier = list.query.text.parts.last?.role {
            list.query.loadFacets { [weak self] in self?.offer() }
        }
    }

    /// Hides the suggestions until the next keystroke.
    public func close() {
        typed = nil
        debounce?.cancel()
        terms = []
        favorites = []
        all = []
        chosen = nil
    }

    /// Moves the choice forward or back, wrapping around through the text itself.
    public func move(_ step: Int) {
        guard !all.isEmpty else { return }
        let place = chosen.flatMap { all.firstIndex(of: $0) } ?? (step > 0 ? -1 : all.count)
        chosen = all.indices.contains(place + step) ? all[place + step] : nil
    }

    /// Accepts a suggestion.
    /// - Returns: the item to open, when it is a favorite.
    public func accept(_ suggestion: Suggestion) -> Item? {
        let item = favorites.first { .favorite(content($0)) == suggestion }
        switch suggestion {
        case .favorite: close()
        case .recent(let text), .term(let text):
            close()
            search?.searchAgain(recent: text)
        case .completion(let completion):
            list.edit(completion.text, searches: false)
            typed(completion.text)
        }
        return item
    }

    // MARK: Suggestions

    private var words: String { list.query.text.withoutQualifiers }

    private func offer() {
        guard let typed else { return }
        let completions = list.query.completions(limit: Self.maxCompletions).map(Suggestion.completion)
        let recent = search?.history.matching(typed, limit: Self.maxRecent).map(Suggestion.recent) ?? []
        let others = terms.filter { term in !recent.contains(.recent(term)) && term != typed }
        all =
            favorites.map { .favorite(content($0)) } + recent + others.prefix(Self.maxTerms).map(Suggestion.term)
            + completions
        if let chosen, !all.contains(chosen) { self.chosen = nil }
    }

    private func content(_ item: Item) -> ItemContent { ItemContent(item, formats: formats, now: time.now()) }

    /// Requests search terms after a short pause; the next keystroke cancels this.
    private func askForTerms() {
        debounce?.cancel()
        let text = typed?.trimmingCharacters(in: .whitespaces) ?? ""
        guard let terms = search?.terms, text.count >= Self.minimumLetterCount, text == words else { return }
        debounce = Task { [weak self, time] in
            do { try await time.sleep(Self.termsDelay) } catch { return }
            let found = await terms.matching(text)
            guard !Task.isCancelled, let self, typed != nil else { return }
            self.terms = found
            offer()
        }
    }

    /// Requests favorites, one request at a time. The next request uses the text at that time.
    private func askForFavorites() {
        let words = words
        guard let search, !isAsking, words.count >= Self.minimumLetterCount, let library = favoritesModel.library
        else { return }
        isAsking = true
        let question = FavoritesQuery(text: words, order: .best, scope: .catalog(search.profile.kind))
        Task { [weak self] in
            // The next letter asks again.
            let answer = try? await library.favorites(question, reading: Self.maxFavorites)
            guard let self else { return }
            isAsking = false
            guard typed != nil else { return }
            guard words == self.words else { return askForFavorites() }
            favorites = answer?.first.map(\.favorite.item) ?? []
            offer()
        }
    }
}
