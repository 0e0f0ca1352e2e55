import Foundation
import GRDB
import GRDBSQLite

/// The rows that match one qualifier, from SQL over columns with an index. NULL matches no value and no range.
struct QualifierRows {
    /// A column with values that are compared without regard to ASCII case.
    enum TextColumn: String, CaseIterable {
        case language, license, owner

        fileprivate var select: String { "SELECT row FROM item WHERE is_favorite AND \(rawValue) = ? COLLATE NOCASE" }
        fileprivate var selectPrefix: String {
            """
            SELECT row FROM item WHERE is_favorite AND \(rawValue) >= ?1 COLLATE NOCASE
                AND \(rawValue) < ?1 || x'F48FBFBF' COLLATE NOCASE
            """
        }
        /// All rows in the order of the values.
        var selectAll: String {
            """
            SELECT row, \(rawValue) FROM item WHERE is_favorite AND \(rawValue) IS NOT NULL
            ORDER BY \(rawValue) COLLATE NOCASE
            """
        }
    }

    private enum RangeColumn: String, CaseIterable {
        case stars
        case pushed = "pushed_at"
        case created = "created_at"
        case added = "added_at"

        var select: String { "SELECT row FROM item WHERE is_favorite AND \(rawValue) >= ? AND \(rawValue) < ?" }
    }

    /// Each holds all that its queries read, so that SQLite does not read the rows.
    static let indexes =
        (TextColumn.allCases.map { ($0.rawValue, "\($0.rawValue) COLLATE NOCASE") }
        + [RangeColumn.stars, .pushed, .created].map { ($0.rawValue, $0.rawValue) })
        .map { "CREATE INDEX favorite_by_\($0) ON item (\($1)) WHERE is_favorite AND \($0) IS NOT NULL;\n" }
        .joined() + "CREATE INDEX favorite_by_state ON item (is_archived, is_fork) WHERE is_favorite;"

    let db: Database
    /// The server whose stars count as the account's; nil for those of any server.
    let account: String?
    /// Nil where no packages are known.
    let packages: PackageStates?

    // One index has both columns: `favorite_by_state`.
    private static let selectArchived = "SELECT row FROM item WHERE is_favorite AND is_archived = ?"
    private static let selectForks = "SELECT row FROM item WHERE is_favorite AND is_fork = ?"
    private static let selectStarred = "SELECT row FROM item WHERE is_favorite AND starred_on_server AND host = ?"
    private static let selectOnlyHere = """
        SELECT row FROM item WHERE is_favorite AND catalog = ? AND host = ? AND starred_on_server IS NOT 1
        """
    private static let selectUnknownStars = """
        SELECT row FROM item WHERE is_favorite AND catalog = ? AND host = ? AND starred_on_server IS NULL
        """
    private static let selectKnownStars = """
        SELECT 1 FROM star_list WHERE host = ? AND is_own AND own_completed_at IS NOT NULL
        """
    /// The order makes SQLite use the index that has the starred favorites only.
    private static let selectStarredAnywhere = """
        SELECT row FROM item WHERE is_favorite AND starred_on_server ORDER BY host
        """
    /// Like the starred ones, from an index that has no others.
    static let selectGone = "SELECT row FROM item WHERE is_favorite AND is_lost ORDER BY host"
    private static let selectTag = """
        SELECT item FROM item_tag
        WHERE is_set AND tag = (SELECT id FROM tag WHERE name_key = ? AND NOT is_deleted)
        """
    static let selectTagged = """
        SELECT item FROM item_tag WHERE is_set AND tag IN (SELECT id FROM tag WHERE NOT is_deleted)
        """
    /// No column has the number, which is rarely asked for.
    private static let selectForkCounts = """
        SELECT row FROM item
        WHERE is_favorite AND CASE
            WHEN json_valid(snapshot) THEN snapshot ->> '$.forks' >= ?1 AND snapshot ->> '$.forks' < ?2
        END
        """
    private static let selectNoted = "SELECT item FROM note WHERE text <> ''"
    static let selectAllTopics = "SELECT row, topic FROM favorite_topic ORDER BY topic"

    static let selections =
        TextColumn.allCases.flatMap { [$0.select, $0.selectPrefix, $0.selectAll] } + RangeColumn.allCases.map(\.select)
        + [
            selectArchived, selectForks, selectStarred, selectStarredAnywhere, selectOnlyHere, selectKnownStars,
            selectUnknownStars, selectGone, selectTag, selectTagged,
            selectNoted, selectForkCounts, selectAllTopics, RequestedStars.select, PackageStates.selectStamps,
            PackageStates.selectItem,
        ]

    /// - Parameter all: the rows of all favorites.
    /// - Returns: nil if the qualifier restricts nothing.
    func rows(_ name: QualifierName, _ value: ParsedQualifier.Value, among all: some Sequence<Int64>) throws -> RowSet?
    {
        switch (name, value) {
        case (.language, .word(let language)): try matching(.language, language)
        case (.license, .word(let license)): try licenses(license)
        case (.user, .word(let owner)), (.org, .word(let owner)): try matching(.owner, owner)
        case (.topic, .word(let topic)): try RowSet(db, selecting: LibraryIndex.selectTopics, [topic])
        case (.stars, .number): try matching(.stars, value)
        case (.forks, .number): try forks(value)
        case (.pushed, .day): try matching(.pushed, value)
        case (.created, .day): try matching(.created, value)
        case (.added, .day): try added(value)
        case (.archived, .choices(let choices)):
            try archived(choices == ["true"])
        case (.fork, .choices(["true"])): nil
        case (.fork, .choices(let choices)): try RowSet(db, selecting: Self.selectForks, [choices == ["only"]])
        case (.state, .choices(["starred"])): try starred()
        case (.state, .choices(["only-here"])): try onlyHere()
        case (.state, .choices(["gone"])): try gone()
        case (.state, .choices(["renamed"])): try StarUpdateRecord.rows(db, of: .renamed)
        case (.state, .choices(["unstarred"])): try StarUpdateRecord.rows(db, of: .unstarred)
        case (.state, .choices(["packaged"])): try packages?.rows(db).packaged ?? RowSet()
        case (.state, .choices(["installed"])): try packages?.rows(db).installed ?? RowSet()
        case (.state, .choices(["library"])): try packages?.rows(db).library ?? RowSet()
        case (.tag, .word("none")): try untagged(among: all)
        case (.tag, .word(let tag)): try rows(withTag: tag)
        case (.has, .choices(["note"])): try noted()
        default: nil
        }
    }

    private func untagged(among all: some Sequence<Int64>) throws -> RowSet {
        var rows = RowSet(all)
        rows.subtract(try tagged())
        return rows
    }

    /// - Parameter name: the name of a tag; `none` has no special meaning.
    func rows(withTag name: String) throws -> RowSet {
        try RowSet(db, selecting: Self.selectTag, [SearchWords.folded(name)])
    }

    func tagged() throws -> RowSet { try RowSet(db, selecting: Self.selectTagged, []) }

    func noted() throws -> RowSet { try RowSet(db, selecting: Self.selectNoted, []) }

    func starred() throws -> RowSet {
        var rows =
            if let account { try RowSet(db, selecting: Self.selectStarred, [account]) } else {
                try RowSet(db, selecting: Self.selectStarredAnywhere, [])
            }
        try RequestedStars(db).apply(to: &rows, account: account)
        return rows
    }

    /// Repositories of the account's server with unknown stars; none while signed out, or once the whole list is read.
    func unknownStars() throws -> RowSet {
        guard let account else { return RowSet() }
        let isKnown = try Row.fetchOne(db.cachedStatement(sql: Self.selectKnownStars), arguments: [account]) != nil
        return isKnown
            ? RowSet() : try RowSet(db, selecting: Self.selectUnknownStars, [CatalogKind.starred.rawValue, account])
    }

    /// The repositories of the account's server that it is known not to have starred; none while signed out.
    func onlyHere() throws -> RowSet {
        guard let account else { return RowSet() }
        let catalog = CatalogKind.starred.rawValue
        var rows = try RowSet(db, selecting: Self.selectOnlyHere, [catalog, account])
        rows.subtract(try unknownStars())
        let changes = try RequestedStars(db).changes.filter { $0.host == account && $0.catalog == catalog }
        rows.subtract(RowSet(changes.lazy.filter(\.isSet).map(\.row)))
        for change in changes where !change.isSet { rows.insert(change.row) }
        return rows
    }

    func archived(_ isArchived: Bool = true) throws -> RowSet {
        try RowSet(db, selecting: Self.selectArchived, [isArchived])
    }

    private func forks(_ value: ParsedQualifier.Value) throws -> RowSet? {
        guard let interval = value.interval else { return nil }
        return try RowSet(db, selecting: Self.selectForkCounts, [interval.lowerBound, interval.upperBound])
    }

    func gone() throws -> RowSet { try RowSet(db, selecting: Self.selectGone, []) }

    private func matching(_ column: TextColumn, _ value: String) throws -> RowSet {
        try RowSet(db, selecting: column.select, [value])
    }

    /// GitHub's license families contain every version: `gpl` also means `gpl-3.0`.
    private func licenses(_ key: String) throws -> RowSet {
        var rows = try matching(.license, key)
        if ["gpl", "lgpl", "cc"].contains(key.lowercased()) {
            try rows.insert(db, selecting: TextColumn.license.selectPrefix, [key + "-"])
        }
        return rows
    }

    private func matching(_ column: RangeColumn, _ value: ParsedQualifier.Value) throws -> RowSet? {
        guard let interval = value.interval else { return nil }
        return try RowSet(db, selecting: column.select, [interval.lowerBound, interval.upperBound])
    }

    /// The dates are texts in UTC, which sort after all numbers and before all blobs.
    private func added(_ value: ParsedQualifier.Value) throws -> RowSet? {
        guard let interval = value.interval else { return nil }
        func bound(_ seconds: Double) -> DatabaseValue {
            if seconds == -.infinity { return seconds.databaseValue }
            // The text of a later year would sort before the others.
            return seconds < Self.end ? Date(timeIntervalSince1970: seconds).databaseValue : Data().databaseValue
        }
        return try RowSet(
            db, selecting: RangeColumn.added.select, [bound(interval.lowerBound), bound(interval.upperBound)])
    }

    /// The end of the year 9999.
    private static let end = 253_402_300_800.0

    /// Returns the rows with a topic for which the condition is true. It is called once for each folded topic.
    func rows(withTopic condition: (String) -> Bool) throws -> RowSet {
        var rows = RowSet()
        var runs = ValueRuns()
        var isWanted = false
        try db.cachedStatement(sql: Self.selectAllTopics).eachRow(db) { statement in
            if runs.isNew(statement, at: 1) {
                runs.begin(statement, at: 1)
                isWanted = condition(SearchWords.folded(runs.value))
            }
            if isWanted { rows.insert(sqlite3_column_int64(statement, 0)) }
        }
        return rows
    }
}

/// Splits rows in the order of a text column into runs of equal texts, without regard to ASCII case.
struct ValueRuns {
    private var bytes: [UInt8] = []
    private var isFirst = true
    /// The text of the current run, as its first row has it.
    var value: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether the statement's row does not belong to the current run.
    func isNew(_ statement: SQLiteStatement, at column: Int32) -> Bool {
        guard !isFirst, let text = sqlite3_column_text(statement, column) else { return true }
        let count = sqlite3_column_bytes(statement, column)
        return Int(count) != bytes.count || !isSame(text, count)
    }

    mutating func begin(_ statement: SQLiteStatement, at column: Int32) {
        let text = sqlite3_column_text(statement, column)
        let count = text == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
        bytes.replaceSubrange(bytes.indices, with: UnsafeBufferPointer(start: text, count: count))
        isFirst = false
    }

    private func isSame(_ text: UnsafePointer<UInt8>, _ count: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let known = bytes.baseAddress else { return true }
            return memcmp(known, text, Int(count)) == 0
                || sqlite3_strnicmp(
                    known.assumingMemoryBound(to: CChar.self),
                    UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self), count) == 0
        }
    }
}
