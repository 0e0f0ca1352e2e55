/// The kind of a catalog's items. Each catalog defines its own, so that a new catalog changes nothing here.
public struct CatalogKind: RawRepresentable, Sendable, Codable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The permanent identity of an item. IDs of different servers, or of different catalogs, are never equal.
public struct ItemID: Sendable, Codable, Hashable {
    public let catalog: CatalogKind
    /// The API's host, with the port when it is not the default: `api.github.com`, `127.0.0.1:8080`.
    public let host: String
    /// The server's own ID of the item, which survives a rename.
    public let id: String

    public init(catalog: CatalogKind, host: String, id: String) {
        self.catalog = catalog
        self.host = host
        self.id = id
    }

    /// The ID as text: catalog, host and ID, separated by slashes.
    public var text: String { "\(catalog.rawValue)/\(host)/\(id)" }

    /// - Parameter text: a value of `text`; the result is nil for any other text.
    public init?(text: String) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts.contains("") else { return nil }
        self.init(catalog: CatalogKind(rawValue: parts[0]), host: parts[1], id: parts[2])
    }
}
