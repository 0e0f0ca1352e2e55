/// The item codecs, by catalog. Data of unknown catalogs is left alone.
public struct ItemCodecs: Sendable {
    private let byKind: [CatalogKind: any ItemCodec]
    /// The columns of a table with items of all catalogs. Columns with the same name are merged.
    package let columns: [ItemColumn]
    package let importFormats: [any ImportFormat]

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
        importFormats = codecs.flatMap(\.importFormats)
        byKind = Dictionary(codecs.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public subscript(_ kind: CatalogKind) -> (any ItemCodec)? { byKind[kind] }

    /// Returns what an item says about itself, as the server sent it.
    public func summary(of facts: any ItemFacts) -> String? {
        for name in ["description", "bio"] {
            if let summary = columns.first(where: { $0.name == name })?.cell(facts) { return summary }
        }
        return nil
    }

    package func importTarget(ofLink link: String) -> ImportEntry.Target? {
        byKind.values.lazy.compactMap { $0.importTarget(ofLink: link) }.first
    }

    package func importTarget(named name: String) -> ImportEntry.Target? {
        byKind.values.lazy.compactMap { $0.importTarget(named: name) }.first
    }
}
