import Foundation
import Synchronization

/// The stars of each token, in memory.
final class StarStore: Sendable {
    struct Star: Sendable {
        var id: Int
        /// Seconds since 1970.
        var time: Int
        /// Orders stars of the same second.
        fileprivate var number: Int
    }
    private struct Stars {
        var byID: [Int: Star] = [:]
        var count = 0
    }
    private let tokens = Mutex<[String: Stars]>([:])

    /// Adds a star. An existing star stays unchanged, including its date.
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

    /// Returns the stars, oldest first.
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

    /// Returns the initial stars. The known repositories come first, so even a few stars have familiar names.
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
