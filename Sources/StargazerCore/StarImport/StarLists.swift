public import StargazerLibrary

/// The public lists of users' stars on a server, which need no account.
public protocol StarLists: Sendable {
    var host: String { get }
    /// The service's name, as shown to users.
    var service: String { get }

    /// Returns who has this user name, and the size of the list.
    /// - Throws: `.gone` when no user has the name.
    func owner(named login: String) async throws(CatalogFailure) -> StarListOwner
    /// Returns the number of the account that has this user name; nil when the server does not say.
    /// - Throws: `.gone` when no user has the name.
    func number(of login: String) async throws(CatalogFailure) -> Int64?
    /// Returns the next batch of a list, the newest stars first. Leaves some requests of the limit for what the user opens:
    /// below that, it throws `.rateLimited`.
    /// - Parameter cursor: from the previous batch, also before a restart; nil for the first batch.
    func stars(of login: String, after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch
    /// Returns an item under its present name. Leaves the same requests.
    /// - Throws: `.gone` and `.blocked` when the server does not show it.
    func item(_ id: ItemID) async throws(CatalogFailure) -> Item
}
