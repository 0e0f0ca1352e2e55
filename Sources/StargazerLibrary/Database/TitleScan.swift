import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// All favorites in one order, with what queries need of each, so that they search in memory.
struct TitleScan: Sendable {
    /// The order of a scan.
    enum Path: Sendable {
        case added, oldestFirst, name, nameReversed

        /// The folded title without its owner, which precedes a slash.
        static let shortName = """
            CASE substr(title_key, 1, length(owner) + 1) WHEN lower(owner) || '/'
            THEN substr(title_key, length(owner) + 2) ELSE title_key END
            """

        /// The same of a named row.
        static func shortName(of row: String) -> String {
            ["title_key", "owner"].reduce(shortName) { $0.replacingOccurrences(of: $1, with: "\(row).\($1)") }
        }

        /// Each order has an index with the folded titles, which SQLite scans from end to end.
        func sql(withTitles: Bool) -> String {
            let order =
                switch self {
                case .added: "added_at DESC, title_key, row"
                case .oldestFirst: "added_at, title_key, row"
                case .name: "\(Self.shortName), title_key, row"
                case .nameReversed: "\(Self.shortName) DESC, title_key DESC, row DESC"
                }
            return "SELECT row\(withTitles ? ", title_key" : "") FROM item WHERE is_favorite ORDER BY \(order)"
        }
    }

    /// The rows of known catalogs.
    private(set) var rows: [Int64] = []
    /// The index in `kinds` of each row's catalog.
    private(set) var catalogs: [UInt8] = []
    let catalogRows: CatalogRows
    var kinds: [CatalogKind] { catalogRows.kinds }
    /// The folded titles, each followed by a separator that occurs in no word. Empty if titles were not requested.
    private var titles: [UInt8] = []
    private var ends: [Int32] = []
    private static let separator = UInt8(ascii: "\n")

    init(_ db: Database, along path: Path, withTitles: Bool, codecs: ItemCodecs) throws {
        catalogRows = try CatalogRows(db, codecs: codecs)
        try db.cachedStatement(sql: path.sql(withTitles: withTitles)).eachRow(db) { statement in
            guard take(sqlite3_column_int64(statement, 0)), withTitles else { return }
            // `sqlite3_column_bytes` counts in the encoding of the last text request.
            let title = sqlite3_column_text(statement, 1)
            let count = Int(sqlite3_column_bytes(statement, 1))
            titles.append(contentsOf: UnsafeBufferPointer(start: title, count: title == nil ? 0 : count))
            titles.append(Self.separator)
            ends.append(Int32(clamping: titles.count))
        }
    }

    private mutating func take(_ row: Int64) -> Bool {
        guard let catalog = catalogRows.position(of: row) else { return false }
        rows.append(row)
        catalogs.append(UInt8(clamping: catalog))
        return true
    }

    /// Returns the rows whose title contains the folded text.
    func rows(withTitleContaining text: String) -> RowSet {
        var found = RowSet()
        let text = Array(text.utf8)
        titles.withUnsafeBytes { titles in
            guard let base = titles.baseAddress, !text.isEmpty else { return }
            var (place, index) = (0, 0)
            while titles.count - place >= text.count,
                let hit = memchr(base + place, Int32(text[0]), titles.count - place - text.count + 1)
            {
                place = UnsafeRawPointer(hit) - base
                guard memcmp(hit, text, text.count) == 0 else {
                    place += 1
                    continue
                }
                while ends[index] <= place { index += 1 }
                found.insert(rows[index])
                place = Int(ends[index])
            }
        }
        return found
    }

    /// Calls `body` with the folded title of the row at this index.
    func withTitle<Value>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let start = index > 0 ? Int(ends[index - 1]) : 0
        return titles.withUnsafeBufferPointer { titles in
            body(UnsafeBufferPointer(rebasing: titles[start..<Int(ends[index]) - 1]))
        }
    }
}

/// Caches the last scan for the queries that follow letter by letter, until the next write.
final class TitleScans: Sendable {
    /// A scan with titles, until it is out of date.
    private struct Cached {
        var scan: TitleScan
        var path: TitleScan.Path
        var version: LibraryVersion
    }

    private let cached = Mutex<Cached?>(nil)

    func scan(
        _ db: Database, along path: TitleScan.Path, withTitles: Bool, codecs: ItemCodecs
    ) throws -> TitleScan {
        let version = try LibraryVersion(db)
        let known = cached.withLock { cached in
            if cached?.version != version { cached = nil }
            return cached?.path == path ? cached?.scan : nil
        }
        if let known { return known }
        let scan = try TitleScan(db, along: path, withTitles: withTitles, codecs: codecs)
        if withTitles { cached.withLock { $0 = Cached(scan: scan, path: path, version: version) } }
        return scan
    }
}
