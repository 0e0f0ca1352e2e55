public import StargazerLibrary

/// What a job in the background does, and when it goes on.
public enum BackgroundPhase: Equatable, Sendable {
    /// Nothing is missing, or it is not known yet what is.
    case idle
    case off
    case working(BackgroundProgress)
    /// It goes on by itself at a known time, or earlier when the network changes.
    case waiting(BackgroundWait, BackgroundProgress)
    case paused(BackgroundPause, BackgroundProgress)
    /// The server has rejected the token. It goes on after another sign-in, or when the user resumes it.
    case unauthorized(BackgroundProgress)

    /// What the user can do about it; nil where nothing would help.
    public var action: Action? {
        switch self {
        case .idle, .off, .paused(.meteredNetwork, _): nil
        case .working, .waiting: .pause
        case .paused(.byUser, _), .unauthorized: .resume
        }
    }

    public enum Action: Sendable {
        case pause, resume
    }

    /// Nil when nothing is missing.
    public var progress: BackgroundProgress? {
        switch self {
        case .idle, .off: nil
        case .working(let progress), .waiting(_, let progress), .paused(_, let progress), .unauthorized(let progress):
            progress
        }
    }
}

public enum BackgroundWait: Equatable, Sendable {
    /// `until` is a time of day.
    case rateLimit(until: String)
    /// The server asks to wait, whatever is left of the limit.
    case throttled(until: String)
    case offline
    /// The server cannot answer.
    case server(until: String)
    /// The requests that are left are for others.
    case reserved
    /// What came cannot be saved.
    case storage
}

public enum BackgroundPause: Equatable, Sendable {
    case byUser
    case meteredNetwork
}

public struct BackgroundProgress: Equatable, Sendable {
    /// Those that need no request any more.
    public var done: NumberContent
    public var total: NumberContent
    /// Nil while it is unknown.
    public var estimate: BackgroundEstimate?

    public init(done: NumberContent, total: NumberContent, estimate: BackgroundEstimate? = nil) {
        self.done = done
        self.total = total
        self.estimate = estimate
    }

    /// From 0 to 1.
    public var fraction: Double { Double(done.number) / Double(max(1, total.number)) }
}

/// A rounded time.
public enum BackgroundEstimate: Equatable, Sendable {
    case minutes(NumberContent)
    case hours(NumberContent)
    case days(NumberContent)

    /// - Parameter seconds: rounded up to a whole unit.
    init(seconds: Double, formats: Formats) {
        let minutes = Int(clamping: (seconds / 60).rounded(.up))
        let hours = Int(clamping: (seconds / 3600).rounded(.up))
        switch minutes {
        case ..<90: self = .minutes(NumberContent(max(1, minutes), formats: formats))
        case ..<2_880: self = .hours(NumberContent(hours, formats: formats))
        default: self = .days(NumberContent(Int(clamping: (seconds / 86_400).rounded(.up)), formats: formats))
        }
    }
}
