/// What is offered while somebody types.
public enum Suggestion: Sendable, Equatable {
    /// A favorite whose words these are; it opens.
    case favorite(ItemContent)
    /// A search made before.
    case recent(String)
    case completion(QueryCompletion)
    /// A search that the service offers.
    case term(String)
}

/// An end of the text that a catalog knows.
public struct QueryCompletion: Sendable, Hashable {
    public let name: QualifierName
    /// Nil for the name of the qualifier alone, after which its value is still to come.
    public let value: QueryValueContent?
    /// As it is written: `language:`, `language:Swift`.
    public let word: String
    /// The whole text with it.
    public let text: String
}

extension ParsedQuery {
    /// What the last word may be meant to become; nothing after a blank.
    /// - Parameters:
    ///   - offers: the values that are offered for a qualifier, as they are written.
    ///   - content: such a value as it is shown.
    func completions(
        rules: QueryRules, limit: Int, offers: @escaping (Qualifier) -> [String],
        content: @escaping (String, Qualifier) -> QueryValueContent
    ) -> [QueryCompletion] {
        guard let last = parts.last, last.role != .space else { return [] }
        let before = parts.dropLast().map(\.text).joined()
        let sign = last.text.hasPrefix("-") ? "-" : ""
        let typed = last.text.dropFirst(sign.count)
        let make = { (qualifier: Qualifier, value: String?) in
            let word = value.map { ParsedQuery.word(qualifier.name, $0) } ?? "\(qualifier.name.rawValue):"
            return QueryCompletion(
                name: qualifier.name, value: value.map { content($0, qualifier) }, word: sign + word,
                text: before + sign + word + (value == nil ? "" : " "))
        }
        if case .qualifier(let use) = last.role {
            guard let qualifier = rules[use.name] else { return [] }
            return offers(qualifier).filter { $0.hasCaseInsensitivePrefix(use.typed) && $0.count > use.typed.count }
                .prefix(limit)
                .map { make(qualifier, $0) }
        }
        guard last.role == .word, typed.count >= Self.minimumLetterCount else { return [] }
        return rules.qualifiers.filter { $0.name.rawValue.hasCaseInsensitivePrefix(typed) }.prefix(limit).map {
            make($0, nil)
        }
    }

    /// Of a name; fewer may begin any word.
    private static let minimumLetterCount = 2
}

extension String {
    fileprivate func hasCaseInsensitivePrefix(_ start: some StringProtocol) -> Bool {
        lowercased().hasPrefix(start.lowercased())
    }
}
