/// The star states on display.
public struct StarStates: Sendable, Equatable {
    /// The signed-in account's server; nil while signed out.
    public let host: String?
    /// States changed or loaded since signing in, which are newer than the library's.
    let known: [ItemID: Bool]
    /// The items whose state the server did not accept yet; it will be sent again.
    let waiting: Set<ItemID>

    /// The only catalog whose items accounts can star.
    static let catalog = CatalogKind.repositories

    public init() { self.init(host: nil, known: [:], waiting: []) }

    init(host: String?, known: [ItemID: Bool], waiting: Set<ItemID>) {
        self.host = host
        self.known = known
        self.waiting = waiting
    }

    /// Returns whether the account could star the item.
    public func apply(to id: ItemID) -> Bool { id.host == host && id.catalog == StarStates.catalog }

    /// Returns nil when stars do not apply: signed out, or an item of another server.
    /// - Parameter stored: the state in the library.
    public func isStarred(_ id: ItemID, stored: Bool?) -> Bool? {
        apply(to: id) ? known[id] ?? stored ?? false : nil
    }
}
