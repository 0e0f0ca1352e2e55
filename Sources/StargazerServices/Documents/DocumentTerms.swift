import Foundation
import StargazerCore

/// A typed query: the terms that must all match.
struct DocumentTerms: Equatable {
    /// A word, or a phrase of words that follow each other.
    struct Term: Equatable, Hashable {
        var words: [String]
        /// Whether the last word is a prefix.
        var isPrefix: Bool
        /// Other forms of each word, which count less; empty for none.
        var forms: [[String]] = []
        /// Whether it stands in quotation marks, so that it is meant as it is typed.
        var isQuoted = false

        var isPhrase: Bool { words.count > 1 }

        /// The same with other forms of its words.
        var withForms: Term {
            var term = self
            let forms = words.map(WordForms.forms)
            term.forms = forms.allSatisfy(\.isEmpty) ? [] : forms
            return term
        }

        /// Whether the last word is a prefix that too many words of a text begin with. A character that is a word by
        /// itself is complete, and a name with symbols is rare.
        var hasShortPrefix: Bool {
            guard isPrefix, let last = words.last, last.unicodeScalars.count < 3 else { return false }
            return last.unicodeScalars.allSatisfy { $0 != "." && SearchWords.kind(of: $0) == .letter }
        }
    }

    private(set) var terms: [Term]

    /// Returns one of the terms alone.
    func only(_ index: Int) -> DocumentTerms {
        var one = self
        one.terms = [terms[index]]
        return one
    }

    /// Looks for other forms of a quotation too.
    mutating func addForms(at index: Int) { terms[index] = terms[index].withForms }

    init(_ typed: String) {
        let folded = SearchWords.folded(
            String(String.UnicodeScalarView(typed.unicodeScalars.prefix(Self.maxLength))))
        let parts = folded.split(separator: "\"", omittingEmptySubsequences: false)
        var terms: [[Term]] = []
        for (number, part) in parts.enumerated() {
            let isQuoted = !number.isMultiple(of: 2)
            let isLast = number == parts.count - 1
            let pieces = isQuoted ? [part] : part.split { $0.isWhitespace || $0.isNewline }
            for (index, piece) in pieces.enumerated() {
                let found = Self.terms(String(piece), isPrefix: isLast && index == pieces.count - 1)
                terms.append(isQuoted ? found.map(Self.quoted) : found.map { $0.isPhrase ? $0 : $0.withForms })
            }
        }
        self.terms = Self.limited(Self.withoutFillers(terms.filter { !$0.isEmpty }))
    }

    private static func quoted(_ term: Term) -> Term {
        var term = term
        term.isQuoted = true
        return term
    }

    /// Leaves out words like "of", unless there are no others. The last word may be the beginning of another.
    private static func withoutFillers(_ pieces: [[Term]]) -> [[Term]] {
        let others = pieces.filter { terms in
            !terms.allSatisfy { !$0.isPhrase && !$0.isPrefix && WordForms.fillers.contains($0.words[0]) }
        }
        return others.isEmpty ? pieces : others
    }

    /// Cuts like `SearchWords.pattern`: `c++` is looked for with its symbols only.
    private static func terms(_ piece: String, isPrefix: Bool) -> [Term] {
        let words = SearchWords(piece)
        var terms = words.marked.prefix(SearchWords.maxPhraseParts).map {
            Term(words: [$0], isPrefix: isPrefix)
        }
        if words.plain.count > 1 || terms.isEmpty, !words.plain.isEmpty {
            terms.append(
                Term(words: Array(words.plain.prefix(SearchWords.maxPhraseParts)), isPrefix: isPrefix))
        }
        return terms
    }

    /// Leaves out repetitions, and the shortest terms before the last if there are too many.
    private static func limited(_ pieces: [[Term]]) -> [Term] {
        guard let last = pieces.last else { return [] }
        var seen = Set(last)
        var others = pieces.dropLast().joined().filter { seen.insert($0).inserted }
        let room = max(0, SearchWords.maxQueryWords - last.count)
        if others.count > room {
            others.sort { $0.length > $1.length }
            others.removeSubrange(room...)
        }
        return Array((others + last).prefix(SearchWords.maxQueryWords))
    }

    private static let maxLength = 1_000
}

extension DocumentTerms.Term {
    fileprivate var length: Int { words.reduce(0) { $0 + $1.utf8.count } }
}
