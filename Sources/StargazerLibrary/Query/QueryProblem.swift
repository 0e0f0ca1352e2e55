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
    /// A value that is probably spelled wrong.
    case unfamiliarValue(QualifierName, String)
    case unclosedQuote
    case unclosedParenthesis
    /// `AND`, `OR` or `NOT` next to which something is missing.
    case missingOperand(String)
    /// Specific to the catalog, whose presentation words it.
    case catalogSpecific(String)

    /// Whether the server rejects such a text, so that it is not sent.
    public var blocksSearch: Bool {
        switch self {
        case .tooLong, .tooManyOperators, .catalogSpecific: true
        case .unknownQualifier, .missingValue, .notANumber, .notADate, .unknownValue, .unfamiliarValue, .unclosedQuote,
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

    func problem(of use: ParsedQualifier) -> QueryProblem? {
        guard let qualifier = self[use.name] else { return nil }
        if case .word(let word) = use.value { return problem(of: word, as: use.name, qualifier) }
        guard use.value == .unreadable else { return nil }
        if use.typed.isEmpty { return .missingValue(use.name) }
        return switch qualifier.values {
        case .numbers: .notANumber(use.name, use.typed)
        case .days: .notADate(use.name, use.typed)
        case .choice, .choices: .unknownValue(use.name, use.typed, of: listedValues(of: use.name))
        case .words: nil
        }
    }

    private func problem(of word: String, as name: QualifierName, _ qualifier: Qualifier) -> QueryProblem? {
        if name == .sort {
            let known = qualifier.spellings + aliasValues(of: name)
            let keys = known.filter { !$0.hasSuffix("-asc") && !$0.hasSuffix("-desc") }
            return known.contains(word.lowercased()) ? nil : .unknownValue(name, word, of: keys)
        }
        return qualifier.nearestSpelling(of: word) == nil ? nil : .unfamiliarValue(name, word)
    }
}

extension Qualifier {
    /// Returns the word that was probably meant; nil for a known one, and for one that is near to none.
    func nearestSpelling(of word: String) -> String? {
        let typed = word.lowercased()
        let letters = Array(typed.unicodeScalars)
        guard letters.count > 3, !spellings.contains(where: { $0.lowercased() == typed }) else { return nil }
        let most = letters.count > 7 ? 2 : 1
        return spellings.compactMap { spelling in
            WordDistance.edits(letters, Array(spelling.lowercased().unicodeScalars)).map { (spelling, $0) }
        }.filter { $0.1 <= most }.min { $0.1 < $1.1 }?.0
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
