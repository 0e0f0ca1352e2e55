import Foundation
public import Observation
public import StargazerLibrary

/// The suggestions below the entry of a list: recent searches while it is empty, the values of a qualifier, and when the
/// user asks for suggestions also favorites, qualifiers and the service's search terms.
@MainActor @Observable public final class SuggestionsViewModel {
    /// Empty when there is nothing to suggest.
    public private(set) var all: [Suggestion] = []
    /// The suggestion that Enter accepts; nil for the text itself.
    public private(set) var chosen: Suggestion?

    private static let maxFavorites = 3
    private static let maxRecent = 3
    private static let maxCompletions = 8
    private static let maxTerms = 5
    private static let maxHistory = 8
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
    /// What is suggested for it.
    @ObservationIgnored private var offered = Offer.values
    @ObservationIgnored private var terms: [String] = []
    @ObservationIgnored private var asking: Task<Void, Never>?

    private enum Offer { case history, values, all }

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

    isolated deinit { asking?.cancel() }

    // MARK: User actions

    /// Updates the suggestions after typing. The list already has the text: its rows answer plain words, so only an
    /// empty entry and a qualifier get suggestions.
    public func typed(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return text.isEmpty ? showHistory() : close() }
        guard case .qualifier = list.query.text.parts.last?.role else { return close() }
        show(.values, for: text)
        list.query.loadFacets { [weak self] in self?.offer() }
    }

    /// Suggests recent searches while the entry is empty.
    public func showHistory() {
        guard list.text.isEmpty else { return }
        show(.history, for: "")
    }

    /// Suggests all that goes with the text, because the user asks for it.
    public func showAll() {
        guard list.text.contains(where: { !$0.isWhitespace }) else { return showHistory() }
        show(.all, for: list.text)
        askForFavorites()
        askForTerms()
        list.query.loadFacets { [weak self] in self?.offer() }
    }

    private func show(_ offer: Offer, for text: String) {
        close()
        (self.offered, typed) = (offer, text)
        self.offer()
    }

    /// Hides the suggestions until the user asks for others.
    public func close() {
        typed = nil
        asking?.cancel()
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
        switch offered {
        case .history: all = search?.history.queries.prefix(Self.maxHistory).map(Suggestion.recent) ?? []
        case .values: all = completions
        case .all:
            let recent = search?.history.matching(typed, limit: Self.maxRecent).map(Suggestion.recent) ?? []
            let others = terms.filter { term in !recent.contains(.recent(term)) && term != typed }
            all =
                favorites.map { .favorite(content($0)) } + recent + others.prefix(Self.maxTerms).map(Suggestion.term)
                + completions
        }
        if let chosen, !all.contains(chosen) { self.chosen = nil }
    }

    private var completions: [Suggestion] {
        list.query.completions(limit: Self.maxCompletions).map(Suggestion.completion)
    }

    private func content(_ item: Item) -> ItemContent { ItemContent(item, formats: formats, now: time.now()) }

    private func askForTerms() {
        let text = typed?.trimmingCharacters(in: .whitespaces) ?? ""
        guard let terms = search?.terms, text.count >= Self.minimumLetterCount, text == words else { return }
        asking = Task { [weak self] in
            let found = await terms.matching(text)
            guard !Task.isCancelled, let self, typed != nil else { return }
            self.terms = found
            offer()
        }
    }

    private func askForFavorites() {
        let (words, asked) = (words, typed)
        guard let search, words.count >= Self.minimumLetterCount, let library = favoritesModel.library else { return }
        let question = FavoritesQuery(text: words, order: .best, scope: .catalog(search.profile.kind))
        Task { [weak self] in
            // The next letter asks again.
            let answer = try? await library.favorites(question, reading: Self.maxFavorites)
            guard let self, offered == .all, typed == asked else { return }
            favorites = answer?.first.map(\.favorite.item) ?? []
            offer()
        }
    }
}
