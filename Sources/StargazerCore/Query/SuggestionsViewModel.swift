import Foundation
public import Observation

/// What is offered under the entry while somebody types: favorites, searches made before, what the catalog knows the end
/// of the text may become, and where its service offers searches, those, asked for after a rest.
@MainActor @Observable public final class SuggestionsViewModel {
    /// Empty while nothing is offered.
    public private(set) var all: [Suggestion] = []
    /// The one that Enter takes; nil for the text as it is.
    public private(set) var chosen: Suggestion?

    private static let maxFavorites = 3
    private static let maxRecent = 3
    private static let maxCompletions = 5
    private static let maxTerms = 5
    /// Shorter than the pause that means a search, so that what is offered comes first.
    static let termsDelay = Duration.milliseconds(200)
    /// Letters that favorites are looked for by.
    private static let minimumLetterCount = 2

    @ObservationIgnored private let search: SearchViewModel
    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var favorites: [Item] = []
    /// Somebody types; nil once the text was searched for or left.
    @ObservationIgnored private var typed: String?
    @ObservationIgnored private var isAsking = false
    @ObservationIgnored private var terms: [String] = []
    @ObservationIgnored private var debounce: Task<Void, Never>?

    public convenience init(search: SearchViewModel, of app: AppModel) {
        self.init(search: search, favoritesModel: app.favoritesModel, formats: app.formats, time: app.time)
    }

    init(search: SearchViewModel, favoritesModel: FavoritesModel, formats: Formats, time: TimeSource) {
        self.search = search
        self.favoritesModel = favoritesModel
        self.formats = formats
        self.time = time
    }

    isolated deinit { debounce?.cancel() }

    // MARK: Intents

    /// The search has the text already.
    public func typed(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return close() }
        typed = text
        chosen = nil
        if words.count < Self.minimumLetterCount { favorites = [] }
        terms = terms.filter { $0.lowercased().hasPrefix(text.lowercased()) }
        offer()
        askForFavorites()
        askForTerms()
    }

    /// Nothing more is offered before the next letter.
    public func close() {
        typed = nil
        debounce?.cancel()
        terms = []
        favorites = []
        all = []
        chosen = nil
    }

    /// Results are there; who is about to choose, or in the middle of a qualifier, goes on.
    public func resultsArrived() {
        let isCompleting = all.contains {
            switch $0 {
            case .completion(let completion): completion.value != nil
            case .term: true
            case .favorite, .recent: false
            }
        }
        if chosen == nil, !isCompleting { close() }
    }

    /// To the next one or the one before, around by the text itself.
    public func move(_ step: Int) {
        guard !all.isEmpty else { return }
        let place = chosen.flatMap { all.firstIndex(of: $0) } ?? (step > 0 ? -1 : all.count)
        chosen = all.indices.contains(place + step) ? all[place + step] : nil
    }

    /// Takes one of them.
    /// - Returns: the item to open, where it is one.
    public func accept(_ suggestion: Suggestion) -> Item? {
        let item = favorites.first { .favorite(content($0)) == suggestion }
        switch suggestion {
        case .favorite: close()
        case .recent(let text), .term(let text):
            close()
            search.searchAgain(recent: text)
        case .completion(let completion):
            search.edit(completion.text, searches: false)
            typed(completion.text)
        }
        return item
    }

    // MARK: What is offered

    private var words: String { search.query.text.withoutQualifiers }

    private func offer() {
        guard let typed else { return }
        let completions = search.query.completions(limit: Self.maxCompletions).map(Suggestion.completion)
        let recent = search.history.matching(typed, limit: Self.maxRecent).map(Suggestion.recent)
        let others = terms.filter { term in !recent.contains(.recent(term)) && term != typed }
        all =
            favorites.map { .favorite(content($0)) } + recent + others.prefix(Self.maxTerms).map(Suggestion.term)
            + completions
        if let chosen, !all.contains(chosen) { self.chosen = nil }
    }

    private func content(_ item: Item) -> ItemContent { ItemContent(item, formats: formats, now: time.now()) }

    /// What is typed next cancels this.
    private func askForTerms() {
        debounce?.cancel()
        let text = typed?.trimmingCharacters(in: .whitespaces) ?? ""
        guard let terms = search.terms, text.count >= Self.minimumLetterCount, text == words else { return }
        debounce = Task { [weak self, time] in
            do { try await time.sleep(Self.termsDelay) } catch { return }
            let found = await terms.matching(text)
            guard !Task.isCancelled, let self, typed != nil else { return }
            self.terms = found
            offer()
        }
    }

    /// One question at a time: the next is of what stands there when the one before is answered.
    private func askForFavorites() {
        let words = words
        guard !isAsking, words.count >= Self.minimumLetterCount, let library = favoritesModel.library else { return }
        isAsking = true
        let question = FavoritesQuery(words: words, order: .best, catalog: search.profile.kind)
        Task { [weak self] in
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
