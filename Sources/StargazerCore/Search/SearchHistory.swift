public import Observation

/// The searches made before in one catalog, newest first. The library is attached when it has been opened, after the
/// first paint; what is noted before that waits.
@MainActor @Observable public final class SearchHistory {
    public private(set) var queries: [String] = [] { didSet { matches = RecentMatches(queries) } }

    /// As many as the library keeps.
    static let limit = 200
    @ObservationIgnored private var matches = RecentMatches()
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private let catalog: CatalogKind
    @ObservationIgnored private let preferences: CurrentPreferences

    /// - Parameter preferences: say whether anything new is noted.
    public init(of catalog: CatalogKind, preferences: CurrentPreferences = CurrentPreferences()) {
        self.catalog = catalog
        self.preferences = preferences
    }

    /// - Parameter library: where the searches are kept from now on.
    public func attach(library: any Library) {
        writes.attach(library)
        reload()
    }

    /// Those that begin as what is typed, or have a word that does.
    func matching(_ typed: String, limit: Int) -> [String] { matches.matching(typed, limit: limit) }

    /// Notes a search as the newest. Failing to keep it is not worth a word.
    public func note(_ text: String) {
        // Nothing was searched for: what was trending showed.
        guard !text.isEmpty, preferences.value.keepsHistory, queries.first != text else { return }
        writes.add { [catalog] library throws(LibraryFailure) in
            try await library.noteQuery(text, of: catalog)
        } done: { _ in
        }
        reload()
    }

    /// - Parameter done: called when nothing is left on disk, with what there was for `putBack`, or with the reason why
    ///   it is left.
    public func clear(done: @escaping (Result<[String], LibraryFailure>) -> Void = { _ in }) {
        let cleared = queries
        writes.add { [catalog] library throws(LibraryFailure) in
            try await library.clearRecentQueries(of: catalog)
        } done: { answer in
            done(answer.map { cleared })
        }
        reload()
    }

    /// Notes again what was cleared, as older than all that was noted since.
    /// - Parameter cleared: newest first.
    public func putBack(_ cleared: [String]) {
        let since = queries
        writes.add { [catalog] library throws(LibraryFailure) in
            for text in cleared.reversed() + since.reversed() { try await library.noteQuery(text, of: catalog) }
        } done: { _ in
        }
        reload()
    }

    private func reload() {
        writes.add { [catalog] library throws(LibraryFailure) in
            await library.recentQueries(of: catalog, limit: Self.limit)
        } done: { [weak self] answer in
            if case .success(let queries) = answer { self?.queries = queries }
        }
    }
}
