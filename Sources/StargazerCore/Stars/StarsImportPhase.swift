/// Why bringing in stars stopped.
public enum StarsImportFailure: Equatable, Sendable {
    case account(FailureContent)
    case library(LibraryFailure)
}

/// An account's stars can be brought in.
public struct StarsOffer: Equatable, Sendable {
    /// How many came before the walk was broken off; nil where none was begun.
    public let came: NumberContent?

    public init(came: NumberContent?) { self.came = came }
}

/// The one state of bringing in an account's stars. What has come is kept in each of them.
public enum StarsImportPhase: Equatable, Sendable {
    case idle
    /// `about` and `fraction` are nil while nobody knows how many there are.
    case running(came: NumberContent, about: NumberContent?, fraction: Double?)
    case cancelled(came: NumberContent)
    case failed(StarsImportFailure, came: NumberContent)
    /// `known` were favorites before.
    case finished(new: NumberContent, known: NumberContent)
}
