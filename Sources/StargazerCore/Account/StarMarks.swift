/// What is shown of the account's own stars.
public struct StarMarks: Sendable, Equatable {
    /// The server whose account is signed in; nil while nobody is.
    public let host: String?
    /// What was wished or learned since signing in, which is newer than what the library holds.
    let told: [ItemID: Bool]

    /// What accounts star on their server.
    static let catalog = CatalogKind.repositories

    public init() { self.init(host: nil, told: [:]) }

    init(host: String?, told: [ItemID: Bool]) {
        self.host = host
        self.told = told
    }

    /// Whether the account could star the item at all.
    public func apply(to id: ItemID) -> Bool { id.host == host && id.catalog == StarMarks.catalog }

    /// Nil where the account's star is no matter: nobody is signed in, or the item is of another server.
    /// - Parameter stored: what the library holds of it.
    public func isStarred(_ id: ItemID, stored: Bool?) -> Bool? {
        apply(to: id) ? told[id] ?? stored ?? false : nil
    }
}
