/// A token with the login it was saved for, so that the account is known without a request.
public struct StoredToken: Sendable, Equatable {
    public let secret: Secret
    public let login: String

    public init(secret: Secret, login: String) {
        self.secret = secret
        self.login = login
    }
}

/// Persistent storage for the tokens or keys of one service.
/// There is no second place: when the store refuses, a token lasts for the session only.
public protocol TokenStore: Sendable {
    /// Returns the token saved for a server, or nil. Never prompts the user.
    /// - Parameter server: the host, with the port when it is not the default.
    func token(for server: String) async throws(TokenStoreFailure) -> StoredToken?
    /// Saves the token and replaces the server's previous one. May prompt the user to unlock the store.
    func store(_ token: Secret, account: String, for server: String) async throws(TokenStoreFailure)
    /// Removes the server's token, for any account, if there is one. May prompt the user to unlock the store.
    func remove(for server: String) async throws(TokenStoreFailure)
    /// Prompts the user to unlock the server's token. Returns when they have answered, whatever the answer.
    func unlock(for server: String) async throws(TokenStoreFailure)
}

public enum TokenStoreFailure: Error, Sendable, Hashable {
    /// There is no session bus to reach a keyring.
    case noBus
    /// The bus has no keyring service, and none could be started.
    case noService
    /// The keyring did not answer in time.
    case timedOut
    /// The keyring is locked and stays locked. The user is not signed out: try again later.
    case locked
    /// The keyring returned an error with this code.
    case refused(code: Int)
    /// The caller has cancelled; there is nothing to show.
    case cancelled
}
