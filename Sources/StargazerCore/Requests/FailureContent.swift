public import Foundation
public import StargazerLibrary

/// A failure with the values for its message. The user interface words it.
public struct FailureContent: Equatable, Sendable {
    public let failure: CatalogFailure
    /// The subject of the request: the search text or the item's title.
    public let query: String
    public let service: String
    /// The time left until the server answers again, `0:42`; nil when there is nothing to wait for, or at zero.
    public let countdown: String?
    /// The time of day when the server answers again; nil when there is nothing to wait for.
    public let until: String?
    /// Whether the request is repeated automatically at the end of the countdown.
    public let willRetry: Bool
    /// The age of the cached content shown instead, `3 hours ago`; nil for no content or earlier content.
    public let cacheAge: String?
    /// Whether the service cannot be reached although the network is available.
    public let isServiceDown: Bool

    public init(
        failure: CatalogFailure, query: String, service: String, countdown: String? = nil, until: String? = nil,
        willRetry: Bool = false, cacheAge: String? = nil, isServiceDown: Bool = false
    ) {
        self.failure = failure
        self.query = query
        self.service = service
        self.countdown = countdown
        self.until = until
        self.willRetry = willRetry
        self.cacheAge = cacheAge
        self.isServiceDown = isServiceDown
    }
}

extension CatalogFailure {
    /// When the server will answer again; nil for failures that do not end at a known time.
    public var retryDate: Date? {
        switch self {
        case .rateLimited(let limit): limit.resetsAt
        case .throttled(let until): until
        default: nil
        }
    }
}
