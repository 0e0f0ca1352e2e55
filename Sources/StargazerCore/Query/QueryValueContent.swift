import Foundation
public import StargazerLibrary

/// A qualifier's value for display: numbers and days in the user's locale.
public enum QueryValueContent: Sendable, Hashable {
    case number(QueryRange<String>)
    case day(QueryRange<String>)
    case span(DateRangePreset)
    /// As the catalog writes them. Its presentation may name them.
    case choices([String])
    case word(String)
    /// As typed.
    case unreadable(String)

    init(_ use: ParsedQualifier, formats: Formats, now: Date) {
        switch use.value.resolved(now) {
        case .number(let range): self = .number(range.map(formats.full))
        case .day(let range):
            self = formats.span(range, now: now).map(Self.span) ?? .day(range.map(formats.day))
        case .choices(let values): self = .choices(values)
        case .word(let word): self = .word(CleanText.line(word, limit: 60))
        case .unreadable: self = .unreadable(CleanText.line(use.typed, limit: 60))
        }
    }
}

/// A qualifier in a text.
public struct QueryChip: Sendable, Hashable {
    public let name: QualifierName
    public let value: QueryValueContent
    public let isNegated: Bool
}

/// A value offered for a qualifier.
public struct FilterChoice: Sendable, Hashable {
    /// As written in a search; several only for the qualifier's current values.
    public let values: [String]
    public let content: QueryValueContent
    /// The number of items with this value; nil when it is not counted.
    public var count: NumberContent?
}

extension Formats {
    /// Returns a whole day in the user's locale; a month or a year as typed.
    func day(_ day: QueryDay) -> String {
        guard let month = day.month, let number = day.day,
            let date = calendar.date(from: DateComponents(year: day.year, month: month, day: number))
        else { return day.text }
        return shortDay(date)
    }

    func firstDay(of span: DateRangePreset, now: Date) -> QueryDay {
        let date =
            switch span {
            case .pastWeek: calendar.date(byAdding: .day, value: -7, to: now)
            case .pastMonth: calendar.date(byAdding: .month, value: -1, to: now)
            case .pastYear: calendar.date(byAdding: .year, value: -1, to: now)
            case .thisYear: calendar.dateInterval(of: .year, for: now)?.start
            }
        let parts = calendar.dateComponents([.year, .month, .day], from: date ?? now)
        return QueryDay(year: parts.year ?? 0, month: parts.month, day: parts.day)
    }

    /// Returns the named range of days that equals this range, if any.
    fileprivate func span(_ range: QueryRange<QueryDay>, now: Date) -> DateRangePreset? {
        switch range {
        case .from(let day): DateRangePreset.allCases.first { firstDay(of: $0, now: now) == day }
        case .exactly(let day) where day == QueryDay(year: firstDay(of: .thisYear, now: now).year): .thisYear
        default: nil
        }
    }
}
