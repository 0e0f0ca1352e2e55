/// The state of downloading the texts of favorites.
public enum DocumentDownloadPhase: Equatable, Sendable {
    /// Nothing is missing, or it is not known yet what is.
    case idle
    /// The user has turned it off.
    case off
    case working(DocumentDownloadProgress)
    /// It goes on by itself at a known time, or earlier when the network changes.
    case waiting(DocumentDownloadWait, DocumentDownloadProgress)
    case paused(DocumentDownloadPause, DocumentDownloadProgress)
    /// The server has rejected the credential. It goes on after another sign-in, or when the user resumes it.
    case unauthorized(DocumentDownloadProgress)

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
    public var progress: DocumentDownloadProgress? {
        switch self {
        case .idle, .off: nil
        case .working(let progress), .waiting(_, let progress), .paused(_, let progress), .unauthorized(let progress):
            progress
        }
    }
}

/// Why downloading waits.
public enum DocumentDownloadWait: Equatable, Sendable {
    /// `until` is a time of day.
    case rateLimit(until: String)
    /// The server asks to wait, whatever is left of the limit.
    case throttled(until: String)
    case offline
    /// The server cannot answer.
    case server(until: String)
    /// The texts cannot be saved.
    case storage
}

public enum DocumentDownloadPause: Equatable, Sendable {
    case byUser
    case meteredNetwork
}

public struct DocumentDownloadProgress: Equatable, Sendable {
    /// The favorites whose text, or its absence, is known.
    public var done: NumberContent
    /// The favorites that may have a text.
    public var total: NumberContent
    /// Nil while it is unknown.
    public var estimate: DocumentDownloadEstimate?

    public init(done: NumberContent, total: NumberContent, estimate: DocumentDownloadEstimate? = nil) {
        self.done = done
        self.total = total
        self.estimate = estimate
    }

    /// From 0 to 1.
    public var fraction: Double { Double(done.number) / Double(max(1, total.number)) }
}

/// A rounded time.
public enum DocumentDownloadEstimate: Equatable, Sendable {
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
