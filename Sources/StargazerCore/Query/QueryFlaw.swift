/// What is wrong with the text of a search, or only not understood.
public enum QueryFlaw: Sendable, Hashable {
    /// The words and phrases have so many characters.
    case tooLong(Int, limit: Int)
    /// So many of `AND`, `OR` and `NOT`.
    case tooManyOperators(Int, limit: Int)
    /// Taken for a word.
    case strangeQualifier(String)
    case noValue(QualifierName)
    case noNumber(QualifierName, String)
    case noDay(QualifierName, String)
    case noChoice(QualifierName, String, of: [String])
    /// A quotation mark that is not closed.
    case openQuote
    /// The catalog's own; its face has the words.
    case own(String)

    /// Such a text is refused, so it is not sent.
    public var isRefused: Bool {
        switch self {
        case .tooLong, .tooManyOperators, .own: true
        case .strangeQualifier, .noValue, .noNumber, .noDay, .noChoice, .openQuote: false
        }
    }
}

extension QueryRules {
    /// In the order they are met; limits come first.
    public func flaws(in text: String) -> [QueryFlaw] {
        let query = QueryText(text, rules: self)
        var flaws: [QueryFlaw] = []
        if let longestWords, let length = query.wordsLength(beyond: longestWords) {
            flaws.append(.tooLong(length, limit: longestWords))
        }
        let operators = query.parts.count(where: \.isOperator)
        if let mostOperators, operators > mostOperators {
            flaws.append(.tooManyOperators(operators, limit: mostOperators))
        }
        flaws += query.parts.compactMap { part in
            switch part.role {
            case .qualifier(let use): flaw(of: use)
            case .strange(let name): .strangeQualifier(name)
            case .space, .word, .link, .negation: nil
            }
        }
        if query.isQuoteOpen { flaws.append(.openQuote) }
        return flaws
    }

    private func flaw(of use: QualifierUse) -> QueryFlaw? {
        guard use.value == .unreadable, let qualifier = self[use.name] else { return nil }
        if use.typed.isEmpty { return .noValue(use.name) }
        return switch qualifier.values {
        case .numbers: .noNumber(use.name, use.typed)
        case .days: .noDay(use.name, use.typed)
        case .choice(let known), .choices(let known): .noChoice(use.name, use.typed, of: known)
        case .words: nil
        }
    }
}

extension QueryText {
    /// How many characters the words and phrases have, single blanks between them and quotation marks left out; nil for
    /// no more than the limit.
    fileprivate func wordsLength(beyond limit: Int) -> Int? {
        var length = -1
        for part in parts {
            switch part.role {
            case .word, .strange: length += 1 + part.text.count { $0 != "\"" }
            case .space, .link, .negation, .qualifier: break
            }
        }
        return length > limit ? length : nil
    }
}
