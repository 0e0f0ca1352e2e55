/// Why there is no key to search with, as far as the person can do something about it.
public enum APIKeyProblem: Equatable, Sendable {
    /// What was typed cannot be a key.
    case text(TokenFormatFailure)
    /// The service does not take it.
    case refused
    /// The service could not be asked whether it takes it.
    case unchecked(CatalogFailure)
    /// There may be one, but the key store does not hand it out.
    case store(TokenStoreFailure)
}

/// Where a catalog's key stands.
public enum APIKeyPhase: Equatable, Sendable {
    /// The key store is asked.
    case loading
    /// - Parameter problem: nil where nobody has entered one yet.
    case missing(problem: APIKeyProblem?)
    /// The service is asked whether it takes what was typed.
    case checking
    /// - Parameter unkept: why it is good for this session only; nil when it is kept.
    case ready(saveFailure: TokenStoreFailure?)

    public var isReady: Bool { if case .ready = self { true } else { false } }
}
