import Foundation
import StargazerLibrary

/// Favorites as a Markdown document: a list of links with descriptions under headings, by tag or by language.
///
/// Names and descriptions are escaped, so that what a stranger wrote stays text. A favorite with several tags is in
/// the list of each. Headings and favorites are known only at the end, so this holds the whole document.
struct FavoritesMarkdownFormat {
    enum Grouping: Sendable {
        case tag
        case language
    }

    private let grouping: Grouping
    private let wording: ExportWording
    private let codecs: ItemCodecs
    private var lists: [String: Data] = [:]
    private var rest = Data()

    init(by grouping: Grouping, codecs: ItemCodecs, wording: ExportWording) {
        self.grouping = grouping
        self.codecs = codecs
        self.wording = wording
    }

    mutating func add(_ annotated: AnnotatedFavorite) {
        let item = annotated.favorite.item
        let line = Data((line(item) + (annotated.note.map(Self.quote) ?? "")).utf8)
        let names =
            switch grouping {
            case .tag: annotated.tags
            case .language: [item.facts.attributes.language].compactMap(\.self)
            }
        let headings = names.map { CleanText.line($0) }.filter { !$0.isEmpty }
        if headings.isEmpty { rest += line }
        for heading in headings { lists[heading, default: Data()] += line }
    }

    func document() -> Data {
        var document = Data("# \(Self.escaped(wording.title))\n".utf8)
        let names = lists.keys.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
        for name in names { document += Self.section(name, lists[name] ?? Data()) }
        let lastHeading = grouping == .tag ? wording.untagged : wording.noLanguage
        if !rest.isEmpty { document += names.isEmpty ? Data("\n".utf8) + rest : Self.section(lastHeading, rest) }
        return document
    }

    private static func section(_ name: String, _ lines: Data) -> Data {
        Data("\n## \(escaped(name))\n\n".utf8) + lines
    }

    private func line(_ item: Item) -> String {
        let link = Self.link(to: item)
        let summary = CleanText.line(codecs.summary(of: item.facts) ?? "")
        return summary.isEmpty ? "- \(link)\n" : "- \(link) – \(Self.escaped(summary))\n"
    }

    /// Returns the title of an item, as a link if it has a page.
    static func link(to item: Item) -> String {
        let title = escaped(CleanText.line(item.title))
        return item.webURL?.asWebURL.map { "[\(title)](\(address($0)))" } ?? title
    }

    /// Returns a note as a quote in its list item, with its lines.
    private static func quote(_ note: String) -> String {
        let lines = CleanText.lines(note).split(separator: "\n", omittingEmptySubsequences: false)
        let texts = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        return "\n"
            + texts.enumerated().map { index, text in
                // A backslash keeps the line break within a paragraph.
                let isInParagraph = !text.isEmpty && index + 1 < texts.count && !texts[index + 1].isEmpty
                return text.isEmpty ? "  >\n" : "  > \(escaped(line: text))\(isInParagraph ? "\\" : "")\n"
            }.joined() + "\n"
    }

    /// Escapes a line, also what would begin a list or underline a heading.
    private static func escaped(line: String) -> String {
        let text = escaped(line)
        if let first = text.first, "-+=".contains(first) { return "\\" + text }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let mark = text.dropFirst(digits.count).first, ".)".contains(mark) else { return text }
        return "\(digits)\\\(text.dropFirst(digits.count))"
    }

    /// Escapes every character that Markdown or GitHub's form of it gives a meaning.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if "\\`*_[]<>#|~&$".unicodeScalars.contains(scalar) { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    private static func address(_ url: URL) -> String {
        url.absoluteString.replacing("(", with: "%28").replacing(")", with: "%29").replacing("<", with: "%3C")
            .replacing(">", with: "%3E")
    }
}
