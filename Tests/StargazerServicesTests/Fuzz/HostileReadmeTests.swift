import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// READMEs made of parts that break parsers: each must become a document within its limits.
struct HostileReadmeTests {
    private static let pieces = [
        "# ", "\n", "\n\n", "- ", "1. ", "  ", "    ", "> ", "> [!NOTE]\n> ", "```\n", "~~~ js\n", "`", "*", "**", "_",
        "~~", "[", "](", ")", "![", "](x.png)", "[^1]", "[^1]: ", "| a | b |\n|---|:-:|\n", "|", "---\n", "\\", "&amp;",
        "&#x202e;", "&#0;", "<", ">", "</", "<!--", "-->", "<b>", "</b>", "<p align=center>", "</p>", "<div>", "</div>",
        "<table>", "<tr>", "<td>", "<th>", "</td>", "</tr>", "</table>", "<ul>", "<ol start=9>", "<li>", "</ul>",
        "<details open>", "<summary>", "</summary>", "</details>", "<pre>", "</pre>", "<h1>", "</h1>", "<blockquote>",
        "</blockquote>", "<a href=\"javascript:x\">", "<a href='https://x.example/?a=\"<'>", "</a>",
        "<img src=x.png alt='",
        "'>", "<img src=//y.example/z.png width=1e9 height=-1>", "<script>", "</script>", "<style>", "<svg>", "</svg>",
        "<title>", "</title>", "</style>", "<video>", "<noscript>", "[m](mailto:a@b.example?attach=c&body=d)",
        "a@b.example",
        "<picture>", "<source media='(prefers-color-scheme: dark)' srcset='a b, c'>", "<br>", "<hr>", "<kbd>", "<sub>",
        ":rocket:", "\u{202E}", "\u{0}", "\u{FEFF}", "\u{200D}", "\u{FFFC}", "שלום", "مرحبا", "星空", "👩‍🚀", "- [x] ",
        "https://x.example/", "<https://", "file:///etc/passwd", "words ", "\t", "\r\n", "<li", "<td a='", "\u{A0}",
    ]

    @Test func `every README becomes a document within its limits`() async {
        let run = FuzzRun()
        Recordings.log("hostile READMEs: seed \(run.seed), \(run.numbers.count / 10 + 1) of them")
        for number in run.numbers where number.isMultiple(of: 10) || run.numbers.count == 1 {
            var random = FuzzRandom(seed: run.seed, number: number)
            let count = random.chance(50) ? 3_000 : 1 + random.below(60)
            let text = (0..<count).map { _ in random.pick(Self.pieces) }.joined()
            let document = await read(text)
            for problem in Self.problems(document) { Issue.record("\(run.name(of: number)): \(problem)") }
            await Task.yield()
        }
    }

    @Test func `every structure of a README becomes a document within its limits`() async {
        let run = FuzzRun()
        var unformatted = 0
        for number in run.numbers where number.isMultiple(of: 100) || run.numbers.count == 1 {
            var random = FuzzRandom(seed: run.seed, number: number)
            let limit = random.chance(50) ? 1_000_000 : random.chance(5) ? 100_000 : 2_000
            let text = MarkdownGrammar.text(random, limit: random.below(limit))
            let document = await read(text)
            if document.isUnformatted { unformatted += 1 }
            for problem in Self.problems(document) { Issue.record("structure of \(run.name(of: number)): \(problem)") }
        }
        Recordings.log("structured READMEs: seed \(run.seed), \(unformatted) stopped at a limit of the worker")
    }

    private static func problems(_ document: Document) -> [String] {
        var problems: [String] = []
        if document.blocks.count > DocumentBuilder.Limit.blocks { problems.append("too many blocks") }
        if document.anchors.values.contains(where: { !document.blocks.indices.contains($0) }) {
            problems.append("an anchor leads nowhere")
        }
        if document.chunks.flatMap({ Array($0.blocks) }) != Array(document.blocks.indices) { problems.append("chunks") }
        var summaries: Set<Int> = []
        for block in document.blocks {
            if case .summary(_, let fold, _) = block.content { summaries.insert(fold) }
            if !summaries.isSuperset(of: block.folds) { problems.append("a fold that nothing opens") }
            if block.frames.count > DocumentBuilder.Limit.depth { problems.append("too deep") }
            for text in block.texts where text.unicodeScalars.contains(where: isHarmful) {
                problems.append("a character that hides or reorders")
            }
            for prose in proses(block.content) { problems += self.problems(prose) }
        }
        return problems
    }

    private static func proses(_ content: DocumentBlock.Content) -> [RichText] {
        switch content {
        case .heading(_, let prose), .paragraph(let prose), .summary(let prose, _, _): [prose]
        case .table(let table): table.rows.flatMap(\.self)
        case .code, .rule, .alertTitle: []
        }
    }

    private static func problems(_ prose: RichText) -> [String] {
        var problems: [String] = []
        for span in prose.spans {
            if case .web(let address)? = span.target, URL(string: address)?.asWebURL == nil {
                problems.append("a link to \(address)")
            }
            if case .mail(let address)? = span.target, !address.contains("@") || address.contains("attach=") {
                problems.append("a mail to \(address)")
            }
            guard let picture = span.picture else {
                if span.text.isEmpty { problems.append("an empty span") }
                continue
            }
            for url in (picture.sources + (picture.darkSources ?? [])).map(\.url) where url.asWebURL == nil {
                problems.append("a picture at \(url)")
            }
            for length in [picture.width, picture.height].compactMap(\.self) where !(0..<10_000).contains(length) {
                problems.append("a picture of \(length)")
            }
        }
        return problems
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case ..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x200B, 0xFEFF: true
        default: false
        }
    }
}
