/// What is shown of the account's own stars.
public struct StarStates: Sendable, Equatable {
    /// The server whose account is signed in; nil while nobody is.
    public let host: String?
    /// What was wished or learned since signing in, which is newer than what the library holds.
    let known: [ItemID: Bool]

    /// What accounts star on their server.
    static let catalog = CatalogKind.repositories

    public init() { self.init(host: nil, known: [:]) }

    init(host: String?, known: [ItemID: Bool]) {
        self.host = host
        self.known = known
    }

    /// Whether the account could star the item at all.
    public func apply(to id: ItemID) -> Bool { id.host == host && id.catalog == StarStates.catalog }

    /// Nil where the account's star is no matter: nobody is signed in, or the item is of another server.
    /// - Parameter stored: what the library holds of it.
    public func isStarred(_ id: ItemID, stored: Bool?) -> Bool? {
        apply(to: id) ? known[id] ?? stored ?? false : nil
    }
}
