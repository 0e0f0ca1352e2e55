import Foundation
import GRDB
import StargazerCore

/// Copies the readable rows of a damaged library, of this version or an earlier one. What can be rebuilt is not copied.
struct LibrarySalvage {
    let from: URL
    let codecs: ItemCodecs

    /// - Returns: the number of rows copied.
    func copy(into target: any DatabaseWriter) -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        guard let source = try? DatabaseQueue(path: from.path, configuration: configuration) else { return 0 }
        let saved = try? target.write { db in
            // The library keeps its identity, if it can be read.
            try db.execute(sql: "DELETE FROM library_info")
            // Without a transaction: the damage that ends a scan would also make the commit fail.
            let saved = source.unsafeRead { damaged in
                LibraryTable.all.filter(\.isSalvaged).reduce(0) { $0 + copy($1, from: damaged, into: db) }
            }
            try db.execute(sql: LibrarySchema.insertDevice)
            try LibraryIndex.fill(db, codecs: codecs)
            return saved
        }
        return saved ?? 0
    }

    private func copy(_ table: LibraryTable, from source: Database, into target: Database) -> Int {
        let own = LibraryRowCopy(of: table, isDamaged: true).copyReadable(from: source, into: target)
        guard let earlier = table.earlier, earlier.table != table.name else { return own }
        return own + LibraryRowCopy(of: table, as: earlier, isDamaged: true).copyReadable(from: source, into: target)
    }
}
