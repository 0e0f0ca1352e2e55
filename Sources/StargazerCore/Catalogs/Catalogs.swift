public import StargazerLibrary

/// The catalogs of this run, in display order. Finds the catalog of an item.
/// Several catalogs can have items of the same kind. They are the sources of this kind, each with its own host.
public struct Catalogs: Sendable {
    public let all: [any Catalog]
    /// The kinds in display order, each once.
    public let kinds: [CatalogKind]

    /// - Parameter all: not empty; each kind and host once.
    public init(_ all: [any Catalog]) {
        self.all = all
        var seen: Set<CatalogKind> = []
        kinds = all.map(\.profile.kind).filter { seen.insert($0).inserted }
    }

    /// The first source of a kind, for what all sources of the kind have in common.
    public subscript(_ kind: CatalogKind) -> (any Catalog)? { all.first { $0.profile.kind == kind } }

    /// The catalog that an item belongs to; nil when its server is not in use.
    public subscript(_ id: ItemID) -> (any Catalog)? {
        all.first { $0.profile.kind == id.catalog && $0.profile.host == id.host }
    }

    /// Returns the catalogs with items of a kind, in order.
    public func sources(of kind: CatalogKind) -> [any Catalog] { all.filter { $0.profile.kind == kind } }

    /// Returns the name of an item's service; its host for an unknown kind.
    public func service(of id: ItemID) -> String { (self[id] ?? self[id.catalog])?.profile.service ?? id.host }

    /// - Throws: `.otherServer` when the item's server is not in use.
    public func catalog(of id: ItemID) throws(CatalogFailure) -> any Catalog {
        guard self[id.catalog] != nil else { throw .unexpected(code: "no-catalog") }
        guard let catalog = self[id] else { throw .otherServer(host: id.host) }
        return catalog
    }

    public var codecs: ItemCodecs { ItemCodecs(kinds.compactMap { self[$0]?.codec }) }
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
