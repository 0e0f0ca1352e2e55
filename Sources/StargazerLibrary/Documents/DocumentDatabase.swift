public import Foundation
import GRDB
import Logging
import Synchronization

/// The documents, stored in an SQLite file of their own in the library's folder.
///
/// The file is a cache. If it is damaged or of another version, it is deleted, and a new one is made; if only its index
/// is, the index is built again in the background. Failures are logged, and answers are then empty. Reads do not wait
/// for writes. A write always runs to its end; cancelling the task ends a read.
public final class DocumentDatabase: DocumentStore {
    /// Nil for a store in memory.
    private let file: DocumentFile?
    private let log = Logger(label: "documents")
    private let opened = Mutex<Opened?>(nil)
    private let termCache = TermCache()

    private struct Opened {
        let pool: any DatabaseWriter
        let identity: DocumentFile.Identity?
        /// Adds pending items to the index.
        let indexing: Task<Void, Never>
    }

    /// - Parameter folder: the library's folder, `$XDG_DATA_HOME/stargazer`. The file is created at its first use.
    public init(folder: URL) { file = DocumentFile(folder: folder) }

    private init() { file = nil }

    /// Creates a store in memory, for sample data.
    public static func inMemory() -> DocumentDatabase { DocumentDatabase() }

    deinit { opened.withLock { $0?.indexing.cancel() } }

    // MARK: Texts

    @discardableResult
    public func save(_ documents: [StoredDocument]) async -> Int {
        var saved = 0
        for start in stride(from: 0, to: documents.count, by: DocumentIndex.batchSize) {
            let part = documents[start..<min(start + DocumentIndex.batchSize, documents.count)]
            let texts = part.compactMap(IndexableDocument.init)
            if texts.count < part.count {
                log.notice("texts not stored", metadata: ["size": "too large"])
            }
            saved += await write { db in try DocumentIndex.save(db, texts) } ?? 0
        }
        return saved
    }

    public func recordCheck(of id: ItemID, at date: Date) async {
        await write { db in try DocumentRecord.recordCheck(db, of: id, at: date) }
    }

    public func document(of id: ItemID) async -> StoredDocument? {
        await read { db in try DocumentRecord.document(db, of: id) } ?? nil
    }

    public func versions(of ids: [ItemID]) async -> [ItemID: DocumentVersion] {
        await read { db in
            try ids.reduce(into: [:]) { $0[$1] = try DocumentRecord.version(db, of: $1) }
        } ?? [:]
    }

    // MARK: Index

    public func index(_ items: [DocumentFields]) async {
        for start in stride(from: 0, to: items.count, by: DocumentIndex.batchSize) {
            let part = Array(items[start..<min(start + DocumentIndex.batchSize, items.count)])
            await write { db in try DocumentIndex.index(db, part) }
        }
    }

    public func stampSummary() async -> StampSummary {
        await read { db in try DocumentRecord.stampSummary(db) } ?? StampSummary()
    }

    public func outdated(_ stamps: [ItemStamp], after id: ItemID?, keepsOthers: Bool) async -> [ItemID] {
        let read = await read { db in try DocumentRecord.stamps(db, after: id, through: stamps.last?.id) }
        guard let read else { return [] }
        // Usually nothing differs, and comparing costs less than hashing.
        if read.count == stamps.count, zip(read, stamps).allSatisfy({ $0.0 == $1.id && $0.1 == $1.stamp }) { return [] }
        let known = Dictionary(read, uniquingKeysWith: { first, _ in first })
        if !keepsOthers { await remove(Array(Set(known.keys).subtracting(stamps.map(\.id)))) }
        return stamps.filter { known[$0.id] != $0.stamp }.map(\.id)
    }

    public func remove(_ ids: [ItemID]) async {
        for start in stride(from: 0, to: ids.count, by: DocumentIndex.batchSize) {
            let part = Array(ids[start..<min(start + DocumentIndex.batchSize, ids.count)])
            await write { db in try DocumentIndex.remove(db, part) }
        }
    }

    public func removeAll() async {
        opened.withLock { opened in
            close(&opened)
            file?.remove()
        }
    }

    public func search(_ query: String, offset: Int, limit: Int) async -> DocumentMatches {
        let request = DocumentSearchRequest(
            terms: DocumentTerms(query), offset: max(0, offset), limit: limit, cache: termCache)
        return await read { db in try request.fetch(db) } ?? DocumentMatches()
    }

    public func lines(_ query: String, of ids: [ItemID]) async -> [ItemID: DocumentLine] {
        let terms = DocumentTerms(query)
        guard !terms.terms.isEmpty else { return [:] }
        return await read { db in
            var matchingLine = MatchingLine(terms)
            var lines: [ItemID: DocumentLine] = [:]
            for id in ids {
                guard let record = try DocumentRecord.find(db, id) else { continue }
                let fields = try record.fields()
                let text = try DocumentRecord.text(db, row: record.row).map { text in
                    try DocumentRecord.isOrg(db, row: record.row) ? OrgMarks.removed(from: text) : text
                }
                // Each tag is a paragraph.
                let tags = fields?.tags.joined(separator: "\n\n")
                lines[id] = matchingLine.best(in: [
                    (.description, fields?.description), (.tag, tags), (.document, text), (.note, fields?.note),
                ])
            }
            return lines
        } ?? [:]
    }

    public func usage() async -> DocumentUsage {
        if let file, file.size == 0 { return DocumentUsage() }
        return await read { [file] db in
            DocumentUsage(
                items: try Int.fetchOne(db, sql: "SELECT count(*) FROM item") ?? 0,
                documents: try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE version <> ''") ?? 0,
                bytes: file?.size ?? 0,
                pending: try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE NOT is_indexed") ?? 0)
        } ?? DocumentUsage()
    }

    // MARK: The file

    /// Waits until all items are in the index.
    func finishIndexing() async { await (try? pool())?.indexing.value }

    func read<Value: Sendable>(_ question: @escaping @Sendable (Database) throws -> Value) async
        -> Value?
    {
        await attempt { pool in try await pool.read(question) }
    }

    @discardableResult
    func write<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async
        -> Value?
    {
        await attempt { pool in
            try await withCheckedThrowingContinuation { continuation in
                pool.asyncWrite(change) { continuation.resume(with: $1) }
            }
        }
    }

    private func attempt<Value: Sendable>(
        _ work: (any DatabaseWriter) async throws -> Value
    ) async -> Value? {
        var pool: (any DatabaseWriter)?
        do {
            let opened = try self.pool()
            pool = opened.pool
            return try await work(opened.pool)
        } catch is CancellationError {
            return nil
        } catch let error as DatabaseError where error.isInterruptionError {
            // SQLite reports the end of a canceled read as an error. Other reads go on in the same pool.
            return nil
        } catch {
            log.error("documents not available", metadata: ["error": "\(error)"])
            if let pool, let error = error as? DatabaseError { recover(pool, from: error) }
            return nil
        }
    }

    /// Opens the file, also when it was deleted or replaced since: SQLite would go on with the old one.
    private func pool() throws -> Opened {
        try opened.withLock { opened in
            if let opened, opened.identity == file?.identity { return opened }
            close(&opened)
            let pool: any DatabaseWriter =
                if let file {
                    try file.open { log.error("documents deleted", metadata: ["error": "\($0)"]) }
                } else { try Self.emptyDatabase() }
            let new = Opened(pool: pool, identity: file?.identity, indexing: indexing(pool))
            opened = new
            return new
        }
    }

    private static func emptyDatabase() throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        try database.write(DocumentSchema.prepare)
        return database
    }

    private func indexing(_ pool: any DatabaseWriter) -> Task<Void, Never> {
        Task.detached(priority: .background) { [weak self] in
            // A batch is short, so that other writes do not wait long.
            while !Task.isCancelled {
                do {
                    guard try await pool.write({ db in try DocumentIndex.addPending(db, limit: 100) }) else {
                        return
                    }
                } catch {
                    if let error = error as? DatabaseError { self?.recover(pool, from: error) }
                    return
                }
            }
        }
    }

    /// Closes a file that fails, until its next use. Deletes a damaged file, or empties a damaged index.
    private func recover(_ pool: any DatabaseWriter, from error: DatabaseError) {
        opened.withLock { opened in
            guard opened?.pool === pool else { return }
            if error.extendedResultCode == .SQLITE_CORRUPT_VTAB,
                (try? pool.write(DocumentSchema.resetIndex)) != nil
            {
                close(&opened)
            } else if error.resultCode != .SQLITE_BUSY {
                close(&opened)
                if error.indicatesCorruption { file?.remove() }
            }
        }
    }

    private func close(_ opened: inout Opened?) {
        opened?.indexing.cancel()
        try? opened?.pool.close()
        opened = nil
    }
}
