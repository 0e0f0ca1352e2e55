import Foundation
import GRDB
import GRDBSQLite

/// A query of the favorites in one read transaction: a scan in the requested order, of what `FavoritesFilter` matches.
struct FavoritesFetchRequest {
    typealias Path = TitleScan.Path

    let query: FavoritesQuery
    let codecs: ItemCodecs
    let scans: TitleScans
    /// Nil where no packages are known, or when the query does not ask for them.
    var packages: PackageStates?

    // These compare the catalog of a row, not a name passed in: a damaged name differs after it is read and bound.
    static let selectNextCatalog = """
        SELECT row, catalog FROM item
        WHERE catalog > (SELECT catalog FROM item WHERE row = ?) AND catalog < x''
        ORDER BY catalog LIMIT 1
        """
    static let selectOfCatalog = """
        SELECT row FROM item WHERE catalog = (SELECT catalog FROM item WHERE row = ?)
        """
    // NULL and numbers sort before all texts, blobs after them.
    static let selectFirstCatalogs = """
        SELECT row, catalog, typeof(catalog) AS kind FROM item ORDER BY catalog
        """
    static let selectLastCatalogs = "\(selectFirstCatalogs) DESC"

    static let selections = [
        Path.added.sql(withTitles: true), Path.name.sql(withTitles: true), selectNextCatalog, selectOfCatalog,
        selectFirstCatalogs, selectLastCatalogs, selectDate, LibraryIndex.selectWords, LibraryIndex.selectValues,
        DocumentMatchRows.selectRow,
    ]

    /// - Parameter first: number of rows to read as well.
    func fetch(_ db: Database, reading first: Int) throws -> FavoritesResult {
        var answer = try rows(db)
        if query.scope == .updates {
            try groupByUpdate(db, &answer)
        } else if query.isByDateAdded {
            answer.years = try yearsAdded(db, of: answer.rows)
        }
        answer.exceptions = try exceptions(db, among: answer.rows)
        let rows = answer.rows.prefix(max(0, first))
        answer.first = try FavoriteReader(codecs).favorites(db, in: rows)
        return answer
    }

    /// Returns the row IDs and counts, without reading the rows.
    func rows(_ db: Database) throws -> FavoritesResult {
        switch query.order {
        case .best: try found(db, along: .added, bestFirst: true)
        case .sorted(let sort):
            switch sort.key {
            case .name: try found(db, along: sort.direction == .ascending ? .name : .nameReversed)
            case .added, .bestMatch: try found(db, along: sort.direction == .ascending ? .oldestFirst : .added)
            default: try sorted(db, found(db, along: .name), by: sort)
            }
        }
    }

    private func found(_ db: Database, along path: Path, bestFirst: Bool = false) throws -> FavoritesResult {
        let expression = query.expression
        let scan = try scans.scan(db, along: path, withTitles: expression?.hasWords ?? false, codecs: codecs)
        var filter = FavoritesFilter(db, scan, qualifiers(db))
        let documents = try DocumentMatchRows(db, query) { try filter.rows(matching: $0) }
        var matching = try expression.flatMap { try filter.rows(matching: $0) }
        if let found = documents?.complete { matching?.formUnion(found) }
        let partial = bestFirst ? documents?.missingWords : nil
        let ranks = bestFirst ? (expression?.names ?? []).compactMap { RankedName($0, in: &filter) } : []
        let scope = try scopeRows(db)
        let wanted = query.scope.catalog.map { scan.kinds.firstIndex(of: $0) ?? -1 }
        var counts = [Int](repeating: 0, count: scan.kinds.count)
        let isRanked = bestFirst && (documents != nil || !ranks.isEmpty)
        var ranked = [[FavoriteRowID]](repeating: [], count: isRanked ? NameRank.count : 1)
        var missingWords: [FavoriteRowID: [String]] = [:]
        if matching == nil { ranked[0].reserveCapacity(scan.rows.count) }
        for (index, row) in scan.rows.enumerated() {
            let catalog = Int(scan.catalogs[index])
            counts[catalog] += 1
            if wanted ?? catalog != catalog { continue }
            if let scope, scope.rows.contains(row) != scope.areIncluded { continue }
            if let matching, !matching.contains(row) {
                guard let missing = partial?[row] else { continue }
                missingWords[FavoriteRowID(rawValue: row)] = missing
                ranked[NameRank.document].append(FavoriteRowID(rawValue: row))
                continue
            }
            var place = ranked.count - 1
            for rank in ranks where rank.rows.contains(row) {
                place = min(place, scan.withTitle(at: index, rank.name.rank(of:)))
            }
            if bestFirst, documents?.complete.contains(row) == true { place = min(place, NameRank.document) }
            ranked[place].append(FavoriteRowID(rawValue: row))
        }
        if bestFirst, let documents { ranked = ranked.map(documents.bestFirst) }
        var answer = FavoritesResult(
            rows: ranked.count == 1 ? ranked[0] : Array(ranked.joined()),
            counts: Dictionary(zip(scan.kinds, counts), uniquingKeysWith: +).filter { $0.value > 0 })
        answer.missingWords = missingWords
        return answer
    }

    func qualifiers(_ db: Database) -> QualifierRows {
        QualifierRows(db: db, account: query.account, packages: packages)
    }

    /// Counts what rows mark as an exception.
    private func exceptions(_ db: Database, among found: [FavoriteRowID]) throws -> [RowMark: Int] {
        guard !found.isEmpty else { return [:] }
        let rows = RowSet(found.lazy.map(\.rawValue))
        let qualifiers = qualifiers(db)
        var counts: [RowMark: Int] = [:]
        for (mark, marked) in [
            (RowMark.onlyHere, try qualifiers.onlyHere()), (.archived, try qualifiers.archived()),
            (.notAvailable, try qualifiers.gone()),
        ] {
            var marked = marked
            marked.formIntersection(rows)
            if marked.count > 0 { counts[mark] = marked.count }
        }
        // Where it is not known of some, none is an exception.
        var unknown = try qualifiers.unknownStars()
        unknown.formIntersection(rows)
        if unknown.count > 0 { counts[.onlyHere] = found.count }
        return counts
    }

    /// Returns the rows that the scope consists of, or leaves out; nil when it depends on catalogs only.
    private func scopeRows(_ db: Database) throws -> (rows: RowSet, areIncluded: Bool)? {
        let qualifiers = qualifiers(db)
        switch query.scope {
        case .notStarred: return (try qualifiers.onlyHere(), true)
        case .tag(let name): return (try qualifiers.rows(withTag: name), true)
        case .untagged: return (try qualifiers.tagged(), false)
        case .updates: return (RowSet(try StarUpdateRecord.rows(db).map(\.row)), true)
        case .all, .catalog: return nil
        }
    }

    /// - Parameter answer: in order of name, which remains the order of equal values and of rows without a value.
    private func sorted(
        _ db: Database, _ answer: FavoritesResult, by sort: StargazerLibrary.ItemOrder
    ) throws -> FavoritesResult {
        var values: [Int64: Double] = [:]
        try db.cachedStatement(sql: LibraryIndex.selectValues).eachRow(db, [sort.key.rawValue]) {
            values[sqlite3_column_int64($0, 0)] = sqlite3_column_double($0, 1)
        }
        let isAscending = sort.direction == .ascending
        var known: [(value: Double, place: Int, row: FavoriteRowID)] = []
        var rest: [FavoriteRowID] = []
        for (index, row) in answer.rows.enumerated() {
            if let value = values[row.rawValue] {
                known.append((isAscending ? value : -value, index, row))
            } else {
                rest.append(row)
            }
        }
        known.sort { ($0.value, $0.place) < ($1.value, $1.place) }
        var answer = answer
        answer.rows = known.map(\.row) + rest
        if sort.key.isDate {
            answer.years = years(of: known.map(\.value), isAscending: isAscending, undated: rest.count)
        }
        return answer
    }
}

/// One of the names that a query asks for.
private struct RankedName {
    let name: NameRank
    /// The rows whose title contains all of its words.
    let rows: RowSet

    /// Nil without words.
    init?(_ words: [String], in filter: inout FavoritesFilter) {
        let searched = SearchWords.queryWords(words.joined(separator: " "))
        guard let first = searched.first else { return nil }
        name = NameRank(words.joined(separator: " "))
        rows = searched.dropFirst().reduce(into: filter.rows(withTitleContaining: first)) {
            $0.formIntersection(filter.rows(withTitleContaining: $1))
        }
    }
}

extension FavoritesFetchRequest {
    /// Puts the rows in order of their updates, by kind and the newest first, unless another order was chosen.
    private func groupByUpdate(_ db: Database, _ answer: inout FavoritesResult) throws {
        let found = RowSet(answer.rows.map(\.rawValue))
        let updates = try StarUpdateRecord.rows(db).filter { found.contains($0.row) }
        answer.rowUpdates = Dictionary(
            updates.map { (FavoriteRowID(rawValue: $0.row), $0.update) }, uniquingKeysWith: { first, _ in first })
        guard query.isByDateAdded else { return }
        let groups = Dictionary(grouping: updates, by: \.update.kind)
        let kinds = StarUpdate.Kind.allCases.compactMap { kind in groups[kind].map { (kind, $0) } }
        answer.rows = kinds.flatMap { $0.1.map { FavoriteRowID(rawValue: $0.row) } }
        answer.updates = kinds.map { StarUpdateGroup(kind: $0.0, count: $0.1.count) }
    }
}

extension FavoritesFetchRequest {
    static let selectDate = "SELECT added_at FROM item WHERE row = ?"

    /// Returns the years of rows in order of the date added.
    private func yearsAdded(_ db: Database, of rows: [FavoriteRowID]) throws -> [FavoritesYear] {
        let statement = try db.cachedStatement(sql: Self.selectDate)
        return try years(rows.count) { index in
            let row = try Row.fetchOne(statement, arguments: [rows[index].rawValue])
            return row?.date(in: "added_at") ?? .distantPast
        }
    }

    /// Returns the years of rows in order of a value, in seconds since 1970, negative in descending order.
    private func years(of values: [Double], isAscending: Bool, undated: Int) -> [FavoritesYear] {
        var years = years(values.count) { index in
            let seconds = isAscending ? values[index] : -values[index]
            let range = Self.calendarDates
            return Date(timeIntervalSince1970: min(max(seconds, range.lowerBound), range.upperBound))
        }
        if undated > 0, query.calendar != nil { years.append(FavoritesYear(date: nil, count: undated)) }
        return years
    }

    /// Dates outside these years, which only damage causes, count as the nearest one.
    private static let calendarDates = Date.distantPast.timeIntervalSince1970...253_402_300_799

    /// Finds where years begin, by bisection.
    private func years(_ count: Int, _ date: (Int) throws -> Date) rethrows -> [FavoritesYear] {
        guard let calendar = query.calendar else { return [] }
        var years: [FavoritesYear] = []
        var known: Set<Int> = []
        var start = 0
        while start < count {
            let first = try date(start)
            let year = calendar.component(.year, from: first)
            var (low, high) = (start + 1, count)
            while low < high {
                let middle = (low + high) / 2
                if try calendar.component(.year, from: date(middle)) == year { low = middle + 1 } else { high = middle }
            }
            // Damaged dates are out of order.
            if known.insert(year).inserted || years.isEmpty {
                years.append(FavoritesYear(date: first, count: low - start))
            } else {
                years[years.count - 1].count += low - start
            }
            start = low
        }
        return years
    }
}
