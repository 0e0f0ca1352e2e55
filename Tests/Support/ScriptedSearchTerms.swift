public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Trending searches and suggestions that a test scripts.
public final class ScriptedSearchTerms: SearchTerms {
    private struct State {
        var trending: Result<[String], CatalogFailure> = .success([])
        var matching: [String: [String]] = [:]
        var requested: [String] = []
    }

    private let state = Mutex(State())

    public init(trending: Result<[String], CatalogFailure> = .success([]), matching: [String: [String]] = [:]) {
        state.withLock { ($0.trending, $0.matching) = (trending, matching) }
    }

    /// The requested prefixes, in order; an empty one for trending searches.
    public var requested: [String] { state.withLock { $0.requested } }

    public func set(trending: Result<[String], CatalogFailure>) { state.withLock { $0.trending = trending } }

    public func trending() async throws(CatalogFailure) -> [String] {
        let response = state.withLock { state in
            state.requested.append("")
            return state.trending
        }
        return try response.get()
    }

    public func matching(_ typed: String) async throws(CatalogFailure) -> [String] {
        let response = state.withLock { state in
            state.requested.append(typed)
            return state.matching[typed]
        }
        guard let response else { throw .offline }
        return response
    }
}
