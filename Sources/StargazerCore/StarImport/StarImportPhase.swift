/// Why importing stars stopped.
public enum StarImportFailure: Equatable, Sendable {
    case account(FailureContent)
    case library(LibraryFailure)
}

/// The offer to import an account's stars.
public struct StarImportOffer: Equatable, Sendable {
    /// The number imported before the import stopped; nil when there was none.
    public let loaded: NumberContent?

    public init(loaded: NumberContent?) { self.loaded = loaded }
}

/// The state of importing an account's stars. Imported stars are kept in every state.
public enum StarImportPhase: Equatable, Sendable {
    case idle
    /// `about` and `fraction` are nil while the total is unknown.
    case running(loaded: NumberContent, about: NumberContent?, fraction: Double?)
    case cancelled(loaded: NumberContent)
    case failed(StarImportFailure, loaded: NumberContent)
    /// `known` is the number of items that were favorites before.
    case finished(new: NumberContent, known: NumberContent)
}
