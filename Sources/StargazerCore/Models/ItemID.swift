public import Foundation

/// A kind of thing that can be searched page by page and kept as a favorite.
public enum CatalogKind: String, Sendable, Codable, Hashable, CaseIterable {
    case repositories
    case people
    case gifs
    case photos
}

/// Names one item for good: two servers never share an identity, nor do two catalogs of one server.
public struct ItemID: Sendable, Codable, Hashable {
    public let catalog: CatalogKind
    /// The API's host, with the port when it is not the usual one: `api.github.com`, `127.0.0.1:8080`.
    public let host: String
    /// The server's own identity of the item, which outlives a rename (for GitHub the numeric id).
    public let id: String

    public init(catalog: CatalogKind, host: String, id: String) {
        self.catalog = catalog
        self.host = host
        self.id = id
    }
}

/// One thing of a catalog, as a list answers it.
public struct Item: Sendable, Codable, Hashable, Identifiable {
    public let id: ItemID
    public let payload: Payload

    /// One case for each kind of catalog.
    public enum Payload: Sendable, Codable, Hashable {
        case repository(Repository)
    }

    public init(id: ItemID, payload: Payload) {
        self.id = id
        self.payload = payload
    }

    /// The repository, or nil when the item is of another kind.
    public var repository: Repository? {
        if case .repository(let repository) = payload { return repository }
        return nil
    }

    /// The page to open in a browser; nil when the server gave none that is http or https.
    public var webURL: URL? {
        switch payload {
        case .repository(let repository): repository.webURL
        }
    }

    /// The name people use: `owner/name` for a repository.
    public var title: String {
        switch payload {
        case .repository(let repository): repository.fullName
        }
    }
}

/// All that a catalog knows of one item.
public enum ItemDetails: Sendable, Hashable {
    case repository(RepositoryDetails)

    public var item: Item {
        switch self {
        case .repository(let details): details.item
        }
    }
}
