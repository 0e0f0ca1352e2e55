/// An item that is known by its name alone. It is nothing to keep or to act on before its catalog has found it.
public struct ItemReference: Sendable, Hashable {
    public let catalog: CatalogKind
    /// The parts of the name, as the catalog asks for them.
    public let path: [String]

    /// What people call it.
    public var name: String { path.joined(separator: "/") }

    public init(catalog: CatalogKind, path: [String]) {
        self.catalog = catalog
        self.path = path
    }
}

extension Catalogs {
    /// What opening an address asks of the window, whatever it holds.
    public func openRequest(for text: String) -> OpenRequest {
        guard let reference = AppLink(text).flatMap(reference) else {
            return .invalidLink(CleanText.line(text, limit: 50))
        }
        return .reference(reference)
    }

    /// What is named by an address that was pasted where words are typed; nil for words.
    public func reference(pasted text: String) -> ItemReference? { AppLink(pasted: text).flatMap(reference) }

    private func reference(by link: AppLink) -> ItemReference? { all.lazy.compactMap { $0.reference(by: link) }.first }
}
