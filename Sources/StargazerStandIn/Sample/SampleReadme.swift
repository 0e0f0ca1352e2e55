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
