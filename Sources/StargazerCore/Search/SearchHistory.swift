public import Observation

/// The searches made before, newest first. The library is attached when it has been opened, after the first paint;
/// what is noted before that waits.
@MainActor @Observable public final class SearchHistory {
    public private(set) var queries: [String] = []

    /// How many are offered.
    private static let limit = 20
    @ObservationIgnored private let writes = LibraryWrites()

    public init() {}

    /// - Parameter library: where the searches are kept from now on.
    public func attach(library: any Library) {
        writes.attach(library)
        reload()
    }

    /// Notes a search as the newest. Failing to keep it is not worth a word.
    public func note(_ text: String) {
        guard queries.first != text else { return }
        writes.add { library throws(LibraryFailure) in
            try await library.noteQuery(text)
        } done: { _ in
        }
        reload()
    }

    public func clear() {
        writes.add { library throws(LibraryFailure) in
            try await library.clearRecentQueries()
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
