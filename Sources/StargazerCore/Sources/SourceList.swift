public import Observation

/// The sources that a window can show, in sections, with their counts.
@MainActor @Observable public final class SourceList {
    public struct Row: Equatable, Sendable {
        public let source: ListSource
        /// The number of items; nil for a source that does not count.
        public let count: NumberContent?
        /// Whether the source needs a key that it does not have.
        public let needsKey: Bool
    }

    /// The searches, one for each catalog, in catalog order.
    public var searches: [Row] {
        app.catalogs.all.map {
            let kind = $0.profile.kind
            return Row(source: .search(kind), count: nil, needsKey: app.keys[kind]?.phase.needsKey == true)
        }
    }

    /// All favorites, and those parts that are neither empty nor everything.
    public var favorites: [Row] {
        let catalogs = app.catalogs.all.map(\.profile.kind).filter { counts[$0] > 0 }
        var scopes = [(FavoritesScope.all, counts.total)]
        if catalogs.count > 1 { scopes += catalogs.map { (.catalog($0), counts[$0]) } }
        if let host = app.stars?.states.host, counts.hasStarred(on: host), counts.notStarred(on: host) > 0 {
            scopes.append((.notStarred, counts.notStarred(on: host)))
        }
        return scopes.map {
            Row(
                source: .favorites($0), count: $1 > 0 ? NumberContent($1, formats: app.formats) : nil, needsKey: false)
        }
    }

    private var counts = FavoritesCounts()
    @ObservationIgnored private let app: AppModel
    @ObservationIgnored private var watching: Task<Void, Never>?

    init(_ app: AppModel) {
        self.app = app
        let favoritesModel = app.favoritesModel
        watching = Task { [weak self] in
            for await _ in Observations({ (favoritesModel.revision, favoritesModel.library != nil) }) {
                guard let library = favoritesModel.library, let counts = try? await library.favoritesCounts() else {
                    continue
                }
                self?.counts = counts
            }
        }
    }

    isolated deinit { watching?.cancel() }
}

extension APIKeyPhase {
    fileprivate var needsKey: Bool {
        switch self {
        case .missing, .checking: true
        case .loading, .ready: false
        }
    }
}
