import Foundation
import GRDB

/// An import into the library, within one transaction.
struct LibraryImport {
    let db: Database
    let codecs: ItemCodecs
    let now: Date
    /// What the import adds, for its undo; nil for an import that is not known any more.
    let record: ImportRecord?
    /// Returning false cancels the import.
    let step: (Int) -> Bool
    private(set) var result = ImportResult()
    private var done = 0
    /// The tags by the folded name; nil for one that the library has no room for.
    private var tags: [String: TagID?] = [:]

    init(db: Database, codecs: ItemCodecs, now: Date, record: ImportRecord?, step: @escaping (Int) -> Bool) {
        self.db = db
        self.codecs = codecs
        self.now = now
        self.record = record
        self.step = step
    }

    private mutating func count(isLast: Bool) throws -> Bool {
        done += 1
        return isLast || done.isMultiple(of: LibraryIndex.batchSize)
    }

    private func report() throws {
        if !step(done) { throw LibraryFailure.cancelled }
    }

    // MARK: Favorites

    mutating func add(_ favorites: [Favorite]) throws {
        let reader = FavoriteReader(codecs)
        var hasStars: [String: Bool] = [:]
        var index: [LibraryIndex.Entry] = []
        for (number, favorite) in favorites.enumerated() {
            let host = favorite.id.host
            let hasAccountStars = try hasStars[host] ?? StarListRecord.hasAccount(db, host: host)
            hasStars[host] = hasAccountStars
            try record?.willDate(favorite.id, favorite.addedAt)
            let isNew = try ItemRecord(favorite.item, by: codecs).importFavorite(
                db, addedAt: favorite.addedAt, starredOnServer: hasAccountStars ? nil : favorite.isStarredOnServer,
                now: now, reader: reader, index: &index)
            if isNew {
                result.new += 1
                try record?.added(favorite.id)
            }
            guard try count(isLast: number == favorites.count - 1) else { continue }
            try LibraryIndex.write(db, &index)
            try report()
        }
    }

    // MARK: Tags and notes

    /// Creates the tags that are missing. A tag that exists keeps its color.
    mutating func add(_ tags: [FileTag]) throws {
        for tag in tags { _ = try id(of: tag.name, color: tag.color) }
    }

    mutating func add(_ annotations: [ImportContent.Annotation]) throws {
        var changed: [Int64] = []
        for (number, annotation) in annotations.enumerated() {
            if let row = try db.annotatedRow(of: annotation.item), try annotate(row, annotation) { changed.append(row) }
            guard try count(isLast: number == annotations.count - 1) else { continue }
            try db.recordAnnotationChange(of: changed)
            result.annotated += changed.count
            changed = []
            try report()
        }
    }

    /// - Returns: whether anything changed.
    private mutating func annotate(_ row: Int64, _ annotation: ImportContent.Annotation) throws -> Bool {
        var isChanged = false
        for name in annotation.tags {
            guard let tag = try id(of: name, color: nil) else {
                result.left += 1
                continue
            }
            guard try !TagRecord(db: db, now: now).set(tag, to: true, on: [row]).isEmpty else { continue }
            try record?.tagged(tag, row)
            isChanged = true
        }
        guard let text = annotation.note else { return isChanged }
        let note = NoteRecord(item: annotation.item)
        let old = try note.note(db)?.text
        let joined = NoteText.joined(old, text)
        guard joined.utf8.count <= Note.maxLength else {
            result.left += 1
            return isChanged
        }
        guard try note.write(joined, ofRow: row, db, now: now) else { return isChanged }
        try record?.wrote(NoteRecord.stored(joined), ofRow: row, insteadOf: old ?? "")
        return true
    }

    private mutating func id(of name: String, color: TagColor?) throws -> TagID? {
        // A name of accents alone is empty to the library.
        guard let name = try? AnnotationName(name) else { return nil }
        if let known = tags[name.key] { return known }
        let id: TagID?
        do {
            let record = TagRecord(db: db, now: now)
            if let existing = try record.existingTag(named: name) {
                id = existing.id
            } else {
                let new = try record.create(name, color: color).id
                try self.record?.tagged(new, nil)
                id = new
            }
        } catch AnnotationFailure.tooMany {
            id = nil
        }
        tags[name.key] = .some(id)
        return id
    }

    // MARK: Lookups

    mutating func add(_ lookups: [ImportEntry]) throws {
        let record = ImportLookupRecord(db: db)
        for (number, lookup) in lookups.enumerated() {
            try record.add(lookup, by: self.record?.number)
            if try count(isLast: number == lookups.count - 1) { try report() }
        }
    }

    // MARK: Saved searches

    mutating func add(_ searches: [FileSearch]) throws {
        let record = SavedSearchRecord(db: db, now: now)
        let stored = try SavedSearchRecord.all(db)
        var (count, known) = (stored.count, Set(stored.map { [$0.source, $0.text, $0.order?.stored] }))
        for search in searches where known.insert([search.source, search.text, search.order?.stored]).inserted {
            guard let name = try? AnnotationName(search.name) else {
                result.left += 1
                continue
            }
            guard count < SavedSearch.maxCount else {
                result.left += 1
                continue
            }
            result.savedSearches.append(
                try record.insert(name, source: search.source, text: search.text, order: search.order))
            count += 1
        }
    }
}
