import Foundation

/// The languages of a sample repository: mostly the one in its record, and some others.
struct SampleLanguages {
    /// Unordered, as in GitHub's answers; empty for a repository without code.
    let bytes: [(name: String, bytes: Int)]

    init(of repository: SampleRepository) {
        switch repository.fullName {
        case "odd-samples/many-topics":
            bytes = Vocabulary.languages.enumerated().map { ($1, 900_000 / (1 + $0 * $0)) } + [("Nothing", 0)]
        case "odd-samples/markup":
            bytes = [("<b>HTML</b>", 70), ("Bell\u{07} & \u{202E}override", 20), ("language:\"quoted\"", 10)]
        case "odd-samples/huge-numbers": bytes = [("Assembly", .max), ("C", 1), ("Odd", -5)]
        default:
            guard let first = repository.language else {
                bytes = []
                return
            }
            let seed = Seed(repository.id)
            let others = (Self.companions[first] ?? ["Shell", "Makefile", "Python"]).filter { $0 != first }
            let most = 120_000 + seed.pick(99, below: 900_000)
            let minor = others.prefix(seed.pick(80, below: 5)).enumerated().map { place, language in
                (name: language, bytes: (1_000 + seed.pick(90 + place, below: most / 4)) / (1 + place))
            }
            bytes = [(first, most)] + minor
        }
    }

    /// Languages that repositories of a language usually have too.
    private static let companions = [
        "C": ["Shell", "Makefile", "Python", "Perl"], "C++": ["C", "CMake", "Python", "Shell"],
        "Dart": ["C++", "Swift"],
        "Go": ["Shell", "Makefile", "HTML"], "Java": ["Kotlin", "Shell", "HTML"],
        "JavaScript": ["CSS", "HTML", "TypeScript", "Shell"], "Kotlin": ["Java", "Shell"],
        "PHP": ["JavaScript", "CSS", "HTML"], "Ruby": ["JavaScript", "HTML", "CSS"], "Swift": ["C", "Shell", "Python"],
        "TypeScript": ["CSS", "HTML", "JavaScript", "Shell"], "Vala": ["C", "CSS"], "Zig": ["C", "Shell"],
    ]
}

/// The latest release of a sample repository. Two in three repositories have one.
struct SampleRelease {
    let tag: String
    let name: String?
    /// Markdown.
    let notes: String?
    /// Seconds since 1970.
    let published: Int

    init?(of repository: SampleRepository) {
        let seed = Seed(repository.id)
        let version = "\(1 + seed.pick(60, below: 9)).\(seed.pick(61, below: 20)).\(seed.pick(62, below: 6))"
        published = repository.pushed - seed.pick(63, below: 40) * 86_400
        switch repository.fullName {
        case "odd-samples/no-description", "odd-samples/no-stars-yet", "odd-samples/no-language": return nil
        case "odd-samples/markup":
            (tag, name) = ("v1.0<b>", "<i>Name</i> & \u{202E}more")
            notes = """
                ## <script>alert(1)</script>New & shiny

                - [a script](javascript:alert(1)), [a page](https://example.org/?a=1&b=<2>)
                - <img src="file:///etc/passwd" alt="a file"> **never closed
                """
        case "odd-samples/endless": (tag, name, notes) = ("v2", nil, nil)
        case "swiftlang/swift":
            (tag, name) = ("swift-\(version)", "Swift \(version)")
            notes = Self.plain(version)
        default:
            guard repository.topics.contains("odd") || seed.pick(64, below: 3) > 0 else { return nil }
            (tag, name, notes) = ("v\(version)", seed.pick(65, below: 2) == 0 ? version : nil, Self.plain(version))
        }
    }

    private static func plain(_ version: String) -> String {
        """
        ## What is new in \(version)

        - Opens large files *twice as fast*
        - `--quiet` now suppresses all output
        - Fixes a crash when a file name contains spaces

        ### For packagers

        The build no longer needs a network connection. See the [notes](https://example.org/notes).
        """
    }
}
