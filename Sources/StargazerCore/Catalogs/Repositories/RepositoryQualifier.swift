public import StargazerLibrary

/// Source: https://docs.github.com/en/search-github/searching-on-github/searching-for-repositories
public enum RepositoryQualifier {
    /// Returns a topic qualifier, or nil for text that cannot be a topic: lower-case letters, digits and hyphens.
    public static func topic(_ name: String) -> String? {
        let isTopic =
            !name.isEmpty && name.count <= 50
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
            }
        return isTopic ? ParsedQuery.word(.topic, name) : nil
    }

    /// Returns a language qualifier, or nil for a name that a search cannot contain.
    public static func language(_ name: String) -> String? {
        guard !name.isEmpty, name.count <= 50, !name.contains("\"") else { return nil }
        return ParsedQuery.word(.language, name)
    }

    /// Returns a license qualifier with GitHub's license key, the SPDX identifier in lower case; nil for other text.
    public static func license(_ spdx: String) -> String? {
        let isName =
            !spdx.isEmpty && spdx.utf8.count <= 50
            && spdx.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789.-".unicodeScalars.contains($0))
            }
        return isName ? ParsedQuery.word(.license, spdx.lowercased()) : nil
    }

    public static let rules = QueryRules(
        qualifiers: [
            Qualifier(.language, .words(KnownSpellings.languages), isFilter: true),
            Qualifier(.stars, .numbers([">10", ">100", ">1000", ">10000"]), isFilter: true),
            Qualifier(.pushed, .days, isFilter: true),
            Qualifier(.topic, .words([]), isFilter: true, isRepeated: true),
            Qualifier(.license, .words(KnownSpellings.licenses), isFilter: true),
            Qualifier(.archived, .choice(booleanValues), isFilter: true),
            Qualifier(.fork, .choice(["true", "only"]), isFilter: true),
            Qualifier(.created, .days),
            Qualifier(.user, .words([])),
            Qualifier(.org, .words([])),
            Qualifier(.repo, .words([])),
            Qualifier(.searchedIn, .choices(["name", "description", "topics", "readme"])),
            Qualifier(.goodFirstIssues, .numbers([">0", ">5", ">20"])),
            Qualifier(.helpWantedIssues, .numbers([">0", ">5", ">20"])),
            Qualifier(.forks, .numbers([">10", ">100", ">1000"])),
            Qualifier(.size, .numbers(["<1000", ">10000", ">100000"])),
            Qualifier(.topics, .numbers([">0", ">5"])),
            Qualifier(.followers, .numbers([">100", ">1000"])),
            Qualifier(.mirror, .choice(booleanValues)),
            Qualifier(.template, .choice(booleanValues)),
            Qualifier(.state, .choice(["public", "private", "sponsorable"])),
            Qualifier(.has, .choice(["funding-file"])), .sort([.stars, .forks, .helpWantedIssues, .updated]),
        ],
        aliases: [
            QualifierAlias(.lang, means: .language), QualifierAlias(.owner, means: .user),
            QualifierAlias(.state, "archived", means: .archived, "true"),
            QualifierAlias(.state, "fork", means: .fork, "only"),
        ], maxOperators: 5, maxWordsLength: 256, everywhere: "in:name,description,topics,readme",
        examples: [
            "language:swift stars:>1000", "good-first-issues:>5 archived:false", "topic:gtk license:mit",
            "terminal -language:c", "parser in:name forks:10..100",
        ])

    private static let booleanValues = ["true", "false"]
}
