import Foundation
public import Observation
public import StargazerLibrary

public enum SelectedRows: Sendable, Equatable {
    /// Items that the list has loaded.
    case items([ItemID])
    /// Favorites, most of which are not loaded.
    case favorites([FavoriteRowID])

    public static let none = SelectedRows.items([])

    public var count: Int {
        switch self {
        case .items(let ids): ids.count
        case .favorites(let rows): rows.count
        }
    }
}

/// A question before many stars are removed on the server.
public struct StarRemovalConfirmation: Equatable, Sendable {
    public let favorites: NumberContent
    public let stars: NumberContent
    /// How long the server's rate allows it to take, rounded up.
    public let minutes: Int
}

/// The web pages of the selected rows.
public enum SelectedPages: Equatable, Sendable {
    /// Few enough to open at once.
    case few([String])
    /// So many that the user should be asked first.
    case many([String], count: NumberContent)
    /// More rows are selected than pages open at once.
    case tooMany(limit: NumberContent)
}

/// Several selected rows of a list, and the actions on all of them.
@MainActor @Observable public final class SelectionViewModel {
    /// The selected rows, when there are at least two.
    public private(set) var rows = SelectedRows.none
    /// What they are; nil until they have been read, and for very many rows.
    public private(set) var summary: SelectionSummary?
    /// Shown until it is answered.
    public private(set) var confirmation: StarRemovalConfirmation?
    /// Whether the list shows favorites.
    @ObservationIgnored public let isFavorites: Bool
    /// Returns a loaded item.
    @ObservationIgnored var item: (ItemID) -> Item? = { _ in nil }
    /// Whether a favorite may have no star on the server: it has none, or is not loaded.
    @ObservationIgnored var mayBeUnstarred: (FavoriteRowID) -> Bool = { _ in true }
    /// Whether the favorites on the screen may be pictures.
    @ObservationIgnored var mayHavePictures: () -> Bool = { false }
    @ObservationIgnored private var summarizing: Task<Void, Never>?

    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    /// The favorites that the question is about.
    @ObservationIgnored private var favoritesToRemove: [Favorite] = []

    /// The most pages that open without a question, and the most that open at all.
    static let (fewPages, maxPages) = (10, 50)
    private static let batchSize = 500
    private static let maxSummarized = 10_000

    init(isFavorites: Bool = false, flags: ItemFlagSource, formats: Formats, time: TimeSource) {
        self.isFavorites = isFavorites
        self.flags = flags
        self.formats = formats
        self.time = time
    }

    isolated deinit { summarizing?.cancel() }

    public var isActive: Bool { rows.count > 1 }
    public var count: NumberContent { NumberContent(rows.count, formats: formats) }

    public var areAllFavorites: Bool {
        guard !isFavorites, case .items(let ids) = rows else { return true }
        return ids.allSatisfy(flags.favoritesModel.contains)
    }

    /// Whether there may be items that the account has not starred on the server.
    public var offersStars: Bool {
        guard let stars = flags.stars, stars.host != nil else { return false }
        switch rows {
        case .items(let ids): return ids.contains { stars.state(of: $0) == false }
        case .favorites(let rows): return rows.contains(where: mayBeUnstarred)
        }
    }

    public var offersPictures: Bool {
        switch rows {
        // The items of a search are of one catalog.
        case .items(let ids): ids.first.flatMap(item)?.facts.fullSizePicture != nil
        case .favorites: summary?.hasPictures ?? mayHavePictures()
        }
    }

    /// Updates the selection. A single row needs no actions of its own.
    public func rowsChanged(_ rows: SelectedRows) {
        let rows = rows.count > 1 ? rows : .none
        guard rows != self.rows else { return }
        self.rows = rows
        summarize()
    }

    private func summarize() {
        summarizing?.cancel()
        guard isActive, rows.count <= Self.maxSummarized else { return summary = nil }
        switch rows {
        case .items(let ids):
            var tally = SelectionTally()
            for item in ids.compactMap(item) { tally.add(item, addedAt: nil) }
            summary = tally.summary(formats: formats)
        case .favorites(let rows):
            summarizing = Task { [weak self, formats, favoritesModel = flags.favoritesModel] in
                var tally = SelectionTally()
                for start in stride(from: 0, to: rows.count, by: Self.batchSize) {
                    let batch = Array(rows[start..<min(start + Self.batchSize, rows.count)])
                    let read = await favoritesModel.read { library throws(LibraryFailure) in
                        try await library.favorites(in: batch, cached: [:])
                    }
                    guard let stored = read, !Task.isCancelled else { return }
                    for favorite in stored.map(\.favorite) { tally.add(favorite.item, addedAt: favorite.addedAt) }
                }
                self?.summary = tally.summary(formats: formats)
            }
        }
    }

    // MARK: Actions

    /// Removes favorites, or adds all items that are not favorites yet.
    public func toggleFavorites() {
        guard case .items(let ids) = rows, !areAllFavorites else { return remove() }
        flags.favoritesModel.add(ids.compactMap(item))
    }

    /// Removes the favorites among the items, after a question if that removes many stars.
    public func remove() {
        perform { [flags] selection, favorites in
            let favorites = favorites.filter { selection.isFavorites || flags.favoritesModel.contains($0.id) }
            let stars = favorites.count { selection.isStarred($0) == true }
            guard stars > UndoStack.starLimit else { return flags.favoritesModel.remove(favorites) }
            selection.favoritesToRemove = favorites
            selection.confirmation = StarRemovalConfirmation(
                favorites: NumberContent(favorites.count, formats: selection.formats),
                stars: NumberContent(stars, formats: selection.formats), minutes: (stars + 59) / 60)
        }
    }

    public func respond(_ removes: Bool) {
        if removes { flags.favoritesModel.remove(favoritesToRemove) }
        (confirmation, favoritesToRemove) = (nil, [])
    }

    /// Stars the items on the server. The favorites stay as they are.
    public func star() {
        perform { [flags] selection, favorites in
            flags.favoritesModel.assumeFavorites(selection.isFavorites ? favorites : [])
            flags.stars?.setStarred(true, favorites.filter { selection.isStarred($0) == false }.map(\.item))
        }
    }

    /// Passes the addresses of the items, in the order of the list.
    public func withLinks(_ body: @escaping @MainActor ([String]) -> Void) {
        perform { _, favorites in body(favorites.compactMap { $0.item.webURL?.absoluteString }) }
    }

    /// Passes the items as a table in Markdown, in the order of the list: links, and their descriptions.
    /// - Parameter headings: those of the two columns.
    public func withTable(
        _ headings: (name: String, summary: String), _ body: @escaping @MainActor (_ table: String, Int) -> Void
    ) {
        perform { [flags, formats, time] _, favorites in
            let now = time.now()
            let rows = favorites.map { favorite in
                let item = favorite.item
                let content = ItemContent(item, flags: flags.flags(of: item.id), formats: formats, now: now)
                let summary = FavoritesMarkdownFormat.escaped(content.summary)
                return "| \(FavoritesMarkdownFormat.link(to: item)) | \(summary) |\n"
            }
            body("| \(headings.name) | \(headings.summary) |\n| --- | --- |\n" + rows.joined(), rows.count)
        }
    }

    /// Passes the web pages of the items, in the order of the list. Nothing is read for more rows than may be opened.
    public func withPages(_ body: @escaping @MainActor (SelectedPages) -> Void) {
        guard rows.count <= Self.maxPages else {
            return body(.tooMany(limit: NumberContent(Self.maxPages, formats: formats)))
        }
        withLinks { [formats] links in
            body(
                links.count > Self.fewPages
                    ? .many(links, count: NumberContent(links.count, formats: formats)) : .few(links))
        }
    }

    /// Passes the pictures among the items, in the order of the list.
    public func withPictures(_ body: @escaping @MainActor ([FullSizePicture]) -> Void) {
        perform { _, favorites in body(favorites.compactMap(\.item.facts.fullSizePicture)) }
    }

    /// Passes the items as favorites, in the order of the list.
    public func withFavorites(_ body: @escaping @MainActor ([Favorite]) -> Void) { perform { body($1) } }

    /// Passes the items that are favorites, and the others, in the order of the list.
    public func withTaggable(_ body: @escaping @MainActor ([Item], [Item]) -> Void) {
        perform { [flags] selection, favorites in
            let isTaggable = { selection.isFavorites || flags.favoritesModel.contains($0) }
            let items = favorites.map(\.item)
            body(items.filter { isTaggable($0.id) }, items.filter { !isTaggable($0.id) })
        }
    }

    /// Adds a tag to rows that were dropped on it.
    public func add(_ tag: Tag, to rows: SelectedRows, in tags: TagsModel) {
        perform(on: rows) { _, favorites in tags.add(tag, to: favorites.map(\.id)) }
    }

    private func isStarred(_ favorite: Favorite) -> Bool? {
        flags.stars?.state(of: favorite)
    }

    /// Loads the items, off the main actor if they are not loaded. Does nothing when the library cannot be read.
    /// - Parameter rows: nil for the selected rows.
    private func perform(
        on rows: SelectedRows? = nil, _ action: @escaping (SelectionViewModel, [Favorite]) -> Void
    ) {
        switch rows ?? self.rows {
        case .items(let ids):
            let facts = flags.favoritesModel.facts
            action(
                self,
                ids.compactMap(item).map { item in
                    Favorite(
                        item: item, addedAt: facts[item.id]?.addedAt ?? time.now(),
                        isStarredOnServer: facts[item.id]?.isStarredOnServer,
                        starRequest: facts[item.id]?.starRequest)
                })
        case .favorites(let rows):
            // The task retains this object: what the user requested is done even if the window closes.
            Task { [favoritesModel = flags.favoritesModel] in
                var favorites: [Favorite] = []
                favorites.reserveCapacity(rows.count)
                for start in stride(from: 0, to: rows.count, by: Self.batchSize) {
                    let batch = Array(rows[start..<min(start + Self.batchSize, rows.count)])
                    let read = await favoritesModel.read { library throws(LibraryFailure) in
                        try await library.favorites(in: batch, cached: [:])
                    }
                    guard let stored = read else { return }
                    favorites += stored.map(\.favorite)
                }
                action(self, favorites)
            }
        }
    }
}
