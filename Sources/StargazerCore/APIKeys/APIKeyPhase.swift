/// Why there is no API key in use, for problems that the user can fix.
public enum APIKeyProblem: Equatable, Sendable {
    /// The typed text cannot be a key.
    case text(TokenFormatFailure)
    /// The service rejected the key.
    case refused
    /// The service could not verify the key.
    case unchecked(CatalogFailure)
    /// The keyring may have a key, but does not return it.
    case store(TokenStoreFailure)
}

/// The state of a catalog's API key.
public enum APIKeyPhase: Equatable, Sendable {
    /// The keyring is being asked.
    case loading
    /// - Parameter problem: nil when no key has been entered.
    case missing(problem: APIKeyProblem?)
    /// The typed key is being verified.
    case checking
    /// - Parameter saveFailure: why the key lasts for this session only; nil when it is saved.
    case ready(saveFailure: TokenStoreFailure?)

    public var isReady: Bool { if case .ready = self { true } else { false } }
}
