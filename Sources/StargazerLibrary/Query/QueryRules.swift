/// The search syntax of a catalog and its limits. Without rules, every text consists of words.
public struct QueryRules: Sendable, Hashable {
    /// In display order; filters that are used often come first.
    public var qualifiers: [Qualifier]
    /// The most `AND`, `OR` and `NOT` in total; nil when these are ordinary words.
    public var maxOperators: Int?
    /// Whether parentheses group parts; otherwise they belong to words.
    public var hasParentheses: Bool
    /// The most characters in words and phrases, not counting qualifiers and operators.
    public var maxWordsLength: Int?
    /// The qualifier that searches everywhere, such as `in:name,notes`; nil when every search does.
    public var everywhere: String?
    /// Example searches for users who do not know the syntax.
    public var examples: [String]
    public var aliases: [QualifierAlias]

    public init(
        qualifiers: [Qualifier] = [], aliases: [QualifierAlias] = [], maxOperators: Int? = nil,
        hasParentheses: Bool = false,
        maxWordsLength: Int? = nil, everywhere: String? = nil, examples: [String] = []
    ) {
        self.qualifiers = qualifiers
        self.aliases = aliases
        self.maxOperators = maxOperators
        self.hasParentheses = hasParentheses
        self.maxWordsLength = maxWordsLength
        self.everywhere = everywhere
        self.examples = examples
    }

    public subscript(_ name: QualifierName) -> Qualifier? { qualifiers.first { $0.name == name } }

    /// Returns the qualifier that is meant, with its value; nil for an unknown name.
    func qualifier(named name: String, value: String, isNegated: Bool) -> ParsedQualifier? {
        let name = QualifierName(rawValue: name.lowercased())
        let alias = aliases.first { $0.name == name && ($0.value == nil || $0.value == value.lowercased()) }
        guard let qualifier = self[alias?.target ?? name] else { return nil }
        return ParsedQualifier(
            qualifier, value: alias?.targetValue ?? value, isNegated: isNegated, alias: alias)
    }

    /// The values that complete a qualifier of this name, other than its own.
    package func aliasValues(of name: QualifierName) -> [String] {
        aliases.filter { $0.name == name }.compactMap(\.value)
    }

    func listedValues(of name: QualifierName) -> [String] {
        let others = aliasValues(of: name)
        return switch self[name]?.values {
        case .choice(let listed), .choices(let listed): listed + others
        case .numbers, .days, .words, nil: others
        }
    }

    /// The qualifiers that the popover of filters offers.
    public var filters: [Qualifier] { qualifiers.filter(\.isFilter) }
}

/// The name of a qualifier as typed, in lower case: `stars`. The presentations name it for the user.
public struct QualifierName: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Another spelling of a qualifier: `lang:rust`, `is:archived`.
public struct QualifierAlias: Sendable, Hashable {
    public var name: QualifierName
    /// In lower case; nil for any value.
    public var value: String?
    public var target: QualifierName
    /// Nil for the value as typed.
    public var targetValue: String?
    /// Whether it means the opposite of the target: `no:note`.
    public var isNegated = false

    public init(
        _ name: QualifierName, _ value: String? = nil, means target: QualifierName, _ targetValue: String? = nil
    ) {
        self.name = name
        self.value = value
        self.target = target
        self.targetValue = targetValue
    }

    public init(_ name: QualifierName, _ value: String, meansNot target: QualifierName, _ targetValue: String) {
        self.init(name, value, means: target, targetValue)
        isNegated = true
    }
}

extension QualifierName {
    public static let lang = QualifierName(rawValue: "lang")
    public static let owner = QualifierName(rawValue: "owner")
    public static let no = QualifierName(rawValue: "no")
    /// The order of the results, which is no filter.
    public static let sort = QualifierName(rawValue: "sort")
}

extension Qualifier {
    /// The order of the results: `sort:stars`, `sort:stars-asc`.
    public static func sort(_ keys: [SortKey]) -> Qualifier {
        let values = keys.flatMap { key in ["", "-asc", "-desc"].map { key.rawValue.lowercased() + $0 } }
        return Qualifier(.sort, .words(values), spellings: values)
    }
}

/// A qualifier, which narrows a search by more than words: `stars:>100`.
public struct Qualifier: Sendable, Hashable {
    public enum Values: Sendable, Hashable {
        /// Numbers and ranges; the given ones are offered.
        case numbers([String])
        /// Days and ranges of days.
        case days
        /// One of these values, in lower case.
        case choice([String])
        /// Several of these values, separated by commas.
        case choices([String])
        /// Any word; the given ones are known, in their usual spelling, and offered.
        case words([String])
    }

    public var name: QualifierName
    public var values: Values
    /// Whether the popover of filters offers it.
    public var isFilter: Bool
    /// Whether it may occur several times, each narrowing the search further.
    public var isRepeated: Bool
    /// The words that it is known to have, in their usual spelling. Others are probably spelled wrong if they are near
    /// to one of these. Those of the order are all that there are.
    public var spellings: [String]

    public init(
        _ name: QualifierName, _ values: Values, isFilter: Bool = false, isRepeated: Bool = false,
        spellings: [String]? = nil
    ) {
        if case .words(let words) = values { self.spellings = spellings ?? words } else { self.spellings = [] }
        self.name = name
        self.values = values
        self.isFilter = isFilter
        self.isRepeated = isRepeated
    }
}
