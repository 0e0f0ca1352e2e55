/// The search syntax of a catalog and its limits. Without rules, every text consists of words.
public struct QueryRules: Sendable, Hashable {
    /// In display order.
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

    public init(
        qualifiers: [Qualifier] = [], maxOperators: Int? = nil, hasParentheses: Bool = false,
        maxWordsLength: Int? = nil, everywhere: String? = nil, examples: [String] = []
    ) {
        self.qualifiers = qualifiers
        self.maxOperators = maxOperators
        self.hasParentheses = hasParentheses
        self.maxWordsLength = maxWordsLength
        self.everywhere = everywhere
        self.examples = examples
    }

    public subscript(_ name: QualifierName) -> Qualifier? { qualifiers.first { $0.name == name } }

    /// The qualifiers that the filter dialog offers.
    public var filters: [Qualifier] { qualifiers.filter(\.isFilter) }
}

/// The name of a qualifier as typed, in lower case: `stars`. The presentations name it for the user.
public struct QualifierName: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
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
    /// Whether the filter dialog offers it.
    public var isFilter: Bool
    /// Whether it may occur several times, each narrowing the search further.
    public var isRepeated: Bool

    public init(_ name: QualifierName, _ values: Values, isFilter: Bool = false, isRepeated: Bool = false) {
        self.name = name
        self.values = values
        self.isFilter = isFilter
        self.isRepeated = isRepeated
    }
}
