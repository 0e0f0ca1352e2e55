/// Other forms of a typed English word, as a text may have it: "editing" also finds "edit", "edits" and "editor".
///
/// The rules add and remove common endings. A form that is no word is in no text, so it costs a lookup only. Words of
/// other languages keep their own form, and may get forms that find nothing.
enum WordForms {
    /// The shortest stem: shorter ones have too many unrelated forms.
    private static let shortestStem = 3

    /// Endings that are removed, the longest first, with what may stand in their place.
    private static let removed: [(ending: String, instead: [String])] = [
        ("izations", ["ize"]), ("ization", ["ize"]), ("ations", ["", "e", "ate"]), ("ation", ["", "e", "ate"]),
        ("itions", ["", "e", "ite"]), ("ition", ["", "e", "ite"]), ("ingly", ["", "e"]), ("ments", [""]),
        ("ment", [""]), ("ators", ["ate"]), ("ator", ["ate"]), ("iers", ["y"]), ("ier", ["y"]), ("ions", ["", "e"]),
        ("ings", ["", "e"]), ("ies", ["y", "ie"]), ("ied", ["y"]), ("ing", ["", "e"]), ("ion", ["", "e"]),
        ("ers", ["", "e"]), ("ors", ["", "e"]), ("er", ["", "e"]), ("or", ["", "e"]), ("ed", ["", "e"]),
        ("es", ["", "e"]), ("s", [""]),
    ]

    /// Endings that are added to a stem.
    private static let added = [
        "", "s", "es", "ed", "er", "ers", "or", "ors", "ing", "ings", "ion", "ions", "ation", "ment",
    ]

    /// Words that say nothing about what is looked for.
    static let fillers: Set<String> = [
        "a", "about", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "has",
        "have", "how", "i", "in", "into", "is", "it", "its", "like", "my", "of", "on", "or", "so", "some", "that",
        "the",
        "their", "them", "this", "to", "via", "was", "what", "when", "where", "which", "who", "with", "you", "your",
    ]

    /// - Parameter word: folded.
    /// - Returns: the forms without the word itself; none for a word with digits, symbols or other letters than a–z.
    static func forms(of word: String) -> [String] {
        guard word.utf8.count >= shortestStem, word.utf8.count <= 30,
            word.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
        else { return [] }
        var forms: Set<String> = []
        for stem in stems(of: word) { forms.formUnion(inflections(of: stem)) }
        forms.remove(word)
        return forms.sorted()
    }

    /// Returns the word and what may be its base.
    private static func stems(of word: String) -> Set<String> {
        var stems: Set = [word]
        for (ending, instead) in removed where word.hasSuffix(ending) {
            let base = word.dropLast(ending.count)
            guard base.utf8.count >= shortestStem, !(ending == "s" && base.hasSuffix("s")) else { continue }
            for other in instead { stems.insert(base + other) }
            if let last = base.last, base.dropLast().last == last, !"lsz".contains(last), base.utf8.count > shortestStem
            {
                stems.insert(String(base.dropLast()))
            }
            break
        }
        return stems
    }

    private static func inflections(of stem: String) -> [String] {
        var forms = added.map { stem + $0 }
        let base = String(stem.dropLast())
        switch stem.last {
        case "e" where base.utf8.count >= shortestStem:
            forms += ["ed", "er", "ers", "or", "ors", "ing", "ings", "ion", "ions", "ation", "able"].map { base + $0 }
        case "y" where base.utf8.count >= shortestStem:
            forms += ["ies", "ied", "ier", "iers"].map { base + $0 }
        case let last? where "bdgklmnprt".contains(last) && stem.utf8.count <= 6:
            forms += ["ed", "er", "ers", "ing"].map { stem + String(last) + $0 }
        default: break
        }
        return forms
    }
}
