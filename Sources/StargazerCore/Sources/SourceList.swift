public import Observation
public import StargazerLibrary

/// The sources that a window can show, in sections, with their counts.
@MainActor @Observable public final class SourceList {
    public struct Row: Equatable, Sendable {
        public let source: ListSource
        /// The number of items; nil for a source that does not count.
        public let count: NumberContent?
        /// Whether the source needs a key that it does not have.
        public let needsKey: Bool
        public var savedSearch: SavedSearchContent?
        /// The tag of the source; nil for other sources.
        public var tag: Tag?
    }

    /// The searches, one for each kind of item, in catalog order.
    public var searches: [Row] {
        app.catalogs.kinds.map { kind in
            let needsKey = app.sources[kind]?.key != nil && app.keys[kind]?.phase.needsKey == true
            return Row(source: .search(kind), count: nil, needsKey: needsKey)
        }
    }

    /// All favorites, and those parts that are neither empty nor everything.
    public var favorites: [Row] {
        let catalogs = app.catalogs.kinds.filter { counts[$0] > 0 }
        var scopes = [(FavoritesScope.all, counts.total)]
        if catalogs.count > 1 { scopes += catalogs.map { (.catalog($0), counts[$0]) } }
        if counts.onlyHere > 0 { scopes.append((.notStarred, counts.onlyHere)) }
        if !app.tags.all.isEmpty, counts.untagged > 0 { scopes.append((.untagged, counts.untagged)) }
        if counts.updates > 0 || app.starUpdater?.login != nil { scopes.append((.updates, counts.newUpdates)) }
        return scopes.map {
            Row(
                source: .favorites($0), count: $1 > 0 ? NumberContent($1, formats: app.formats) : nil, needsKey: false)
        }
    }

    /// The saved searches, in the user's order. `count` is the number of new results.
    public var savedSearches: [Row] {
        app.savedSearches.searches.map { search in
            let new = app.savedSearches.newCounts[search.id].map { NumberContent($0, formats: app.formats) }
            let content = SavedSearchContent(search, failure: app.savedSearchRefresher.failures[search.id])
            return Row(source: .savedSearch(search.id), count: new, needsKey: false, savedSearch: content)
        }
    }

    /// The tags by name.
    public var tags: [Row] {
        app.tags.all.map {
            Row(
                source: .favorites(.tag($0.tag.name)),
                count: $0.favorites > 0 ? NumberContent($0.favorites, formats: app.formats) : nil, needsKey: false,
                tag: $0.tag)
        }
    }

    /// Returns the tags to list: the first ones, or all, and the one that shows.
    /// - Returns: `hidden` is the number of tags that are left out.
    public func tags(showingAll: Bool, current: ListSource) -> (rows: [Row], hidden: Int) {
        let all = tags
        // A row that shows a single tag has no advantage over that tag.
        let most = showingAll ? Self.maxTags : all.count == Self.firstTags + 1 ? all.count : Self.firstTags
        let rows = all.enumerated().filter { $0.offset < most || $0.element.source == current }.map(\.element)
        return (rows, all.count - rows.count)
    }

    /// The number of favorites with updates that the user has not seen, as last counted.
    public var newUpdates: Int { counts.newUpdates }

    /// The day of the latest update; nil when there was none.
    public var latestUpdate: String? { counts.latestUpdate.map(app.formats.day) }

    /// Returns the number of favorites in a scope, as last counted.
    public func favoritesCount(in scope: FavoritesScope) -> NumberContent? {
        let number: Int? =
            switch scope {
            case .all: counts.total
            case .catalog(let kind): counts[kind]
            case .notStarred: counts.onlyHere
            case .untagged: counts.untagged
            case .updates: counts.updates
            case .tag(let name): app.tags.all.first { $0.tag.name == name }?.favorites
            }
        return number.map { NumberContent($0, formats: app.formats) }
    }

    private static let firstTags = 12
    private static let maxTags = 500

    private var counts = FavoritesCounts()
    @ObservationIgnored private let app: AppModel
    @ObservationIgnored private var watching: Task<Void, Never>?

    init(_ app: AppModel) {
        self.app = app
        let (favoritesModel, stars) = (app.favoritesModel, app.stars)
        watching = Task { [weak self] in
            for await (_, _, account) in Observations({
                (favoritesModel.revision, favoritesModel.library != nil, stars?.host)
            }) {
                let read = await favoritesModel.read { library throws(LibraryFailure) in
                    try await library.favoritesCounts(account: account)
                }
                if let read { self?.counts = read }
            }
        }
    }

    isolated deinit { watching?.cancel() }
}

/// A saved search in the sidebar.
public struct SavedSearchContent: Equatable, Sendable {
    /// Clean, on one line.
    public let name: String
    /// What is searched; nil if this program does not know it.
    public let source: ListSource?
    /// Why the service did not answer when it was last asked for new results.
    public let failure: FailureContent?

    init(_ search: SavedSearch, failure: FailureContent?) {
        name = Self.name(of: search)
        source = ListSource(text: search.source)
        self.failure = failure
    }

    /// Returns the name on one line.
    public static func name(of search: SavedSearch) -> String { CleanText.line(search.name) }
}

extension APIKeyPhase {
    fileprivate var needsKey: Bool {
        switch self {
        case .missing, .checking: true
        case .loading, .ready: false
        }
    }
}
