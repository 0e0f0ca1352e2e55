import Foundation

/// The README of a sample repository, of one of several common kinds. Some repositories have none.
struct SampleReadme {
    /// Markdown; nil when there is no README.
    let text: String?

    init(of repository: SampleRepository) {
        switch repository.fullName {
        case "odd-samples/no-description", "odd-samples/no-stars-yet": text = nil
        case "odd-samples/markup": text = Self.hostile
        case "odd-samples/endless": text = Self.changelog(lines: 5_000)
        case "odd-samples/huge-numbers": text = Self.changelog(lines: 19_000)
        case "xingkong-lab/wangyuanjing": text = SampleReadmeTexts.chinese
        case "hoshizora/tenmon-techo": text = SampleReadmeTexts.japanese
        case "kawkab/najm": text = SampleReadmeTexts.arabic
        default:
            if let features = SampleReadmeTexts.features(of: repository) {
                text = SampleReadmeTexts.application(repository, features: features)
                return
            }
            let seed = Seed(repository.id)
            switch seed.pick(70, below: 10) {
            case 0 where repository.stars < 1_000: text = nil
            case 0...3: text = SampleReadmeTexts.centered(repository)
            default: text = SampleReadmeTexts.plain(repository)
            }
        }
    }

    private static func changelog(lines: Int) -> String {
        var text = "# Changelog\n\nEverything that ever changed, newest first.\n"
        var line = 3
        var version = lines / 9
        while line < lines {
            text +=
                "\n## \(version / 40).\(version / 8 % 5).\(version % 8) (20\(10 + version % 16)-0\(1 + version % 9)-1\(version % 9))\n\n"
            for change in 0..<6 {
                let verb = Vocabulary.adjectives[(version * 7 + change) % Vocabulary.adjectives.count]
                let noun = Vocabulary.nouns[(version * 5 + change * 3) % Vocabulary.nouns.count]
                text +=
                    "- **\(noun)**: made the \(verb) `\(noun)` faster ([#\(version * 6 + change)](../../issues/\(change)))\n"
            }
            version -= 1
            line += 9
        }
        return text
    }

    private static let hostile = """
        # <script>alert(1)</script>Markup & more

        <style>body { display: none }</style>
        <iframe src="https://example.org">frame</iframe>

        A [script](javascript:alert(1)), a [file](file:///etc/passwd), a [good link](https://example.org/?a=1&b=<2>).
        <b onclick="steal()">Bold</b> & "quotes", an <unknown-tag>unknown tag</unknown-tag>, <unclosed

        <img src="javascript:alert(2)" onerror="alert(3)" alt="a picture that is none">
        <p align="center"><b>never closed

        - a list **never closed
          > quoted ~~never closed
        """
}

/// README texts, from files with the repository's names in braces.
enum SampleReadmeTexts {
    private static let featuresByTopic = [
        "markdown-editor": [
            "**Live preview** next to the text, with tables, footnotes and math",
            "Spell checking in 40 languages", "Export to HTML, PDF and EPUB",
            "Light and dark themes, and your own in CSS",
        ],
        "music-player": [
            "**Gapless playback** of FLAC, Opus, MP3 and AAC", "Playlists that update automatically",
            "Album art and lyrics, from your files or from the web", "Media keys and desktop notifications",
        ],
        "terminal-emulator": [
            "**Tabs and splits**, restored at the next start", "True color, ligatures and emoji",
            "Search in the scrollback buffer", "More than 200 color schemes",
        ],
    ]

    /// Returns the features of an application; nil for a repository of another kind.
    static func features(of repository: SampleRepository) -> [String]? {
        repository.topics.lazy.compactMap { featuresByTopic[$0] }.first
    }

    static func application(_ repository: SampleRepository, features: [String]) -> String {
        filled(
            PackageResources.application_md, repository, summary: "",
            ["features": features.map { "- \($0)" }.joined(separator: "\n")])
    }

    static func plain(_ repository: SampleRepository) -> String {
        filled(PackageResources.plain_md, repository, summary: "A small tool that does one thing well")
    }

    static func centered(_ repository: SampleRepository) -> String {
        filled(PackageResources.centered_md, repository, summary: "A library and a command-line tool")
    }

    static var chinese: String { text(PackageResources.chinese_md) }
    static var japanese: String { text(PackageResources.japanese_md) }
    static var arabic: String { text(PackageResources.arabic_md) }

    /// - Parameter summary: stands for a missing description.
    private static func filled(
        _ file: [UInt8], _ repository: SampleRepository, summary: String, _ more: [String: String] = [:]
    ) -> String {
        let facts = [
            "name": repository.name, "fullName": repository.fullName, "owner": repository.owner,
            "language": repository.language ?? "Shell", "license": repository.license ?? "none",
            "summary": repository.summary ?? summary,
        ]
        return facts.merging(more) { $1 }.reduce(text(file)) { $0.replacing("{{\($1.key)}}", with: $1.value) }
    }

    /// Returns a file without its last line break.
    private static func text(_ file: [UInt8]) -> String { String(decoding: file.dropLast(), as: UTF8.self) }
}

/// The profile README of a person or organization with a table entry. Only those with a website have one.
struct SampleProfileReadme {
    let id: Int
    /// Markdown.
    let text: String

    /// - Parameters:
    ///   - fullName: The profile repository: named like the person, or `.github` for an organization.
    ///   - folder: Folder in that repository; nil for the root.
    init?(in fullName: String, folder: String?, of people: SamplePeople) {
        let parts = fullName.lowercased().split(separator: "/")
        guard parts.count == 2,
            let person = people.written.first(where: { $0.login == parts[0] }), !person.isGone, !person.blog.isEmpty
        else { return nil }
        let place = person.isOrganization ? (".github", "profile") : (person.login, nil)
        guard (String(parts[1]), folder) == place else { return nil }
        id = person.id
        text = """
            ### Hello from \(person.name ?? person.login) :wave:

            \(person.bio ?? "Open source in my spare time.")

            - Based in **\(person.location ?? "many places")**
            - [Talks and articles](https://example.org/talks)

            ```sh
            git clone https://github.com/\(person.login)/dotfiles
            ```
            """
    }
}
