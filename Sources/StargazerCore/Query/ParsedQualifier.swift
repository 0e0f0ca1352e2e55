/// A qualifier in a search text.
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

    init(_ qualifier: Qualifier, value typed: String, isNegated: Bool) {
        name = qualifier.name
        self.typed = typed
        value = Self.read(typed, as: qualifier.values)
        self.isNegated = isNegated
        listed =
            switch qualifier.values {
            case .choice(let listed), .words(let listed): listed
            case .numbers, .days, .choices: nil
            }
    }

    private static func read(_ typed: String, as values: Qualifier.Values) -> Value {
        switch values {
        case .numbers:
            QueryRange(typed, { $0.isAllDigits ? Int($0) : nil }).map(Value.number) ?? .unreadable
        case .days: QueryRange(typed, QueryDay.init).map(Value.day) ?? .unreadable
        case .choice(let listed):
            listed.contains(typed.lowercased()) ? .choices([typed.lowercased()]) : .unreadable
        case .choices(let listed):
            chosen(typed.lowercased().split(separator: ",", omittingEmptySubsequences: false).map(String.init), listed)
        case .words(let listed):
            typed.isEmpty ? .unreadable : .word(listed.first { $0.lowercased() == typed.lowercased() } ?? typed)
        }
    }

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
