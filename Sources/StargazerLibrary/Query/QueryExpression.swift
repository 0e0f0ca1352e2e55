/// The meaning of a search text: words and qualifiers, and how they are combined.
///
/// The rules are GitHub's. Parts side by side must all match, `OR` binds weaker than that, `NOT` and `-` negate the next
/// part, and operators are upper case. No text is an error, because it may still be being typed: operators without an
/// operand, empty groups and qualifiers with an unreadable value are ignored, and an open group ends with the text.
public indirect enum QueryExpression: Sendable, Hashable {
    /// The beginning of a word, or a part of a title. Contains white space only where a quotation is still open.
    case word(String)
    /// Whole words in this order, without the quotation marks.
    case phrase(String)
    /// The value is readable.
    case qualifier(QualifierName, ParsedQualifier.Value)
    case not(QueryExpression)
    /// At least two.
    case and([QueryExpression])
    /// At least two.
    case or([QueryExpression])
    /// Looks for words and phrases in these places only: `in:name`.
    case within([String], QueryExpression)

    /// The most nodes. The rest of a text is ignored.
    static let maxNodes = 256
    /// The most parentheses inside each other. Further ones are ignored, and their content counts as outside of them.
    static let maxNesting = 32

    /// Nil when the text restricts nothing.
    public init?(_ text: String, rules: QueryRules = .favorites) {
        let query = ParsedQuery(String(text.prefix(ParsedQuery.maxLength)), rules: rules)
        var reading = Reading(parts: query.parts.filter { $0.role != .space }[...])
        guard let expression = reading.group(nesting: 0) else { return nil }
        self = expression
    }

    /// Reads the parts of a query, one group at a time.
    private struct Reading {
        var parts: ArraySlice<ParsedQuery.Part>
        /// Every `and` and `or` joins at least two others, so half of the nodes are enough for the others.
        private var nodesLeft = QueryExpression.maxNodes / 2
        private var ignoredParentheses = 0

        init(parts: ArraySlice<ParsedQuery.Part>) { self.parts = parts }

        /// Reads to the end of the group or of the text.
        mutating func group(nesting: Int) -> QueryExpression? {
            var group = Group()
            while nodesLeft > 0, let part = parts.popFirst() {
                switch part.role {
                case .space: break
                case .link: group.link(isOr: part.text == "OR")
                case .negation: group.isNegated.toggle()
                case .openingParenthesis where nesting == QueryExpression.maxNesting: ignoredParentheses += 1
                case .openingParenthesis:
                    let negates = group.isNegated
                    group.isNegated = false
                    if let inner = self.group(nesting: nesting + 1) { append(inner, to: &group, negates: negates) }
                case .closingParenthesis where ignoredParentheses > 0: ignoredParentheses -= 1
                case .closingParenthesis: return group.expression
                case .word, .unknownQualifier:
                    let (leaf, isNegated) = Self.leaf(part.text)
                    append(leaf, to: &group, negates: group.isNegated != isNegated)
                case .qualifier(let use):
                    let isNegated = part.text.hasPrefix("-") != (use.alias?.isNegated ?? false)
                    let negates = group.isNegated != isNegated
                    switch use.value {
                    case .unreadable: group.isNegated = false
                    case _ where use.name == .sort: group.isNegated = false
                    case .choices(let places) where use.name == .searchedIn:
                        if !negates { group.fields = places }
                        group.isNegated = false
                    default: append(.qualifier(use.name, use.value), to: &group, negates: negates)
                    }
                }
            }
            return group.expression
        }

        private mutating func append(_ operand: QueryExpression?, to group: inout Group, negates: Bool) {
            group.isNegated = false
            guard let operand else { return }
            nodesLeft -= negates ? 2 : 1
            group.alternatives[group.alternatives.count - 1].append(negates ? .not(operand) : operand)
        }

        /// - Returns: nil for an empty quotation.
        private static func leaf(_ text: String) -> (QueryExpression?, isNegated: Bool) {
            // Neither a hyphen alone nor an option such as `--help`.
            let isNegated = text.hasPrefix("-") && text.count > 1 && !text.hasPrefix("--")
            let text = isNegated ? text.dropFirst() : text[...]
            let inner = text.dropFirst()
            guard text.first == "\"", !inner.dropLast().contains("\"") else {
                return (.word(String(text)), isNegated)
            }
            let isClosed = inner.last == "\""
            let words = isClosed ? inner.dropLast() : inner
            if words.allSatisfy(\.isWhitespace) { return (nil, isNegated) }
            return (isClosed ? .phrase(String(words)) : .word(String(words)), isNegated)
        }
    }

    /// The parts of a group that have been read.
    private struct Group {
        /// Each matches if all of its parts do.
        var alternatives: [[QueryExpression]] = [[]]
        /// Whether the next part is negated.
        var isNegated = false
        /// From `in:`, which applies to the whole group wherever it stands in it.
        var fields: [String]?

        mutating func link(isOr: Bool) {
            isNegated = false
            if isOr { alternatives.append([]) }
        }

        var expression: QueryExpression? {
            let all = alternatives.filter { !$0.isEmpty }.map { $0.count == 1 ? $0[0] : .and($0) }
            guard let first = all.first else { return nil }
            let expression = all.count == 1 ? first : .or(all)
            return fields.map { .within($0, expression) } ?? expression
        }
    }
}

extension QueryExpression {
    /// The words that must match, as a query of documents, and all other parts. Words in a group, after `NOT` or with
    /// `in:` count as other parts.
    public var words: (text: String, rest: QueryExpression?) {
        var (words, rest): ([String], [QueryExpression]) = ([], [])
        let parts = if case .and(let parts) = self { parts } else { [self] }
        for part in parts {
            switch part {
            case .word(let word): words.append(word.contains(where: \.isWhitespace) ? "\"\(word)" : word)
            case .phrase(let phrase): words.append("\"\(phrase)\"")
            default: rest.append(part)
            }
        }
        return (words.joined(separator: " "), rest.count > 1 ? .and(rest) : rest.first)
    }
}
