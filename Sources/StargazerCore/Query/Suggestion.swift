import Foundation
public import StargazerLibrary

public enum Suggestion: Sendable, Equatable {
    /// A matching favorite, which opens.
    case favorite(ItemContent)
    case recent(String)
    case completion(QueryCompletion)
    /// A search that the service suggests.
    case term(String)
}

/// A completion of the last word.
public struct QueryCompletion: Sendable, Hashable {
    public let name: QualifierName
    /// Nil for the qualifier's name alone, whose value comes next.
    public let value: QueryValueContent?
    /// The number of items with the value; nil when it is not counted.
    public let count: NumberContent?
    /// As written in a search: `language:`, `language:Swift`.
    public let word: String
    /// The whole text including the completion.
    public let text: String
}

extension ParsedQuery {
    /// Returns completions of the last word; none after white space.
    /// - Parameter offers: returns the values offered for a qualifier, each alone.
    func completions(
        rules: QueryRules, limit: Int, offers: (Qualifier) -> [FilterChoice]
    ) -> [QueryCompletion] {
        guard let last = parts.last, last.role != .space else { return [] }
        let before = parts.dropLast().map(\.text).joined()
        let sign = last.text.hasPrefix("-") ? "-" : ""
        let typed = last.text.dropFirst(sign.count)
        let make = { (qualifier: Qualifier, offer: FilterChoice?) in
            let word =
                offer.map { ParsedQuery.word(qualifier.name, $0.values[0]) } ?? "\(qualifier.name.rawValue):"
            return QueryCompletion(
                name: qualifier.name, value: offer?.content, count: offer?.count, word: sign + word,
                text: before + sign + word + (offer == nil ? "" : " "))
        }
        if case .qualifier(let use) = last.role {
            guard let qualifier = rules[use.name] else { return [] }
            // Other spellings have no count and no name of their own.
            let others = rules.aliasValues(of: use.name).map {
                FilterChoice(values: [$0], content: .word($0))
            }
            let longer = (offers(qualifier) + (use.alias == nil ? others : [])).filter {
                $0.values[0].hasWord(withPrefix: use.typed) && $0.values[0].count > use.typed.count
            }
            return longer.prefix(limit).map { make(qualifier, $0) }
        }
        guard last.role == .word, typed.count >= Self.minimumLetterCount else { return [] }
        return rules.qualifiers.filter { $0.name.rawValue.hasCaseInsensitivePrefix(typed) }.prefix(limit).map {
            make($0, nil)
        }
    }

    /// The shortest part of a qualifier's name to complete; fewer letters may begin any word.
    private static let minimumLetterCount = 2
}

extension String {
    /// Whether it or one of its words begins like that, without regard to case and accents.
    fileprivate func hasWord(withPrefix start: String) -> Bool {
        let (text, start) = (folded, start.folded)
        return text.hasPrefix(start) || text.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(start) }
    }

    private var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    fileprivate func hasCaseInsensitivePrefix(_ start: some StringProtocol) -> Bool {
        lowercased().hasPrefix(start.lowercased())
    }
}
