/// What a catalog understands in the text of a search beside words, and how much of it. Without any rules every text is
/// words.
public struct QueryRules: Sendable, Hashable {
    /// In the order they are offered.
    public var qualifiers: [Qualifier]
    /// The most of `AND`, `OR` and `NOT` together; nil where these are words like others.
    public var maxOperators: Int?
    /// The most characters of words and phrases, whatever qualifiers and operators stand between.
    public var maxWordsLength: Int?
    /// What makes a search look everywhere, such as `in:name,notes`; nil where it always does.
    public var everywhere: String?
    /// Searches that teach what there is, for who has none in mind.
    public var examples: [String]

    public init(
        qualifiers: [Qualifier] = [], maxOperators: Int? = nil, maxWordsLength: Int? = nil, everywhere: String? = nil,
        examples: [String] = []
    ) {
        self.qualifiers = qualifiers
        self.maxOperators = maxOperators
        self.maxWordsLength = maxWordsLength
        self.everywhere = everywhere
        self.examples = examples
    }

    public subscript(_ name: QualifierName) -> Qualifier? { qualifiers.first { $0.name == name } }

    /// Those that can be chosen among the filters.
    public var filters: [Qualifier] { qualifiers.filter(\.isFilter) }
}

/// Names a qualifier as it is typed, in lower case: `stars`. The faces have the words.
public struct QualifierName: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A part of a search that narrows it by more than words: `stars:>100`.
public struct Qualifier: Sendable, Hashable {
    public enum Values: Sendable, Hashable {
        /// Numbers and ranges of them; these are offered.
        case numbers([String])
        /// Days and ranges of them.
        case days
        /// One of these, in lower case, and no other.
        case choice([String])
        /// Several of these, with commas between them.
        case choices([String])
        /// Any word; these are known, as they are written, and offered.
        case words([String])
    }

    public var name: QualifierName
    public var values: Values
    /// It can be chosen among the filters.
    public var isFilter: Bool
    /// Each more of them narrows further, so that several are chosen at once.
    public var isRepeated: Bool

    public init(_ name: QualifierName, _ values: Values, isFilter: Bool = false, isRepeated: Bool = false) {
        self.name = name
        self.values = values
        self.isFilter = isFilter
        self.isRepeated = isRepeated
    }
}
