public import Observation

/// The searches made before, newest first. The library is attached when it has been opened, after the first paint;
/// what is noted before that waits.
@MainActor @Observable public final class SearchHistory {
    public private(set) var queries: [String] = []

    /// As many as the library keeps.
    private static let limit = 200
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private let preferences: CurrentPreferences

    /// - Parameter preferences: say whether anything new is noted.
    public init(preferences: CurrentPreferences = CurrentPreferences()) {
        self.preferences = preferences
    }

    /// - Parameter library: where the searches are kept from now on.
    public func attach(library: any Library) {
        writes.attach(library)
        reload()
    }

    /// Notes a search as the newest. Failing to keep it is not worth a word.
    public func note(_ text: String) {
        guard preferences.value.keepsHistory, queries.first != text else { return }
        writes.add { library throws(LibraryFailure) in
            try await library.noteQuery(text)
        } done: { _ in
        }
        reload()
    }

    /// - Parameter done: called when nothing is left on disk, or with the reason why it is.
    public func clear(done: @escaping (Result<Void, LibraryFailure>) -> Void = { _ in }) {
        writes.add({ library throws(LibraryFailure) in try await library.clearRecentQueries() }, done: done)
        reload()
    }

    /// Notes again what was cleared, as older than all that was noted since.
    /// - Parameter cleared: newest first.
    public func putBack(_ cleared: [String]) {
        let since = queries
        writes.add { library throws(LibraryFailure) in
            for text in cleared.reversed() + since.reversed() { try await library.noteQuery(text) }
        } done: { _ in
        }
        reload()
    }

    private func reload() {
        writes.add { library throws(LibraryFailure) in
            await library.recentQueries(limit: Self.limit)
        } done: { [weak self] answer in
            if case .success(let queries) = answer { self?.queries = queries }
        }
    }
}
