import Foundation

/// One change of the account's star that a person asked for.
public struct StarWish: Equatable, Sendable {
    public let item: Item
    public let isStarred: Bool
    /// It came with a favorite, which stays as it is whatever becomes of the star.
    public let isOfFavorite: Bool
}

/// Stars that did not reach the server, to be said once; what shows is what was known before.
public struct StarProblem: Equatable, Sendable {
    /// Differs from one problem to the next.
    public let serial: Int
    /// Never empty; the first is the one that was refused, the others would have met the same.
    public let wishes: [StarWish]
    public let failure: CatalogFailure
    /// The time of day at which the server answers again; nil when it is no matter of time.
    public let until: String?
}

extension CatalogFailure {
    /// Whether every other write would meet the same just now.
    var concernsAllWrites: Bool {
        switch self {
        case .offline, .timedOut, .rateLimited, .askedToSlowDown, .unauthorized, .insecure: true
        default: false
        }
    }
}
