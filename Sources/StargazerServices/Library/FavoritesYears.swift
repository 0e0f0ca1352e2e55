import Foundation
import GRDB
import StargazerCore

/// The years in which favorites were added.
extension FavoritesFetchRequest {
    static let selectDate = "SELECT added_at FROM item WHERE row = ?"

    /// Finds where the years of rows in order of the date added begin, by bisection.
    func years(_ db: Database, of rows: [FavoriteRowID]) throws -> [FavoritesYear] {
        guard let calendar = query.calendar, isByDate else { return [] }
        let statement = try db.cachedStatement(sql: Self.selectDate)
        func date(_ index: Int) throws -> Date {
            let row = try Row.fetchOne(statement, arguments: [rows[index].rawValue])
            return row?.date(in: "added_at") ?? .distantPast
        }
        var years: [FavoritesYear] = []
        var known: Set<Int> = []
        var start = 0
        while start < rows.count {
            let first = try date(start)
            let year = calendar.component(.year, from: first)
            var (low, high) = (start + 1, rows.count)
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

    private var isByDate: Bool {
        switch query.order {
        case .best: query.expression?.names.isEmpty != false
        case .sorted(let sort): sort.key == .added || sort.key == .bestMatch
        }
    }
}
