public import StargazerLibrary

/// Mutations that the account's server did not accept, to be shown once.
public struct MutationFailure: Equatable, Sendable {
    public let serial: Int
    /// Never empty. The first is the one that failed; the others would have failed for the same reason.
    public let mutations: [AccountMutation]
    public let failure: CatalogFailure
    /// Whether the mutations wait in the outbox. Otherwise the earlier state is shown again.
    public let isSaved: Bool
    /// The time of day when the server answers again; nil when the failure does not end at a known time.
    public let until: String?
}

extension CatalogFailure {
    /// What the failure of one mutation means for the outbox.
    enum MutationEffect {
        /// The server has refused it, in its own words, or it cannot be sent to this server.
        case rejected
        case postponed
        /// It may succeed later, and every other mutation would fail now.
        case allPostponed
    }

    var mutationEffect: MutationEffect {
        switch self {
        case .offline, .proxyRefused, .timedOut, .rateLimited, .throttled, .unauthorized, .insecure: .allPostponed
        case .server, .unreadable, .cancelled, .notCached, .notSent: .postponed
        case .notAllowed, .tokenRefused, .blocked, .gone, .invalidQuery, .badQuery, .otherServer, .unexpected: .rejected
        }
    }

    /// Whether the request may have reached the server and changed its state.
    var mayHaveSucceeded: Bool {
        switch self {
        case .offline, .timedOut, .server, .unreadable, .cancelled: true
        default: false
        }
    }
}
