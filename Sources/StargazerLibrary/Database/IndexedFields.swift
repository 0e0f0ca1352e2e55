import GRDB

/// Reads what the index of the documents needs: the fields of favorites, and of removed ones that can be restored.
struct IndexedFields {
    let codecs: ItemCodecs
    private let reader = ItemFactsReader()

    init(codecs: ItemCodecs) { self.codecs = codecs }

    private static let isIndexed = "(is_favorite OR removed_at IS NOT NULL)"
    private static let selectStamps = """
        SELECT catalog, host, item_id, stamp FROM item WHERE (catalog, host, item_id) > (?, ?, ?) AND \(isIndexed)
        ORDER BY catalog, host, item_id
        """
    private static let selectSummary = "SELECT \(StampSummary.columns) FROM item WHERE \(isIndexed)"
    private static let selectItem = """
        SELECT row, catalog, host, item_id, title, stamp, snapshot_format, snapshot FROM item
        WHERE catalog = ? AND host = ? AND item_id = ? AND \(isIndexed)
        """
    private static let selectTags = """
        SELECT name FROM item_tag JOIN tag ON tag.id = item_tag.tag
        WHERE item_tag.item = ? AND is_set AND NOT is_deleted ORDER BY name_key
        """
    private static let selectNote = "SELECT text FROM note WHERE item = ?"

    static let selections = [selectStamps, selectSummary, selectItem, selectTags, selectNote]

    static func stampSummary(_ db: Database) throws -> StampSummary {
        try Row.fetchOne(db.cachedStatement(sql: selectSummary)).map(StampSummary.init) ?? StampSummary()
    }

    static func stamps(_ db: Database, after id: ItemID?, limit: Int) throws -> [ItemStamp] {
        var stamps: [ItemStamp] = []
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: selectStamps), arguments: id.map(ItemRecord.key) ?? ["", "", ""])
        while stamps.count < limit, let row = try rows.next() {
            if let id = FavoriteReader.id(from: row) { stamps.append(ItemStamp(id, row.value(in: "stamp") ?? 0)) }
        }
        return stamps
    }

    /// Skips items that cannot be read, and those of unknown catalogs.
    func fields(_ db: Database, of ids: [ItemID]) throws -> [DocumentFields] {
        try ids.compactMap { id in
            let found = try Row.fetchOne(db.cachedStatement(sql: Self.selectItem), arguments: ItemRecord.key(id))
            guard let found, let facts = codecs.facts(in: found, of: id.catalog, by: reader) else { return nil }
            let row = found.value(Int64.self, in: "row") ?? 0
            let tags = try Row.fetchAll(db.cachedStatement(sql: Self.selectTags), arguments: [row])
            let note = try Row.fetchOne(db.cachedStatement(sql: Self.selectNote), arguments: [row])
            let topics = facts.attributes.topics
            return DocumentFields(
                id: id, stamp: found.value(in: "stamp") ?? 0, title: facts.title, topics: topics,
                description: facts.words.filter { !topics.contains($0) }.joined(separator: "\n"),
                note: note?.value(in: "text") ?? "", tags: tags.compactMap { $0.value(in: "name") })
        }
    }
}
