import Foundation

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
