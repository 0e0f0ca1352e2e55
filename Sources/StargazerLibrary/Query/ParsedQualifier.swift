import Foundation

public struct ParsedQualifier: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case number(QueryRange<Int>)
        case day(QueryRange<QueryDay>)
        /// As the catalog writes them.
        case choices([String])
        /// As the catalog writes it if it is known, otherwise as typed.
        case word(String)
        case unreadable
    }

    public let name: QualifierName
    /// As typed, without quotation marks.
    public let typed: String
    public let value: Value
    public let isNegated: Bool
    /// The values that are known; nil for numbers, days and lists.
    let listed: [String]?
    /// The other spelling that was typed.
    package let alias: QualifierAlias?

    package init(_ qualifier: Qualifier, value typed: String, isNegated: Bool, alias: QualifierAlias? = nil) {
        name = qualifier.name
        self.typed = typed
        self.alias = alias
        value = Self.read(typed, as: qualifier.values)
        self.isNegated = isNegated != (alias?.isNegated ?? false)
        listed =
            switch qualifier.values {
            case .choice(let listed), .words(let listed): listed
            case .numbers, .days, .choices: nil
            }
    }

    private static func read(_ typed: String, as values: Qualifier.Values) -> Value {
        switch values {
        case .numbers:
            QueryRange(typed, number).map(Value.number) ?? .unreadable
        case .days: QueryRange(typed, QueryDay.init).map(Value.day) ?? .unreadable
        case .choice(let listed):
            listed.contains(typed.lowercased()) ? .choices([typed.lowercased()]) : .unreadable
        case .choices(let listed):
            chosen(typed.lowercased().split(separator: ",", omittingEmptySubsequences: false).map(String.init), listed)
        case .words(let listed):
            typed.isEmpty ? .unreadable : .word(listed.first { $0.lowercased() == typed.lowercased() } ?? typed)
        }
    }

    /// Reads `10`, `10k`, `1.5k` and `2m`.
    private static func number(_ typed: Substring) -> Int? {
        if typed.isAllDigits { return Int(typed) }
        let factor: Double? =
            switch typed.last {
            case "k", "K": 1_000
            case "m", "M": 1_000_000
            default: nil
            }
        let parts = typed.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard let factor, (1...2).contains(parts.count), parts.allSatisfy({ $0.isAllDigits && $0.count <= 9 }),
            let value = Double(typed.dropLast())
        else { return nil }
        return Int((value * factor).rounded())
    }

    /// Returns the qualifier as the catalog spells it, without a hyphen; nil for one that is typed like that.
    func catalogWord(now: Date) -> String? {
        let text: String? =
            switch value {
            case .number(let range): range.map(String.init).text
            case .day(let range): range.map { $0.resolved(now).text }.text
            case .choices, .word, .unreadable: nil
            }
        let isTyped = alias == nil && (text.map { $0 == typed || !typed.contains(where: \.isLetter) } ?? true)
        return isTyped || isTimed ? nil : ParsedQuery.word(name, text ?? typed)
    }

    /// Whether a time of day is typed, which the value does not have.
    private var isTimed: Bool { if case .day = value { typed.contains("T") } else { false } }

    private static func chosen(_ wanted: [String], _ listed: [String]) -> Value {
        wanted.allSatisfy(listed.contains) ? .choices(wanted) : .unreadable
    }
}

/// A named range of days that ends today.
public enum DateRangePreset: CaseIterable, Sendable, Hashable {
    case pastWeek
    case pastMonth
    case pastYear
    case thisYear
}
