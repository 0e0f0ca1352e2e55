import Foundation

/// A tokenized `q`: words, quoted phrases, `name:value` qualifiers and operators, not yet interpreted.
struct SearchExpression: Sendable {
    enum Part: Sendable, Equatable {
        case word(String, isNegated: Bool)
        case qualifier(name: String, value: String, isNegated: Bool)
        case or
    }

    private(set) var parts: [Part] = []
    /// The number of operators: AND, OR, NOT.
    private(set) var operatorCount = 0
    /// The length that GitHub limits to 256 characters: words and phrases, joined with single spaces.
    private(set) var wordLength = 0

    /// - Parameter qualifiers: The names that make a `name:value` token a qualifier.
    init(_ text: String, qualifiers: Set<String> = SearchFilter.names.union(SearchFilter.foreignNames)) {
        var isNegated = false
        for token in Self.tokens(text) {
            switch token {
            case "AND", "OR", "NOT":
                operatorCount += 1
                if token == "OR" { parts.append(.or) }
                isNegated = token == "NOT"
                continue
            default: break
            }
            var rest = Substring(token)
            if rest.first == "-", rest.count > 1 {
                isNegated = true
                rest = rest.dropFirst()
            }
            if let qualifier = Self.qualifier(rest, among: qualifiers) {
                parts.append(.qualifier(name: qualifier.name, value: qualifier.value, isNegated: isNegated))
            } else {
                let word = Self.unquoted(rest)
                if !word.isEmpty {
                    parts.append(.word(word.lowercased(), isNegated: isNegated))
                    wordLength += word.count + (wordLength > 0 ? 1 : 0)
                }
            }
            isNegated = false
        }
    }

    /// Splits at spaces outside quotes. The quotes stay.
    private static func tokens(_ text: String) -> [String] {
        var tokens: [String] = []
        var token = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character.isWhitespace, !isQuoted {
                if !token.isEmpty { tokens.append(token) }
                token = ""
            } else {
                token.append(character)
            }
        }
        if !token.isEmpty { tokens.append(token) }
        return tokens
    }

    private static func qualifier(
        _ token: Substring, among names: Set<String>
    ) -> (name: String, value: String)? {
        guard let colon = token.firstIndex(of: ":") else { return nil }
        let name = token[..<colon].lowercased()
        let value = unquoted(token[token.index(after: colon)...])
        guard !value.isEmpty, names.contains(name) else { return nil }
        return (name, value)
    }

    private static func unquoted(_ text: Substring) -> String { text.filter { $0 != "\"" } }
}
