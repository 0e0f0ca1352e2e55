/// A token with the account it was kept for, so that whose it is can be said without asking the server.
public struct StoredToken: Sendable, Equatable {
    public let secret: Secret
    public let login: String

    public init(secret: Secret, login: String) {
        self.secret = secret
        self.login = login
    }
}

/// Where the tokens or keys of one service outlive the program. There is no second place: when it refuses, a token is kept for the session only.
public protocol TokenStore: Sendable {
    /// The token kept for a server; nil when there is none. Never asks the person anything.
    ///
    /// - Parameter server: host, and port where it is not the usual one.
    func token(for server: String) async throws(TokenStoreFailure) -> StoredToken?
    /// Keeps the token in place of whatever was kept for the server. May ask the person to unlock the store.
    func store(_ token: Secret, account: String, for server: String) async throws(TokenStoreFailure)
    /// Removes what is kept for the server, whichever account it is of; fine when there is nothing. May ask the person
    /// to unlock the store.
    func remove(for server: String) async throws(TokenStoreFailure)
    /// Has the person asked to unlock what is kept for the server. Returns when they have answered, whatever they did.
    func unlock(for server: String) async throws(TokenStoreFailure)
}

public enum TokenStoreFailure: Error, Sendable, Hashable {
    /// There is no session bus to reach a key store by.
    case noBus
    /// The bus is there, but no key store on it and none that could be started.
    case noService
    /// The key store did not answer in time.
    case timedOut
    /// The key store is locked, and the person was not asked or declined: ask again, they are not signed out.
    case locked
    /// The key store said no, with the code of its error.
    case refused(code: Int)
    /// The caller has given up; nothing to show.
    case cancelled
}
