import Foundation
import Synchronization

/// What each token has starred, for as long as the stand-in lives.
final class StarStore: Sendable {
    struct Star: Sendable {
        var id: Int
        /// Seconds since 1970.
        var time: Int
        /// Tells apart what was starred within one second.
        fileprivate var number: Int
    }
    private struct Stars {
        var byID: [Int: Star] = [:]
        var count = 0
    }
    private let tokens = Mutex<[String: Stars]>([:])

    /// Adding what is there already changes nothing, not even its date.
    func add(_ id: Int, at time: Int, for token: String, in catalog: SampleCatalog) {
        change(token, catalog) { stars in
            if stars.byID[id] != nil { return }
            stars.count += 1
            stars.byID[id] = Star(id: id, time: time, number: stars.count)
        }
    }

    func remove(_ id: Int, for token: String, in catalog: SampleCatalog) {
        change(token, catalog) { $0.byID[id] = nil }
    }

    func contains(_ id: Int, for token: String, in catalog: SampleCatalog) -> Bool {
        change(token, catalog) { $0.byID[id] != nil }
    }

    /// Oldest star first.
    func stars(of token: String, in catalog: SampleCatalog) -> [Star] {
        change(token, catalog) { $0.byID.values.sorted { ($0.time, $0.number) < ($1.time, $1.number) } }
    }

    private func change<Result: Sendable>(
        _ token: String, _ catalog: SampleCatalog, _ body: (inout Stars) -> Result
    ) -> Result {
        tokens.withLock { tokens in
            var stars = tokens[token] ?? Self.initialStars(token, catalog)
            defer { tokens[token] = stars }
            return body(&stars)
        }
    }

    /// The known repositories come first, so even a few stars are on names that a person knows.
    private static func initialStars(_ token: String, _ catalog: SampleCatalog) -> Stars {
        var stars = Stars()
        for id in catalog.ids(first: count(in: token)) {
            guard let repository = catalog.repository(id: id) else { continue }
            let age = catalog.generated.reference - repository.created
            let time = repository.created + age / 1_000 * Seed(id).pick(21, below: 1_000)
            stars.count += 1
            stars.byID[id] = Star(id: id, time: time, number: stars.count)
        }
        return stars
    }

    private static func count(in token: String) -> Int {
        guard let mark = token.range(of: "stars-", options: .backwards) else { return 0 }
        return max(0, Int(token[mark.upperBound...]) ?? 0)
    }
}
