/// The star states on display.
public struct StarStates: Sendable, Equatable {
    /// The signed-in account's server; nil while signed out.
    public let host: String?
    /// States changed or loaded since signing in, which are newer than the library's.
    let known: [ItemID: Bool]

    /// The only catalog whose items accounts can star.
    static let catalog = CatalogKind.repositories

    public init() { self.init(host: nil, known: [:]) }

    init(host: String?, known: [ItemID: Bool]) {
        self.host = host
        self.known = known
    }

    /// Returns whether the account could star the item.
    public func apply(to id: ItemID) -> Bool { id.host == host && id.catalog == StarStates.catalog }

    /// Returns nil when stars do not apply: signed out, or an item of another server.
    /// - Parameter stored: the state in the library.
    public func isStarred(_ id: ItemID, stored: Bool?) -> Bool? {
        apply(to: id) ? known[id] ?? stored ?? false : nil
    }
}
