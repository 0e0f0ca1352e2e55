public import Foundation

/// A failure with all a sentence about it may need; the sentence is the user interface's.
public struct FailureContent: Equatable, Sendable {
    public let failure: CatalogFailure
    /// What was asked for: the text of the search, or the item's title.
    public let query: String
    /// What people call the service that was asked.
    public let service: String
    /// Time left until the server answers again, `0:42`; nil when there is nothing to wait for, or no more.
    public let countdown: String?
    /// The time of day at which the server answers again; nil when there is nothing to wait for.
    public let until: String?
    /// The same question is asked once more, by itself, when the countdown is over.
    public let willRetry: Bool
    /// How old what is shown instead is, `3 hours ago`; nil when there is nothing, or what was there before.
    public let cacheAge: String?

    public init(
        failure: CatalogFailure, query: String, service: String, countdown: String? = nil, until: String? = nil,
        willRetry: Bool = false, cacheAge: String? = nil
    ) {
        self.failure = failure
        self.query = query
        self.service = service
        self.countdown = countdown
        self.until = until
        self.willRetry = willRetry
        self.cacheAge = cacheAge
    }
}

extension CatalogFailure {
    /// When the server said it will answer again; nil for failures that are no matter of time.
    public var retryDate: Date? {
        switch self {
        case .rateLimited(let limit): limit.resetsAt
        case .throttled(let until): until
        default: nil
        }
    }
}
