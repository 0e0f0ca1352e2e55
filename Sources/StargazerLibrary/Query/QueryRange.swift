import Foundation

/// One value or a range of values, as a search writes them: `5`, `>5`, `>=5`, `<5`, `<=5`, `1..5`, `1..*`, `*..5`.
public enum QueryRange<Bound: Sendable & Hashable>: Sendable, Hashable {
    case exactly(Bound)
    case above(Bound)
    case from(Bound)
    case below(Bound)
    case upTo(Bound)
    case between(Bound, Bound)

    /// Nil when the text is not a range.
    init?(_ text: String, _ bound: (Substring) -> Bound?) {
        if let dots = text.firstRange(of: "..") {
            self.init(from: text[..<dots.lowerBound], to: text[dots.upperBound...], bound)
            return
        }
        let signs: [(sign: String, make: (Bound) -> Self)] = [
            (">=", Self.from), ("<=", Self.upTo), (">", Self.above), ("<", Self.below), ("", Self.exactly),
        ]
        guard let (sign, make) = signs.first(where: { text.hasPrefix($0.sign) }),
            let value = bound(text.dropFirst(sign.count))
        else { return nil }
        self = make(value)
    }

    private init?(from low: Substring, to high: Substring, _ bound: (Substring) -> Bound?) {
        switch (low, high) {
        case ("*", "*"): return nil
        case ("*", _):
            guard let high = bound(high) else { return nil }
            self = .upTo(high)
        case (_, "*"):
            guard let low = bound(low) else { return nil }
            self = .from(low)
        default:
            guard let low = bound(low), let high = bound(high) else { return nil }
            self = .between(low, high)
        }
    }
}

extension QueryRange<String> {
    /// As a search writes it.
    var text: String {
        switch self {
        case .exactly(let value): value
        case .above(let value): ">" + value
        case .from(let value): ">=" + value
        case .below(let value): "<" + value
        case .upTo(let value): "<=" + value
        case .between(let low, let high): "\(low)..\(high)"
        }
    }
}

/// A length of time before today: `10d`, `2w`, `6m`, `1y`.
public struct QuerySpan: Sendable, Hashable {
    public enum Unit: Character, Sendable {
        case day = "d"
        case week = "w"
        case month = "m"
        case year = "y"
    }

    public var count: Int
    public var unit: Unit

    fileprivate init?(_ text: Substring) {
        guard let last = text.last?.lowercased().first, let unit = Unit(rawValue: last), text.dropLast().isAllDigits,
            text.count <= 5, let count = Int(text.dropLast())
        else { return nil }
        self.count = count
        self.unit = unit
    }

    /// Returns the day that long ago, in UTC.
    fileprivate func day(_ now: Date) -> QueryDay {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date: Date? =
            switch unit {
            case .day: calendar.date(byAdding: .day, value: -count, to: now)
            case .week: calendar.date(byAdding: .day, value: -count * 7, to: now)
            case .month: calendar.date(byAdding: .month, value: -count, to: now)
            case .year: calendar.date(byAdding: .year, value: -count, to: now)
            }
        let parts = calendar.dateComponents([.era, .year, .month, .day], from: date ?? now)
        guard parts.era == 1, let year = parts.year, year >= 1_000 else { return QueryDay(year: 1_000) }
        return QueryDay(year: year, month: parts.month, day: parts.day)
    }
}

/// A day as a search writes it: `2024-02-29`; also a month `2024-02` or a year `2024`. A time of day may follow. Or the
/// day some time ago: `6m`.
public struct QueryDay: Sendable, Hashable {
    public var year: Int
    /// Nil for the whole year.
    public var month: Int?
    /// Nil for the whole month or year.
    public var day: Int?
    /// How long ago it is; nil for a date. The year is then 0.
    public private(set) var span: QuerySpan?

    public init(year: Int, month: Int? = nil, day: Int? = nil) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Nil when there is no such day.
    init?(_ text: Substring) {
        if let span = QuerySpan(text) {
            self.init(year: 0)
            self.span = span
            return
        }
        let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        let digits = [4, 2, 2]
        guard (1...3).contains(parts.count), zip(parts, digits).allSatisfy({ $0.count == $1 && $0.isAllDigits }) else {
            return nil
        }
        let numbers = parts.compactMap { Int($0) }
        self.init(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
        guard year >= 1_000, month.map({ (1...12).contains($0) }) ?? true,
            day.map({ (1...lastDay).contains($0) }) ?? true,
            halves.count == 1 || (day != nil && Self.isTime(halves[1]))
        else { return nil }
    }

    /// Returns the date of a day some time ago.
    func resolved(_ now: Date) -> QueryDay { span?.day(now) ?? self }

    /// For example `2024-02-29`.
    public var text: String {
        ([String(year)] + [month, day].compactMap { $0.map { $0 < 10 ? "0\($0)" : "\($0)" } }).joined(separator: "-")
    }

    private var lastDay: Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Accepts `12`, `12:30` and `12:30:00`, with an optional time zone: `Z`, `+01:00`.
    private static func isTime(_ text: Substring) -> Bool {
        let zone = text.firstIndex { "Z+-".contains($0) } ?? text.endIndex
        let clock = text[..<zone].split(separator: ":", omittingEmptySubsequences: false)
        let after = text[zone...].dropFirst().filter { $0 != ":" }
        return (1...3).contains(clock.count) && clock.allSatisfy { $0.count == 2 && $0.isAllDigits }
            && (zone == text.endIndex || text[zone...] == "Z" || (after.count == 4 && after.isAllDigits))
    }
}

extension StringProtocol {
    /// Whether the text consists of ASCII digits, at least one.
    var isAllDigits: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

extension QueryRange {
    package func map<Other>(_ change: (Bound) -> Other) -> QueryRange<Other> {
        switch self {
        case .exactly(let bound): .exactly(change(bound))
        case .above(let bound): .above(change(bound))
        case .from(let bound): .from(change(bound))
        case .below(let bound): .below(change(bound))
        case .upTo(let bound): .upTo(change(bound))
        case .between(let low, let high): .between(change(low), change(high))
        }
    }
}
