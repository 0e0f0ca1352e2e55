import GRDB
import GRDBSQLite

/// A bit set of row IDs, which are dense. Far IDs, as in a manipulated file, go into a separate set.
struct RowSet {
    private static let dense: Range<Int64> = 0..<(1 << 26)

    private var bits: [UInt64] = []
    private var outliers: Set<Int64> = []

    init() {}

    init(_ rows: some Sequence<Int64>) {
        for row in rows { insert(row) }
    }

    init(_ db: Database, selecting sql: String, _ arguments: StatementArguments) throws {
        try insert(db, selecting: sql, arguments)
    }

    mutating func insert(_ db: Database, selecting sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).eachRow(db, arguments) { insert(sqlite3_column_int64($0, 0)) }
    }

    mutating func insert(_ row: Int64) {
        guard Self.dense.contains(row) else {
            outliers.insert(row)
            return
        }
        let place = Int(row >> 6)
        if place >= bits.count {
            bits.append(contentsOf: repeatElement(0, count: max(place + 1, bits.count * 2) - bits.count))
        }
        bits[place] |= 1 << UInt64(row & 63)
    }

    func contains(_ row: Int64) -> Bool {
        guard Self.dense.contains(row) else { return outliers.contains(row) }
        let place = Int(row >> 6)
        return place < bits.count && bits[place] & 1 << UInt64(row & 63) != 0
    }

    var count: Int { bits.reduce(outliers.count) { $0 + $1.nonzeroBitCount } }

    mutating func formUnion(_ other: RowSet) {
        if bits.count < other.bits.count {
            bits.append(contentsOf: repeatElement(0, count: other.bits.count - bits.count))
        }
        for place in other.bits.indices { bits[place] |= other.bits[place] }
        outliers.formUnion(other.outliers)
    }

    mutating func formIntersection(_ other: RowSet) {
        if bits.count > other.bits.count { bits.removeLast(bits.count - other.bits.count) }
        for place in bits.indices { bits[place] &= other.bits[place] }
        outliers.formIntersection(other.outliers)
    }

    mutating func subtract(_ other: RowSet) {
        for place in 0..<min(bits.count, other.bits.count) { bits[place] &= ~other.bits[place] }
        outliers.subtract(other.outliers)
    }
}
