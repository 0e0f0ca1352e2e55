/// What is wrong with the text of a search, or only not understood.
public enum QueryProblem: Sendable, Hashable {
    /// The words and phrases have so many characters.
    case tooLong(Int, limit: Int)
    /// So many of `AND`, `OR` and `NOT`.
    case tooManyOperators(Int, limit: Int)
    /// Taken for a word.
    case unknownQualifier(String)
    case missingValue(QualifierName)
    case notANumber(QualifierName, String)
    case notADate(QualifierName, String)
    case unknownValue(QualifierName, String, of: [String])
    /// A quotation mark that is not closed.
    case unclosedQuote
    /// The catalog's own; its face has the words.
    case catalogSpecific(String)

    /// Such a text is refused, so it is not sent.
    public var blocksSearch: Bool {
        switch self {
        case .tooLong, .tooManyOperators, .catalogSpecific: true
        case .unknownQualifier, .missingValue, .notANumber, .notADate, .unknownValue, .unclosedQuote: false
        }
    }
}

extension QueryRules {
    /// In the order they are met; limits come first.
    public func problems(in text: String) -> [QueryProblem] {
        let query = ParsedQuery(text, rules: self)
        var problems: [QueryProblem] = []
        if let maxWordsLength, let length = query.wordsLength(beyond: maxWordsLength) {
            problems.append(.tooLong(length, limit: maxWordsLength))
        }
        let operators = query.parts.count(where: \.isOperator)
        if let maxOperators, operators > maxOperators {
            problems.append(.tooManyOperators(operators, limit: maxOperators))
        }
        problems += query.parts.compactMap { part in
            switch part.role {
            case .qualifier(let use): problem(of: use)
            case .unknownQualifier(let name): .unknownQualifier(name)
            case .space, .word, .link, .negation: nil
            }
        }
        if query.isQuoteOpen { problems.append(.unclosedQuote) }
        return problems
    }

    private func problem(of use: ParsedQualifier) -> QueryProblem? {
        guard use.value == .unreadable, let qualifier = self[use.name] else { return nil }
        if use.typed.isEmpty { return .missingValue(use.name) }
        return switch qualifier.values {
        case .numbers: .notANumber(use.name, use.typed)
        case .days: .notADate(use.name, use.typed)
        case .choice(let known), .choices(let known): .unknownValue(use.name, use.typed, of: known)
        case .words: nil
        }
    }
}

extension ParsedQuery {
    /// How many characters the words and phrases have, single blanks between them and quotation marks left out; nil for
    /// no more than the limit.
    fileprivate func wordsLength(beyond limit: Int) -> Int? {
        var length = -1
        for part in parts {
            switch part.role {
            case .word, .unknownQualifier: length += 1 + part.text.count { $0 != "\"" }
            case .space, .link, .negation, .qualifier: break
            }
        }
        return length > limit ? length : nil
    }
}
