import Foundation

/// Other forms of a typed English word, as a text may have it: "editing" also finds "edit", "edits" and "editor",
/// "colour" finds "color", and "db" finds "database".
///
/// The rules add and remove common endings. A form that is no word is in no text, so it costs a lookup only. Words of
/// other languages keep their own form, and may get forms that find nothing.
enum WordForms {
    /// The shortest stem: shorter ones have too many unrelated forms.
    private static let shortestStem = 3

    /// Endings that are removed, with what may stand in their place.
    private static let removed: [(ending: String, instead: [String])] = [
        ("izations", ["ize"]), ("ization", ["ize"]), ("ifications", ["ify"]), ("ification", ["ify"]),
        ("ations", ["", "e", "ate"]), ("ation", ["", "e", "ate"]), ("itions", ["", "e", "ite"]),
        ("ition", ["", "e", "ite"]), ("ically", ["ic"]), ("ingly", ["", "e"]), ("ments", [""]), ("ment", [""]),
        ("ators", ["ate"]), ("ator", ["ate"]), ("iers", ["y"]), ("ier", ["y"]), ("ions", ["", "e"]),
        ("ings", ["", "e"]), ("ies", ["y", "ie"]), ("ied", ["y"]), ("ally", ["", "al"]), ("able", ["", "e"]),
        ("ing", ["", "e"]), ("ion", ["", "e"]), ("ers", ["", "e"]), ("ors", ["", "e"]), ("als", ["", "e"]),
        ("er", ["", "e"]), ("or", ["", "e"]), ("al", ["", "e"]), ("ed", ["", "e"]), ("es", ["", "e"]), ("ly", [""]),
        ("s", [""]),
    ]

    /// Endings that are added to a stem.
    private static let added = [
        "", "s", "es", "ed", "er", "ers", "or", "ors", "ing", "ings", "ion", "ions", "ation", "ment", "al", "als",
        "able", "ally",
    ]

    /// The endings that replace the last letter of a stem with an "e".
    private static let addedToE = [
        "ed", "er", "ers", "or", "ors", "ing", "ings", "ion", "ions", "ation", "able", "al", "als",
    ]

    /// Spellings of Britain and America.
    private static let spellings = [
        ("isation", "ization"), ("ising", "izing"), ("ised", "ized"), ("iser", "izer"), ("ise", "ize"),
        ("ysing", "yzing"), ("ysed", "yzed"), ("yser", "yzer"), ("yse", "yze"), ("our", "or"), ("tre", "ter"),
        ("ogue", "og"), ("lling", "ling"), ("lled", "led"), ("gramme", "gram"),
    ]

    /// Words that say nothing about what is looked for.
    static let fillers: Set<String> = [
        "a", "about", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "has",
        "have", "how", "i", "in", "into", "is", "it", "its", "like", "me", "my", "of", "on", "or", "so", "some",
        "that", "the", "their", "them", "there", "these", "this", "to", "via", "was", "what", "when", "where",
        "whether", "which", "who", "with", "you", "your",
    ]

    /// - Parameter word: folded.
    /// - Returns: the forms without the word itself; for a word not of a–z alone, only abbreviations.
    static func forms(of word: String) -> [String] {
        var forms = abbreviations[word] ?? []
        if word.utf8.count >= shortestStem, word.utf8.count <= 30, word.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
        {
            for spelling in [word] + otherSpellings(of: word) {
                for stem in stems(of: spelling) { forms.formUnion(inflections(of: stem)) }
            }
        }
        forms.remove(word)
        return forms.sorted()
    }

    /// Whether a word is another one with an ending, so that neither is a wrong spelling of the other.
    static func isStem(_ stem: String, of word: String) -> Bool {
        stem.utf8.count < word.utf8.count && (word.hasPrefix(stem) || stems(of: word).contains(stem))
    }

    private static func otherSpellings(of word: String) -> [String] {
        spellings.flatMap { british, american in
            [(british, american), (american, british)].compactMap { from, to in
                guard let range = word.range(of: from, options: .backwards), range.lowerBound > word.startIndex,
                    word[range.upperBound...].count <= 3
                else { return nil }
                return word.replacingCharacters(in: range, with: to)
            }
        }
    }

    /// Returns the word and what may be its base.
    private static func stems(of word: String) -> Set<String> {
        var stems: Set = [word]
        for (ending, instead) in removed where word.hasSuffix(ending) {
            let base = word.dropLast(ending.count)
            guard base.utf8.count >= shortestStem, !(ending == "s" && base.hasSuffix("s")) else { continue }
            // "Color" has no "col".
            let isShort = base.utf8.count == shortestStem && ["er", "or", "ers", "ors", "al", "als"].contains(ending)
            for other in instead where !(isShort && other.isEmpty) { stems.insert(base + other) }
            if let last = base.last, base.dropLast().last == last, !"lsz".contains(last), base.utf8.count > shortestStem
            {
                stems.insert(String(base.dropLast()))
            }
        }
        return stems
    }

    private static func inflections(of stem: String) -> [String] {
        var forms = added.map { stem + $0 }
        let base = String(stem.dropLast())
        switch stem.last {
        case "e" where base.utf8.count >= shortestStem: forms += addedToE.map { base + $0 }
        case "y" where base.utf8.count >= shortestStem:
            forms += ["ies", "ied", "ier", "iers", "ication", "ications"].map { base + $0 }
        case let last? where "bdgklmnprt".contains(last) && stem.utf8.count <= 6:
            forms += ["ed", "er", "ers", "ing"].map { stem + String(last) + $0 }
        default: break
        }
        return forms
    }

    // MARK: Abbreviations

    /// Words that stand for each other: abbreviations, and the words that they are short for.
    private static let groups = [
        "k8s kubernetes", "regex regexp regexes", "db database databases", "pw pwd passwd password passwords",
        "img image images", "cfg conf config configuration", "i18n internationalization", "l10n localization",
        "a11y accessibility", "js javascript", "ts typescript", "py python", "rb ruby", "golang go", "cpp c++",
        "pg postgres postgresql", "mongo mongodb", "docs documentation", "repo repos repository repositories",
        "dir directory directories folder folders", "env environment", "dev development developer",
        "lib library libraries",
        "pkg package packages", "msg message messages", "auth authentication authorization", "authn authentication",
        "authz authorization", "admin administrator administration", "app application", "apps applications",
        "cmd command commands", "cli commandline", "num number", "str string", "char character",
        "calc calculator", "sync synchronize synchronization", "async asynchronous", "spec specification",
        "stats statistics", "info information", "sys system", "util utility", "utils utilities", "pic picture",
        "pics pictures", "photo photograph", "vid video", "mic microphone", "cam camera", "bg background",
        "fs filesystem", "perf performance", "mem memory", "src source", "tmp temp temporary", "param parameter",
        "params parameters", "func function", "var variable", "arg argument", "args arguments", "ref reference",
        "diff difference", "max maximum", "min minimum", "opt option", "prefs preferences", "wifi wireless",
        "mail email", "bt bluetooth", "kbd keyboard", "tz timezone", "addr address", "svc service", "srv server",
        "crypto cryptography cryptographic", "math mathematics", "algo algorithm", "exec execute", "del delete",
        "ext extension", "prod production", "hw hardware", "sw software", "distro distribution", "bin binary",
        "term terminal", "ctl control", "mgr manager",
        "analysis analyze analyse analyses", "conversion convert", "transcription transcribe", "subscription subscribe",
    ]

    private static let abbreviations: [String: Set<String>] = {
        var words: [String: Set<String>] = [:]
        for group in groups {
            let group = Set(group.split(separator: " ").map(String.init))
            for word in group { words[word, default: []].formUnion(group) }
        }
        return words
    }()
}
