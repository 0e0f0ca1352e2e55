/// An item that is known by its name alone. It is nothing to keep or to act on before its catalog has found it.
public struct SoughtItem: Sendable, Hashable {
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
    public func wish(opening text: String) -> WindowWish {
        guard let sought = AppLink(text).flatMap(sought) else {
            return .refusedLink(CleanText.line(text, limit: 50))
        }
        return .sought(sought)
    }

    /// What is named by an address that was pasted where words are typed; nil for words.
    public func sought(pasted text: String) -> SoughtItem? { AppLink(pasted: text).flatMap(sought) }

    private func sought(by link: AppLink) -> SoughtItem? { all.lazy.compactMap { $0.sought(by: link) }.first }
}
