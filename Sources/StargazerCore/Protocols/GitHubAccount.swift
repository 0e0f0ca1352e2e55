public import StargazerLibrary

/// An account on GitHub, or on a server with the same API: its identity, its stars and the people it follows.
/// All requests except ``identify(with:)`` use the current credential. They throw `.unauthorized` without one, and when
/// the credential changed while they waited, so a request meant for one account never reaches another.
public protocol GitHubAccount: Sendable {
    /// The server's host: credentials are bound to it, and its items' IDs contain it.
    var host: String { get }
    /// The service's name, as shown to users.
    var service: String { get }

    /// Uses this credential for all later requests; nil means anonymous requests.
    /// Discards the known rate limits, unless the credential is the current one.
    /// - Throws: `.unexpected` for a credential of another server.
    func use(_ credential: Credential?) throws(CatalogFailure)
    /// Returns this account for this session: its requests fail with `.unauthorized` once another credential is used.
    func inCurrentSession() -> any GitHubAccount
    /// Asks the server which account this credential belongs to. Uses it for nothing else.
    /// - Throws: `.unauthorized` when the server does not accept it.
    func identify(with credential: Credential) async throws(CatalogFailure) -> Account
    /// Returns the current rate limits. The request does not count against them. Empty when the server has none.
    func limits() async throws(CatalogFailure) -> [RateLimit]

    /// Sets or removes the account's star. Returns when the server has confirmed it. Repeating a write is harmless.
    /// Writes are sent one at a time, at least a second apart, and never retried automatically.
    /// - Throws: `.notAllowed` also where GitHub answers "not found": it does so when a scope is missing.
    func setStarred(_ isStarred: Bool, _ item: Item) async throws(CatalogFailure)
    func isStarred(_ item: Item) async throws(CatalogFailure) -> Bool
    /// Follows or unfollows a person. Works like `setStarred`.
    func setFollowed(_ isFollowed: Bool, _ item: Item) async throws(CatalogFailure)
    func isFollowed(_ item: Item) async throws(CatalogFailure) -> Bool
    /// Returns whether the person follows the account with this login.
    func isFollowed(login: String, by item: Item) async throws(CatalogFailure) -> Bool
    /// Returns the next batch of the account's stars, the newest first.
    /// - Parameter cursor: from the previous batch, also before a restart; nil for the first batch.
    func starred(after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch
    /// Returns the number of the account's stars; nil when the server does not say.
    func starCount() async throws(CatalogFailure) -> Int?
}
