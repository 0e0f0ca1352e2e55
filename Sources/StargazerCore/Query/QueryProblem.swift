/// A problem in a search text: an error, or a part that is not understood.
public enum QueryProblem: Sendable, Hashable {
    /// The number of characters in words and phrases exceeds the limit.
    case tooLong(Int, limit: Int)
    /// The number of `AND`, `OR` and `NOT` exceeds the limit.
    case tooManyOperators(Int, limit: Int)
    /// Searched for as a word.
    case unknownQualifier(String)
    case missingValue(QualifierName)
    case notANumber(QualifierName, String)
    case notADate(QualifierName, String)
    case unknownValue(QualifierName, String, of: [String])
    /// A quotation mark that is not closed.
    case unclosedQuote
    /// A parenthesis that is not closed.
    case unclosedParenthesis
    /// `AND`, `OR` or `NOT` next to which something is missing.
    case missingOperand(String)
    /// Specific to the catalog, whose presentation words it.
    case catalogSpecific(String)

    /// Whether the server rejects such a text, so that it is not sent.
    public var blocksSearch: Bool {
        switch self {
        case .tooLong, .tooManyOperators, .catalogSpecific: true
        case .unknownQualifier, .missingValue, .notANumber, .notADate, .unknownValue, .unclosedQuote,
            .unclosedParenthesis, .missingOperand:
            false
        }
    }
}

extension QueryRules {
    /// Returns the problems in text order, after exceeded limits.
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
            case .space, .word, .link, .negation, .openingParenthesis, .closingParenthesis: nil
            }
        }
        if query.isQuoteOpen { problems.append(.unclosedQuote) }
        if query.parts.count(where: { $0.role == .openingParenthesis })
            > query.parts.count(where: { $0.role == .closingParenthesis })
        {
            problems.append(.unclosedParenthesis)
        }
        problems += query.operatorWithoutOperand.map { [.missingOperand($0)] } ?? []
        return problems
    }

    private func problem(of use: ParsedQualifier) -> QueryProblem? {
        guard use.value == .unreadable, let qualifier = self[use.name] else { return nil }
        if use.typed.isEmpty { return .missingValue(use.name) }
        return switch qualifier.values {
        case .numbers: .notANumber(use.name, use.typed)
        case .days: .notADate(use.name, use.typed)
        case .choice, .choices: .unknownValue(use.name, use.typed, of: listedValues(of: use.name))
        case .words: nil
        }
    }
}

extension ParsedQuery {
    /// The first operator without something to combine or negate.
    fileprivate var operatorWithoutOperand: String? {
        let parts = parts.filter { $0.role != .space }
        for (index, part) in parts.enumerated() where part.isOperator {
            let next = index + 1 < parts.count ? parts[index + 1].role : nil
            let before = index > 0 ? parts[index - 1].role : nil
            let name = part.text == "-" ? "NOT" : part.text
            if next == nil || next == .closingParenthesis || next == .link { return name }
            if part.role == .link, before == nil || before == .openingParenthesis { return name }
        }
        return nil
    }

    /// Returns the number of characters in words and phrases, or nil unless it exceeds the limit.
    /// Counts single spaces between them, and no quotation marks.
    fileprivate func wordsLength(beyond limit: Int) -> Int? {
        var length = -1
        for part in parts {
            switch part.role {
            case .word, .unknownQualifier: length += 1 + part.text.count { $0 != "\"" }
            case .space, .link, .negation, .openingParenthesis, .closingParenthesis, .qualifier: break
            }
        }
        return length > limit ? length : nil
    }
}
