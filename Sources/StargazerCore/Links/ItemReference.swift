/// An item known only by its name. It cannot be saved or acted on before its catalog has resolved it.
public struct ItemReference: Sendable, Hashable {
    public let catalog: CatalogKind
    /// The parts of the name, as the catalog requests them.
    public let path: [String]

    /// The display name.
    public var name: String { path.joined(separator: "/") }

    public init(catalog: CatalogKind, path: [String]) {
        self.catalog = catalog
        self.path = path
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
