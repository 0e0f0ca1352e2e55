public import Observation

/// The searches made before, newest first. The library is attached when it has been opened, after the first paint;
/// what is noted before that waits.
@MainActor @Observable public final class SearchHistory {
    public private(set) var queries: [String] = []

    public init() {}

    public func attach(library: any Library) {}

    /// Notes a search as the newest.
    public func note(_ text: String) {}

    public func clear() {}
}
