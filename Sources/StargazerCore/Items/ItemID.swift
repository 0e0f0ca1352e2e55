/// A kind of thing that can be searched page by page and kept as a favorite. Each catalog names its own in its folder:
/// the set is open, so that a catalog more changes nothing here.
public struct CatalogKind: RawRepresentable, Sendable, Codable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Names one item for good: two servers never share an identity, nor do two catalogs of one server.
public struct ItemID: Sendable, Codable, Hashable {
    public let catalog: CatalogKind
    /// The API's host, with the port when it is not the usual one: `api.github.com`, `127.0.0.1:8080`.
    public let host: String
    /// The server's own identity of the item, which outlives a rename.
    public let id: String

    public init(catalog: CatalogKind, host: String, id: String) {
        self.catalog = catalog
        self.host = host
        self.id = id
    }

    /// For where only text can go: catalog, host and id with slashes between them.
    public var text: String { "\(catalog.rawValue)/\(host)/\(id)" }

    /// - Parameter text: as `text` writes it; nil when it is anything else.
    public init?(text: String) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts.contains("") else { return nil }
        self.init(catalog: CatalogKind(rawValue: parts[0]), host: parts[1], id: parts[2])
    }
}
