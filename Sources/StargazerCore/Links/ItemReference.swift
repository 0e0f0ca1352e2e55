/// An item known only by its name. It cannot be saved or acted on before its catalog has resolved it.
public struct ItemReference: Sendable, Hashable {
    public let catalog: CatalogKind
    /// The parts of the name, as the catalog requests them.
    public let path: [String]
    /// The host that its address names, where that is not the server in use; nil for an item of the server in use.
    public let otherHost: String?

    /// The display name.
    public var name: String { path.joined(separator: "/") }

    public init(catalog: CatalogKind, path: [String], otherHost: String? = nil) {
        self.catalog = catalog
        self.path = path
        self.otherHost = otherHost
    }
}

extension Catalogs {
    /// Returns the request to the window for opening an address of any content.
    public func openRequest(for text: String) -> OpenRequest {
        guard let reference = AppLink(text).flatMap(reference) else {
            return .invalidLink(CleanText.line(text, limit: 50))
        }
        return .reference(reference)
    }

    /// Returns the item that a pasted address names; nil for search words.
    public func reference(pasted text: String) -> ItemReference? { AppLink(pasted: text).flatMap(reference) }

    private func reference(by link: AppLink) -> ItemReference? { all.lazy.compactMap { $0.reference(by: link) }.first }
}
