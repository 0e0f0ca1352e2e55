/// Why bringing in stars stopped.
public enum StarImportFailure: Equatable, Sendable {
    case account(FailureContent)
    case library(LibraryFailure)
}

/// An account's stars can be brought in.
public struct StarImportOffer: Equatable, Sendable {
    /// How many came before the walk was broken off; nil where none was begun.
    public let loaded: NumberContent?

    public init(loaded: NumberContent?) { self.loaded = loaded }
}

/// The one state of bringing in an account's stars. What has come is kept in each of them.
public enum StarImportPhase: Equatable, Sendable {
    case idle
    /// `about` and `fraction` are nil while nobody knows how many there are.
    case running(loaded: NumberContent, about: NumberContent?, fraction: Double?)
    case cancelled(loaded: NumberContent)
    case failed(StarImportFailure, loaded: NumberContent)
    /// `known` were favorites before.
    case finished(new: NumberContent, known: NumberContent)
}
