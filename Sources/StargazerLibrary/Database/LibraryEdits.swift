import Foundation
import GRDB

/// Applies edits within one transaction, and returns their inverses.
struct EditRecord {
    let db: Database
    let now: Date
    let codecs: ItemCodecs
    let precondition: EditPrecondition

    /// The difference of two times that are the same one: the library stores milliseconds.
    private static let tolerance = 0.002

    private var isStrict: Bool { precondition == .unchanged }
    private var tags: TagRecord { TagRecord(db: db, now: now) }
    private var searches: SavedSearchRecord { SavedSearchRecord(db: db, now: now) }

    func apply(_ edit: LibraryEdit, sending changes: [OutboxChange]) throws -> AppliedEdit {
        let withStar = Set(changes.filter { $0.mutation.isSet != $0.wasSet }.map(\.mutation.item.id))
        let applied = try apply(edit, withStar)
        let written = Set(applied.inverse?.items ?? [])
        for change in changes where !isStrict || written.contains(change.mutation.item.id) {
            try OutboxRecord(codecs: codecs).enqueue(db, change, now: now)
        }
        return applied
    }

    /// - Parameter withStar: the items whose stars change as well.
    private func apply(_ edit: LibraryEdit, _ withStar: Set<ItemID>) throws -> AppliedEdit {
        switch edit {
        case .addFavorites(let favorites): try add(favorites, withStar)
        case .removeFavorites(let marks): try remove(marks, withStar)
        case .restoreFavorites(let marks): try restore(marks, withStar)
        case .setStars(let ids, let isSet, let updates): try setStars(ids, isSet: isSet, updates, withStar)
        case .markUpdates(let updates, let isSeen): try markUpdates(updates, isSeen: isSeen)
        case .assignTag(let assignment): try assign(assignment)
        case .renameTag(let name, let new, let retagged): try renameTag(name, to: new, retagged)
        case .colorTag(let name, let old, let new): try colorTag(name, from: old, to: new)
        case .mergeTag(let name, let other): try mergeTag(name, into: other)
        case .deleteTag(let name): try deleteTag(name)
        case .restoreTag(let removed, let other): try restoreTag(removed, from: other)
        case .writeNote(let id, let old, let new): try writeNote(id, from: old, to: new)
        case .addSearch(let fields): try addSearch(fields)
        case .deleteSearch(let id, let fields): try deleteSearch(id, fields)
        case .restoreSearch(let removed): try restoreSearch(removed)
        case .renameSearch(let id, let old, let new): try renameSearch(id, from: old, to: new)
        case .updateSearch(let id, let old, let new, let seen): try updateSearch(id, from: old, to: new, seen)
        case .orderSearches(let ids, let old): try orderSearches(ids, from: old)
        case .clearHistory(let catalog, let hosts): try clearHistory(of: catalog, hosts)
        case .restoreHistory(let history): try restoreHistory(history)
        case .removeImport(let number): try ImportRecord(db: db, number: number).remove(now: now)
        case .restoreImport(let number): try ImportRecord(db: db, number: number).restore(now: now, codecs: codecs)
        }
    }

    /// - Throws: `failure`, unless the edit undoes another, which then changes nothing.
    private func skipped(_ parts: Int = 1, _ failure: AnnotationFailure = .deleted) throws -> AppliedEdit {
        guard isStrict else { throw failure }
        return AppliedEdit(nil, skipped: parts)
    }

    // MARK: Favorites

    /// An existing favorite keeps its date. A removed one takes the given date.
    private func add(_ favorites: [Favorite], _ withStar: Set<ItemID>) throws -> AppliedEdit {
        let facts = try FavoriteReader(codecs).facts(db, of: favorites.map(\.id))
        var index: [LibraryIndex.Entry] = []
        var marks: [FavoriteMark] = []
        for favorite in favorites {
            try ItemRecord(favorite.item, by: codecs).add(
                db, addedAt: favorite.addedAt, starredOnServer: favorite.isStarredOnServer, isGone: favorite.isGone,
                now: now, index: &index)
            guard facts[favorite.id]?.addedAt == nil else { continue }
            let id = favorite.id
            marks.append(FavoriteMark(id, addedAt: favorite.addedAt, changesStar: withStar.contains(id)))
        }
        try LibraryIndex.write(db, &index)
        return result(.removeFavorites(marks), of: favorites.count, marks.count)
    }

    private func remove(_ marks: [FavoriteMark], _ withStar: Set<ItemID>) throws -> AppliedEdit {
        let facts = try FavoriteReader(codecs).facts(db, of: marks.map(\.id))
        var removed: [FavoriteMark] = []
        for mark in marks {
            guard let fact = facts[mark.id], let addedAt = fact.addedAt, isSame(mark.addedAt, addedAt) else { continue }
            try ItemRecord.remove(db, mark.id, now: now)
            removed.append(
                FavoriteMark(
                    mark.id, addedAt: addedAt, changesStar: withStar.contains(mark.id), isGone: fact.isGone))
        }
        return result(.restoreFavorites(removed), of: marks.count, removed.count)
    }

    private func isSame(_ expected: Date?, _ stored: Date) -> Bool {
        expected.map { abs($0.timeIntervalSince(stored)) < Self.tolerance } ?? true
    }

    private func restore(_ marks: [FavoriteMark], _ withStar: Set<ItemID>) throws -> AppliedEdit {
        let reader = FavoriteReader(codecs)
        var index: [LibraryIndex.Entry] = []
        var restored: [FavoriteMark] = []
        for mark in marks {
            guard let removed = try reader.removedFavorite(db, mark.id) else { continue }
            let addedAt = mark.addedAt ?? removed.addedAt
            // The library's star state is newer than that of the removal.
            try ItemRecord(removed.item, by: codecs).add(
                db, addedAt: addedAt, starredOnServer: nil, isGone: removed.isGone, now: now, index: &index)
            restored.append(FavoriteMark(mark.id, addedAt: addedAt, changesStar: withStar.contains(mark.id)))
        }
        try LibraryIndex.write(db, &index)
        return result(.removeFavorites(restored), of: marks.count, restored.count)
    }

    private func result(_ inverse: LibraryEdit, of parts: Int, _ changed: Int) -> AppliedEdit {
        AppliedEdit(changed > 0 ? inverse : nil, skipped: parts - changed)
    }

    // MARK: Stars and updates

    /// The outbox changes the stars. Here, updates that say that a star is missing come and go.
    private func setStars(
        _ ids: [ItemID], isSet: Bool, _ updates: [StarUpdate], _ withStar: Set<ItemID>
    ) throws -> AppliedEdit {
        let changed = ids.filter(withStar.contains)
        let removed = isSet ? try changed.compactMap { try StarUpdateRecord.remove(db, .unstarred, of: $0) } : []
        for update in updates where !isSet && withStar.contains(update.item) {
            try StarUpdateRecord.restore(db, update)
        }
        return result(.setStars(changed, isSet: !isSet, updates: removed), of: ids.count, changed.count)
    }

    private func markUpdates(_ updates: [StarUpdate]?, isSeen: Bool) throws -> AppliedEdit {
        let updates = try updates ?? StarUpdateRecord.all(db).filter { $0.isSeen != isSeen }
        let marked = try updates.filter { try StarUpdateRecord.mark(db, $0, isSeen: isSeen, now: now) }
        return result(.markUpdates(marked, isSeen: !isSeen), of: updates.count, marked.count)
    }

    // MARK: Tags

    private func assign(_ assignment: TagAssignment) throws -> AppliedEdit {
        let name = try AnnotationName(assignment.name)
        let existing = try tags.existingTag(named: name)
        guard existing != nil || (assignment.isSet && assignment.creates) else {
            return try skipped(assignment.items.count)
        }
        let tag = try existing ?? tags.create(name, color: assignment.color)
        let changed = try tags.setTag(tag.id, to: assignment.isSet, on: assignment.items).changed
        let isDeleted = try !assignment.isSet && assignment.deletes && tags.deleteUnused(tag.id)
        let inverse = TagAssignment(
            tag.name, color: tag.color, isSet: !assignment.isSet, on: changed, creates: isDeleted,
            deletes: existing == nil)
        let hasChanged = !changed.isEmpty || existing == nil || isDeleted
        var applied = AppliedEdit(
            hasChanged ? .assignTag(inverse) : nil, skipped: assignment.items.count - changed.count)
        applied.tag = tag
        if changed.count == 1 { applied.title = try title(of: changed[0]) }
        return applied
    }

    private func tag(named name: String) throws -> Tag? { try tags.existingTag(named: AnnotationName(name)) }

    private func renameTag(_ name: String, to new: String, _ retagged: [RetaggedSearch]?) throws -> AppliedEdit {
        guard let tag = try tag(named: name) else { return try skipped() }
        let newName = try AnnotationName(new)
        if isStrict, let other = try tags.existingTag(named: newName), other.id != tag.id { return try skipped() }
        switch try tags.rename(tag.id, to: newName) {
        case .renamed(let renamed):
            if renamed.name == tag.name { return AppliedEdit(nil) }
            let changed = try retagged.map(searches.retag) ?? searches.renameTag(tag.name, to: renamed.name)
            return AppliedEdit(
                .renameTag(renamed.name, to: tag.name, searches: changed.map(\.inverse)),
                skipped: (retagged ?? changed).count - changed.count)
        case .merged(let other, let removed): return try merged(removed, into: other)
        }
    }

    private func colorTag(_ name: String, from old: TagColor?, to new: TagColor?) throws -> AppliedEdit {
        guard let tag = try tag(named: name) else { return try skipped() }
        if isStrict, tag.color != old { return try skipped() }
        try tags.setColor(new, of: tag.id)
        return AppliedEdit(tag.color == new ? nil : .colorTag(tag.name, from: new, to: tag.color))
    }

    private func mergeTag(_ name: String, into other: String) throws -> AppliedEdit {
        guard let tag = try tag(named: name), let target = try self.tag(named: other) else { return try skipped() }
        guard tag.id != target.id else { return AppliedEdit(nil) }
        return try merged(try tags.merge(tag.id, into: target.id), into: target)
    }

    private func merged(_ removed: RemovedTag, into target: Tag) throws -> AppliedEdit {
        var removed = removed
        removed.searches = try searches.renameTag(removed.tag.name, to: target.name)
        return AppliedEdit(.restoreTag(removed, from: target.name))
    }

    private func deleteTag(_ name: String) throws -> AppliedEdit {
        guard let tag = try tag(named: name) else { return try skipped() }
        return AppliedEdit(.restoreTag(try tags.delete(tag.id), from: nil))
    }

    private func restoreTag(_ removed: RemovedTag, from other: String?) throws -> AppliedEdit {
        guard try tag(named: removed.tag.name) == nil else { return try skipped() }
        var removed = removed
        removed.mergedInto = nil
        if let other {
            guard let target = try tag(named: other) else { return try skipped() }
            removed.mergedInto = target.id
        }
        let missing = try removed.items.count { try db.annotatedRow(of: $0) == nil }
        let tag = try tags.restore(removed)
        let changed = removed.searches.count - (try searches.retag(removed.searches.map(\.inverse)).count)
        let inverse = other.map { LibraryEdit.mergeTag(tag.name, into: $0) } ?? .deleteTag(tag.name)
        return AppliedEdit(inverse, skipped: missing + changed)
    }

    // MARK: Notes

    private func writeNote(_ id: ItemID, from old: String?, to new: String) throws -> AppliedEdit {
        let record = NoteRecord(item: id)
        guard let row = try db.annotatedRow(of: id) else { return try skipped(1, .missingItem) }
        if new.utf8.count > Note.maxLength { throw AnnotationFailure.textTooLong }
        let stored = try record.note(db)?.text ?? ""
        let new = NoteRecord.stored(new)
        var text = new
        if let old = old.map(NoteRecord.stored), stored != old, stored != new {
            if isStrict { return AppliedEdit(nil, skipped: 1) }
            text = Self.joined(stored, new)
            if text.utf8.count > Note.maxLength { throw AnnotationFailure.textTooLong }
        }
        guard try record.write(text, ofRow: row, db, now: now) else { return AppliedEdit(nil) }
        try db.recordAnnotationChange(of: [row])
        var applied = AppliedEdit(.writeNote(id, from: text, to: stored))
        applied.title = try title(of: id)
        if text != new { applied.joinedNote = text }
        return applied
    }

    /// Joins two texts that were written at the same time.
    private static func joined(_ stored: String, _ new: String) -> String {
        if stored.isEmpty || new.contains(stored) { return new }
        return new.isEmpty || stored.contains(new) ? stored : stored + "\n\n" + new
    }

    private func title(of id: ItemID) throws -> String? {
        let select = "SELECT title FROM item WHERE catalog = ? AND host = ? AND item_id = ?"
        let title = try Row.fetchOne(db, sql: select, arguments: ItemRecord.key(id))?.value(String.self, in: "title")
        return title.map { CleanText.line($0, limit: ItemContent.maxNameLength) }
    }

    // MARK: Saved searches

    private func search(_ id: SavedSearchID) throws -> SavedSearch? {
        try SavedSearchRecord.all(db).first { $0.id == id }
    }

    private func addSearch(_ fields: SavedSearchFields) throws -> AppliedEdit {
        let search = try searches.add(
            AnnotationName(fields.name), source: fields.source, text: fields.query.text, order: fields.query.order)
        var applied = AppliedEdit(.deleteSearch(search.id, SavedSearchFields(search)))
        applied.search = search
        return applied
    }

    private func deleteSearch(_ id: SavedSearchID, _ fields: SavedSearchFields?) throws -> AppliedEdit {
        guard let search = try search(id), fields.map({ $0 == SavedSearchFields(search) }) ?? true else {
            return try skipped()
        }
        return AppliedEdit(.restoreSearch(try searches.delete(id)))
    }

    private func restoreSearch(_ removed: RemovedSavedSearch) throws -> AppliedEdit {
        guard try search(removed.search.id) == nil else { return try skipped() }
        try searches.restore(removed)
        return AppliedEdit(.deleteSearch(removed.search.id, SavedSearchFields(removed.search)))
    }

    private func renameSearch(_ id: SavedSearchID, from old: String?, to new: String) throws -> AppliedEdit {
        guard let search = try search(id), old.map({ $0 == search.name }) ?? true else { return try skipped() }
        let name = try AnnotationName(new)
        try searches.rename(id, to: name)
        return AppliedEdit(name.text == search.name ? nil : .renameSearch(id, from: name.text, to: search.name))
    }

    private func updateSearch(
        _ id: SavedSearchID, from old: SavedSearchQuery?, to new: SavedSearchQuery, _ seen: RemovedSavedSearch?
    ) throws -> AppliedEdit {
        guard let before = try search(id), old.map({ $0 == SavedSearchFields(before).query }) ?? true else {
            return try skipped()
        }
        let seenBefore = RemovedSavedSearch(
            search: before, index: 0, seen: try SavedSearchRecord.seenResults(db, of: id))
        try searches.update(id, text: new.text, order: new.order)
        if let seen { try searches.restoreSeen(seen) }
        guard let after = try search(id), after.text != before.text || after.order != before.order else {
            return AppliedEdit(nil)
        }
        return AppliedEdit(
            .updateSearch(
                id, from: SavedSearchFields(after).query, to: SavedSearchFields(before).query, seen: seenBefore))
    }

    private func orderSearches(_ ids: [SavedSearchID], from old: [SavedSearchID]?) throws -> AppliedEdit {
        let before = try SavedSearchRecord.all(db).map(\.id)
        if isStrict, let old, before != old { return try skipped() }
        try searches.order(ids)
        let after = try SavedSearchRecord.all(db).map(\.id)
        return AppliedEdit(after == before ? nil : .orderSearches(before, from: after))
    }

    // MARK: History

    private func clearHistory(of catalog: CatalogKind, _ hosts: [String]) throws -> AppliedEdit {
        let queries = try RecentQueries.all(db, of: catalog)
        let records = hosts.map { ViewedItems(catalog: catalog, host: $0, codecs: codecs) }
        let viewed = try records.flatMap { try $0.items(db) }
        guard !queries.isEmpty || !viewed.isEmpty else { return AppliedEdit(nil) }
        try RecentQueries.clear(db, of: catalog)
        for record in records { try record.save(db, []) }
        return AppliedEdit(
            .restoreHistory(ClearedHistory(catalog: catalog, hosts: hosts, queries: queries, viewed: viewed)))
    }

    private func restoreHistory(_ history: ClearedHistory) throws -> AppliedEdit {
        try RecentQueries.restore(db, history.queries, of: history.catalog)
        for host in history.hosts {
            let record = ViewedItems(catalog: history.catalog, host: host, codecs: codecs)
            let present = try record.items(db)
            let known = Set(present.map(\.id))
            try record.save(db, present + history.viewed.filter { $0.id.host == host && !known.contains($0.id) })
        }
        return AppliedEdit(.clearHistory(history.catalog, hosts: history.hosts))
    }
}

extension LibraryDatabase {
    @discardableResult
    public func apply(
        _ edit: LibraryEdit, sending changes: [OutboxChange], if precondition: EditPrecondition
    ) async throws(AnnotationFailure) -> AppliedEdit {
        try await annotate { [codecs] db, now in
            try EditRecord(db: db, now: now, codecs: codecs, precondition: precondition)
                .apply(edit, sending: changes)
        }
    }

    public func items(of ids: [ItemID]) async throws(LibraryFailure) -> [Item] {
        try await read { [codecs] db in
            let reader = FavoriteReader(codecs)
            return try ids.compactMap {
                try (reader.favorite(db, $0) ?? reader.removedFavorite(db, $0))?.item
            }
        }
    }
}
