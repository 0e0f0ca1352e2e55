import Foundation
import Synchronization

enum RepositorySort: String, Sendable {
    case stars, forks, updated
    case helpWantedIssues = "help-wanted-issues"
}

/// Searches like GitHub: every word, phrase and qualifier must match, except between the sides of `OR`.
struct RepositorySearch: Sendable {
    let filter: SearchFilter
    /// The sides of `OR`. All terms of at least one of them must match.
    private let alternatives: [[SearchTerm]]

    init(_ text: SearchExpression) {
        filter = SearchFilter(text.parts)
        alternatives = text.parts.split(separator: .or).map { parts in
            parts.compactMap { part in
                guard case .word(let word, let isNegated) = part else { return nil }
                return SearchTerm(word, isNegated: isNegated)
            }
        }
    }

    /// Returns the IDs of the matches in the requested order. Ties are ordered by ID, so pages do not overlap.
    func ids(in catalog: SampleCatalog, sort: RepositorySort?, ascending: Bool) -> [Int] {
        var hits: [(key: Int, id: Int)] = []
        for repository in catalog.listed {
            if let key = key(of: repository, bonus: 5_000, sort) { hits.append((key, repository.id)) }
        }
        for id in catalog.generated.ids {
            guard let repository = catalog.generated[id] else { continue }
            if let key = key(of: repository, bonus: 0, sort) { hits.append((key, id)) }
        }
        let isAscending = ascending && sort != nil
        hits.sort { a, b in
            a.key == b.key ? a.id < b.id : isAscending ? a.key < b.key : a.key > b.key
        }
        return hits.map(\.id)
    }

    private func key(of candidate: some SearchCandidate, bonus: Int, _ sort: RepositorySort?) -> Int? {
        guard let relevance = relevance(of: candidate), filter.matches(candidate) else { return nil }
        switch sort {
        case .stars: return candidate.stars
        case .forks: return candidate.forks
        case .updated: return candidate.pushed
        case .helpWantedIssues: return candidate.issues / 10
        case nil: return bonus + relevance + Int(40 * log2(Double(candidate.stars + 1)))
        }
    }

    private func relevance(of candidate: some SearchCandidate) -> Int? {
        if alternatives.isEmpty { return 0 }
        var best: Int?
        for terms in alternatives {
            var sum = 0
            var fits = true
            for term in terms {
                let relevance = candidate.relevance(of: term, in: filter.fields)
                if (relevance == nil) != term.isNegated {
                    fits = false
                    break
                }
                sum += relevance ?? 0
            }
            if fits { best = max(best ?? 0, sum) }
        }
        return best
    }
}

/// Caches the result of the last search: a client that reads all pages sends the same query ten times.
final class SearchResultCache: Sendable {
    private struct Entry {
        var query: String
        var sort: RepositorySort?
        var ascending: Bool
        var ids: [Int]
    }
    private let entry = Mutex<Entry?>(nil)

    func ids(of query: String, sort: RepositorySort?, ascending: Bool, find: () -> [Int]) -> [Int] {
        let known = entry.withLock { $0 }
        if let known, known.query == query, known.sort == sort, known.ascending == ascending { return known.ids }
        let ids = find()
        entry.withLock { $0 = Entry(query: query, sort: sort, ascending: ascending, ids: ids) }
        return ids
    }
}
