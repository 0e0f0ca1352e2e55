/// The catalogs of this run, in the order they are offered. Whoever has an item finds here what knows it.
public struct Catalogs: Sendable {
    public let all: [any Catalog]

    /// - Parameter all: never empty; each kind once.
    public init(_ all: [any Catalog]) { self.all = all }

    public subscript(_ kind: CatalogKind) -> (any Catalog)? { all.first { $0.profile.kind == kind } }

    /// The catalog that answers for an item.
    /// - Throws: `.otherServer` when the item is of a server that is not in use now.
    public func catalog(of id: ItemID) throws(CatalogFailure) -> any Catalog {
        guard let catalog = self[id.catalog] else { throw .unexpected(code: "no-catalog") }
        guard catalog.profile.host == id.host else { throw .otherServer(host: id.host) }
        return catalog
    }

    public var codecs: ItemCodecs { ItemCodecs(all.map(\.codec)) }
}

/// How items are written, by catalog. What is of none of them is left alone.
public struct ItemCodecs: Sendable {
    private let byKind: [CatalogKind: any ItemCodec]
    /// The columns of a table that holds items of all of them; those that several have are one.
    let columns: [ItemColumn]

    public init(_ codecs: [any ItemCodec]) {
        var names: [String] = []
        var cells: [String: [@Sendable (any ItemFacts) -> String?]] = [:]
        for column in codecs.flatMap(\.columns) {
            if cells[column.name] == nil { names.append(column.name) }
            cells[column.name, default: []].append(column.cell)
        }
        columns = names.map { [cells] name in
            let known = cells[name] ?? []
            return ItemColumn(name) { facts in known.lazy.compactMap { $0(facts) }.first }
        }
        byKind = Dictionary(codecs.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public subscript(_ kind: CatalogKind) -> (any ItemCodec)? { byKind[kind] }
}
