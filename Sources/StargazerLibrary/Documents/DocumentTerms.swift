import Foundation

/// A typed query: the terms that are looked for.
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
        /// Whether it is a word like "of", which an item may lack.
        var isFiller = false

        var isPhrase: Bool { words.count > 1 }

        /// The folded text, as a person would read it.
        var text: String {
            let isSpaced = !words.allSatisfy { $0.unicodeScalars.allSatisfy { SearchWords.kind(of: $0) == .character } }
            return words.joined(separator: isSpaced ? " " : "")
        }

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

    /// Those that an item must have to be a complete match.
    var required: [Term] { terms.filter { !$0.isFiller } }

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
        var terms: [Term] = []
        for (number, part) in parts.enumerated() {
            let isLast = number == parts.count - 1
            guard number.isMultiple(of: 2) else {
                terms += Self.terms(String(part), isPrefix: isLast, isQuoted: true)
                continue
            }
            let pieces = part.split { $0.isWhitespace || $0.isNewline }
            var words = pieces.enumerated().flatMap { index, piece in
                Self.terms(String(piece), isPrefix: isLast && index == pieces.count - 1)
            }
            Self.addCompounds(&words)
            terms += words
        }
        self.terms = Self.limited(Self.withMarkedFillers(terms))
    }

    /// Marks words like "of", unless there are no others.
    private static func withMarkedFillers(_ terms: [Term]) -> [Term] {
        let areFillers = terms.map { !$0.isPhrase && !$0.isQuoted && WordForms.fillers.contains($0.words[0]) }
        guard areFillers.contains(false) else { return terms }
        return zip(terms, areFillers).map { term, isFiller in
            isFiller ? Term(words: term.words, isPrefix: false, isFiller: true) : term
        }
    }

    /// Like `SearchWords.pattern`: `c++` has its symbols only, `rna-seq` gives words, Chinese text a phrase.
    private static func terms(_ piece: String, isPrefix: Bool, isQuoted: Bool = false) -> [Term] {
        let words = SearchWords(piece)
        var terms = words.marked.prefix(SearchWords.maxPhraseParts).map {
            Term(words: [$0], isPrefix: isPrefix, isQuoted: isQuoted)
        }
        let plain = Array(words.plain.prefix(SearchWords.maxPhraseParts))
        guard plain.count > 1 || terms.isEmpty, !plain.isEmpty else { return terms }
        let isPhrase = plain.contains { $0.unicodeScalars.contains { SearchWords.kind(of: $0) == .character } }
        if isQuoted || isPhrase || plain.count == 1 {
            terms.append(Term(words: plain, isPrefix: isPrefix, isQuoted: isQuoted))
        } else {
            terms += plain.enumerated().map { Term(words: [$1], isPrefix: isPrefix && $0 == plain.count - 1) }
        }
        return terms.map { $0.isQuoted || $0.isPhrase ? $0 : $0.withForms }
    }

    /// Adds what two words are together, since "web socket" is also written as one word.
    private static func addCompounds(_ terms: inout [Term]) {
        for index in terms.indices.dropFirst() {
            let pair = [index - 1, index]
            let words = pair.map { terms[$0].words[0] }
            guard pair.allSatisfy({ !terms[$0].isPhrase }),
                words.allSatisfy({ $0.count >= 2 && !WordForms.fillers.contains($0) })
            else { continue }
            for part in pair {
                let forms = terms[part].forms.first ?? []
                terms[part].forms = [forms + [words.joined()]]
            }
        }
    }

    /// Leaves out repetitions, and if there are too many, words like "of" and the shortest terms before the last.
    private static func limited(_ terms: [Term]) -> [Term] {
        guard let last = terms.last else { return [] }
        var seen: Set = [Seen(last)]
        var others = terms.dropLast().filter { seen.insert(Seen($0)).inserted }
        let room = SearchWords.maxQueryWords - 1
        if others.count > room {
            others.sort { ($0.isFiller ? 0 : 1, $0.length) > ($1.isFiller ? 0 : 1, $1.length) }
            others.removeSubrange(room...)
        }
        return others + [last]
    }

    private struct Seen: Hashable {
        let words: [String]
        let isPrefix: Bool

        init(_ term: Term) { (words, isPrefix) = (term.words, term.isPrefix) }
    }

    private static let maxLength = 1_000
}

extension DocumentTerms.Term {
    fileprivate var length: Int { words.reduce(0) { $0 + $1.utf8.count } }
}
