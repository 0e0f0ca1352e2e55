/// An account on GitHub, or on a server that speaks its API: who it is, its stars, and whom it
/// follows.
///
/// All but ``identify(with:)`` speak for the credential in use and answer `.unauthorized` without one, and also when
/// it was changed while they waited: what was meant for one account never reaches another.
public protocol GitHubAccount: Sendable {
    /// What credentials for it are bound to, and the host part of its items' identities.
    var host: String { get }
    /// What people call the service.
    var service: String { get }

    /// Everything asked from now on is asked with this credential; nil asks as nobody. What was known of the limits
    /// is forgotten, unless the credential is the one in use.
    /// - Throws: `.unexpected` for a credential of another server.
    func use(_ credential: Credential?) throws(CatalogFailure)
    /// Asks the server whose credential this is, without using it for anything else.
    /// - Throws: `.unauthorized` when the server does not accept it.
    func identify(with credential: Credential) async throws(CatalogFailure) -> Account
    /// What is left of the limits now; asking is free. Empty when the server has none.
    func limits() async throws(CatalogFailure) -> [RateLimit]

    /// Sets or takes back the account's star; doing it twice is harmless. Returns when the server has confirmed it.
    /// Writes are sent one by one, at least a second apart, and never sent again by themselves.
    /// - Throws: `.notAllowed` also where GitHub says "not found", which is how it says that a scope is missing.
    func setStarred(_ isStarred: Bool, _ item: Item) async throws(CatalogFailure)
    func isStarred(_ item: Item) async throws(CatalogFailure) -> Bool
    /// Follows somebody, or no longer; as for stars.
    func setFollowed(_ isFollowed: Bool, _ item: Item) async throws(CatalogFailure)
    func isFollowed(_ item: Item) async throws(CatalogFailure) -> Bool
    /// Whether somebody follows the account of that name.
    func isFollowed(login: String, by item: Item) async throws(CatalogFailure) -> Bool
    /// - Parameter cursor: nil for the first batch, else what the batch before gave, also after a restart.
    func starred(after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch
}
