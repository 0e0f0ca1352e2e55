public import Observation
public import StargazerLibrary

/// The choice of any source, saved search or favorite by a few letters.
@MainActor @Observable public final class GoToViewModel {
    public enum Destination: Equatable, Sendable {
        case source(ListSource)
        case savedSearch(SavedSearchID, SavedSearchContent)
        case favorite(ItemContent)
        case command(Command)
    }

    /// What brings favorites.
    public enum Command: Sendable, CaseIterable {
        case bringStars, importFile
    }

    /// Sources, then favorites, best match first, then sources that the letters abbreviate. Without text, all sources.
    public private(set) var results: [Destination]
    /// Whether the library has not answered for the text yet.
    public private(set) var isAwaitingFavorites = false

    private static let maxFavorites = 8
    private static let maxTags = 50

    @ObservationIgnored private let sources: [(destination: Destination, name: String)]
    @ObservationIgnored private let tags: [(destination: Destination, name: String)]
    @ObservationIgnored private let app: AppModel
    @ObservationIgnored private var items: [Item] = []
    @ObservationIgnored private var request: Task<Void, Never>?

    /// - Parameter commands: with their names, as the user reads them.
    public init(_ window: WindowModel, commands: [(Command, String)] = [], name: (ListSource) -> String) {
        app = window.app
        let rows = window.sources.searches + window.sources.favorites + window.sources.savedSearches
        let found: [(destination: Destination, name: String)] = rows.map { row in
            guard let content = row.savedSearch, case .savedSearch(let id) = row.source else {
                return (.source(row.source), name(row.source))
            }
            return (.savedSearch(id, content), content.name)
        }
        sources = found + commands.map { (.command($0), $1) }
        tags = window.sources.tags.map { (.source($0.source), name($0.source)) }
        results = (sources + tags.prefix(Self.maxTags)).map(\.destination)
    }

    isolated deinit { request?.cancel() }

    public func typed(_ text: String) {
        request?.cancel()
        let filter = ItemFilter(text)
        let ranked = (sources + tags).compactMap { source in
            rank(source.name, text, filter).map { (destination: source.destination, rank: $0) }
        }.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .prefix(sources.count + Self.maxTags).map(\.element)
        let matching = ranked.filter { $0.rank != .abbreviated }.map(\.destination)
        let abbreviated = ranked.filter { $0.rank == .abbreviated }.map(\.destination)
        isAwaitingFavorites = !filter.isBlank && app.favoritesModel.library != nil
        guard isAwaitingFavorites, let library = app.favoritesModel.library else {
            return show(matching, [], abbreviated)
        }
        // The favorites of the last text stay until those of this one are known.
        show(matching, items, abbreviated)
        let query = FavoritesQuery(text: text, order: .best)
        request = Task { [weak self] in
            // After a failed read, those of the last text stay.
            let answer = try? await library.favorites(query, reading: Self.maxFavorites)
            guard !Task.isCancelled else { return }
            self?.isAwaitingFavorites = false
            guard let answer else { return }
            self?.show(matching, answer.first.map(\.favorite.item), abbreviated)
        }
    }

    /// How well a name matches, the best first.
    private enum Rank: Int, Comparable {
        case beginning
        case wordBeginning
        case words
        /// The letters are in the name in this order, and the first one begins it.
        case abbreviated

        static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    /// - Returns: nil when the name does not match.
    private func rank(_ name: String, _ text: String, _ filter: ItemFilter) -> Rank? {
        let matches = filter.isBlank || filter.matches(name)
        let (name, text) = (ItemFilter.folded(name), ItemFilter.folded(text))
        if matches { return name.hasPrefix(text) ? .beginning : name.contains(" " + text) ? .wordBeginning : .words }
        var letters = text.filter { !$0.isWhitespace }[...]
        guard letters.count > 1, letters.first == name.first else { return nil }
        for character in name where character == letters.first { letters.removeFirst() }
        return letters.isEmpty ? .abbreviated : nil
    }

    public func item(for id: ItemID) -> Item? { items.first { $0.id == id } }

    public func tag(of source: ListSource) -> Tag? {
        if case .favorites(.tag(let name)) = source { app.tags.all.first { $0.tag.name == name }?.tag } else { nil }
    }

    private func show(_ sources: [Destination], _ items: [Item], _ abbreviated: [Destination]) {
        self.items = items
        let now = app.time.now()
        let favorites = items.map { Destination.favorite(ItemContent($0, formats: app.formats, now: now)) }
        results = sources + favorites + abbreviated
    }
}
