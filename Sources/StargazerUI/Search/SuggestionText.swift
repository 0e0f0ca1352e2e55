import GtkBridge
import StargazerCore
import StargazerLibrary

enum SuggestionText {
    static var title: String { tr("Suggestions") }

    /// Returns the dimmed text next to a suggestion; nil where its own text is enough.
    static func aside(_ suggestion: Suggestion, of presentation: any QualifierPresentation) -> String? {
        switch suggestion {
        case .favorite(let item): item.context.isEmpty ? item.aside : item.context
        case .recent, .term: nil
        case .completion(let completion):
            [meaning(of: completion, presentation), completion.count?.text].compactMap(\.self).joined(separator: " · ")
        }
    }

    private static func meaning(of completion: QueryCompletion, _ presentation: any QualifierPresentation) -> String? {
        switch completion.value {
        case nil: presentation.description(of: completion.name)?.explanation
        case .word(let word): presentation.description(of: completion.name)?.word(for: word)
        case .some(let value): FilterText.choice(value, of: completion.name, presentation)
        }
    }

    static func text(_ suggestion: Suggestion) -> String {
        switch suggestion {
        case .favorite(let item): item.name
        case .recent(let text), .term(let text): CleanText.line(text)
        case .completion(let completion): completion.word
        }
    }

    static func accessibleName(_ suggestion: Suggestion, of presentation: any QualifierPresentation) -> String {
        switch suggestion {
        case .favorite(let item): tr("%1$s, favorite").filled(item.title)
        case .recent(let text): tr("%1$s, recent search").filled(CleanText.line(text))
        case .term(let text): tr("%1$s, suggested search").filled(CleanText.line(text))
        case .completion(let completion):
            JoinText.list(
                [completion.word, aside(suggestion, of: presentation)].compactMap(\.self).filter { !$0.isEmpty })
        }
    }
}
