import Foundation
import StargazerCore
import StargazerLibrary

/// Reads reStructuredText, Org and AsciiDoc: headings, lists, code, pictures, links, admonitions, and the tables and
/// substitutions of reStructuredText. Whatever else they have shows as it is written, so that no word is lost. The time
/// and the size of the document are linear in the size of the text, however often a substitution is used.
struct LightMarkup {
    enum Language {
        case rst, org, asciidoc
    }

    private struct OpenList {
        var indent: Int
        var isOrdered: Bool
        /// The number of scopes outside of the list.
        var scopes: Int
    }

    let language: Language
    let inline: LightMarkupInline
    let lines: [String]
    var place = 0
    /// Up to this line there is no further table.
    var tableLess = 0
    private var paragraph: [String] = []
    private var lists: [OpenList] = []
    /// The marks of headings in reStructuredText, in the order of their levels.
    private var underlines: [String] = []

    private init(_ lines: [String], _ language: Language, _ inline: LightMarkupInline) {
        self.language = language
        self.inline = inline
        self.lines = lines
    }

    static func read(_ text: String, _ language: Language, into builder: inout DocumentBuilder) {
        let lines = CleanText.lines(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let substitutions = language == .rst ? RSTSubstitution.all(in: lines) : [:]
        builder.substitutionRoom = text.utf8.count
        var reader = LightMarkup(lines, language, LightMarkupInline(language: language, substitutions: substitutions))
        reader.read(into: &builder)
    }

    private mutating func read(into builder: inout DocumentBuilder) {
        while place < lines.count {
            let line = lines[place]
            if line.trimmed.isEmpty {
                flush(&builder)
                place += 1
            } else if takeAdmonition(&builder) || takeTable(&builder) || takeCode(&builder) || takeHeading(&builder)
                || takeHidden(&builder) || takeItem(&builder)
            {
                continue
            } else {
                if paragraph.isEmpty, !isInItem(line) { closeLists(&builder) }
                paragraph.append(line)
                place += 1
                if language == .rst, line.hasSuffix("::") { takeLiteral(&builder) }
            }
        }
        flush(&builder)
        closeLists(&builder)
    }

    // MARK: Paragraphs

    mutating func flush(_ builder: inout DocumentBuilder) {
        guard !paragraph.isEmpty else { return }
        let lines = paragraph
        paragraph = []
        if lines.contains(where: Self.isAligned) { return builder.add(lines: lines.joined(separator: "\n")) }
        inline.add(lines.map(\.trimmed).joined(separator: " "), to: &builder)
        builder.flush()
    }

    /// Whether a line is part of a table or a drawing, whose letters have equal width.
    private static func isAligned(_ line: String) -> Bool {
        let text = line.trimmed
        return text.hasPrefix("| ") || text == "|" || text.hasPrefix("+-") || text.hasPrefix("+=")
            || text.hasPrefix("===")
            || text.contains("   ")
    }

    static func indent(of line: String) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }

    // MARK: Headings

    private mutating func takeHeading(_ builder: inout DocumentBuilder) -> Bool {
        let line = lines[place]
        switch language {
        case .org, .asciidoc:
            let mark: Character = language == .org ? "*" : "="
            let level = line.prefix { $0 == mark }.count
            guard (1...8).contains(level), line.dropFirst(level).first == " " else { return false }
            addHeading(String(line.dropFirst(level)), level: level, &builder)
            place += 1
        case .rst:
            let isOverlined =
                Self.underline(line) != nil && place + 2 < lines.count
                && Self.underline(lines[place + 2]) == Self.underline(line)
            let title = isOverlined ? place + 1 : place
            guard title + 1 < lines.count, let mark = Self.underline(lines[title + 1]),
                Self.underline(lines[title]) == nil, !lines[title].trimmed.isEmpty,
                isOverlined || Self.indent(of: lines[title]) == 0, paragraph.isEmpty,
                lines[title + 1].trimmed.count >= min(lines[title].trimmed.count, 4)
            else { return false }
            let style = (isOverlined ? "over" : "") + String(mark)
            if !underlines.contains(style) { underlines.append(style) }
            addHeading(lines[title], level: (underlines.firstIndex(of: style) ?? 0) + 1, &builder)
            place = title + 2
        }
        return true
    }

    /// Returns the mark of a line of at least three equal marks.
    private static func underline(_ line: String) -> Character? {
        let text = line.trimmed
        guard let mark = text.first, "=-~^\"'#*+.:_`".contains(mark), text.count >= 3, text.allSatisfy({ $0 == mark })
        else { return nil }
        return mark
    }

    private mutating func addHeading(_ text: String, level: Int, _ builder: inout DocumentBuilder) {
        flush(&builder)
        closeLists(&builder)
        let scopes = builder.scopes.count
        builder.open(.init(role: .heading(min(level, 6))))
        inline.add(text.trimmed, to: &builder)
        builder.closeScopes(downTo: scopes)
    }

    // MARK: Code

    private mutating func takeCode(_ builder: inout DocumentBuilder) -> Bool {
        let line = lines[place].trimmed
        switch language {
        case .org:
            let lower = line.lowercased()
            guard let name = ["src", "example"].first(where: { lower.hasPrefix("#+begin_" + $0) }) else { return false }
            let words = line.split(separator: " ")
            let end = "#+end_" + name
            addCode(
                until: { $0.trimmed.lowercased().hasPrefix(end) }, words.count > 1 ? String(words[1]) : "", &builder)
        case .asciidoc:
            guard line.count >= 4, let mark = line.first, "-.".contains(mark), line.allSatisfy({ $0 == mark }) else {
                return false
            }
            addCode(until: { $0.trimmed == line }, sourceLanguage(), &builder)
        case .rst:
            guard line.hasPrefix(".. "), let end = line.range(of: "::") else { return false }
            let name = line[line.index(line.startIndex, offsetBy: 3)..<end.lowerBound]
            let argument = String(line[end.upperBound...]).trimmed
            switch name {
            case "code", "code-block", "sourcecode", "parsed-literal", "highlight":
                flush(&builder)
                place += 1
                skipOptions()
                addIndented(argument, &builder)
            case "image", "figure":
                flush(&builder)
                place += 1
                let options = skipOptions()
                inline.add(picture: argument, options["alt"] ?? "", target: options["target"], to: &builder)
                builder.flush()
            default: return false
            }
        }
        return true
    }

    /// Returns the language that an AsciiDoc line `[source,LANGUAGE]` above gives.
    private mutating func sourceLanguage() -> String {
        guard let last = paragraph.last?.trimmed, last.hasPrefix("["), last.hasSuffix("]") else { return "" }
        paragraph.removeLast()
        let parts = last.dropFirst().dropLast().split(separator: ",")
        return parts.count > 1 ? String(parts[1]).trimmed : ""
    }

    /// Adds the lines after this one as code. Without the end, they are text.
    private mutating func addCode(
        until isEnd: (String) -> Bool, _ name: String, _ builder: inout DocumentBuilder
    ) {
        flush(&builder)
        place += 1
        var code: [String] = []
        while place < lines.count, !isEnd(lines[place]) {
            code.append(lines[place])
            place += 1
        }
        place += 1
        builder.add(code: code.joined(separator: "\n"), language: CleanText.line(name, limit: 30))
    }

    /// Reads the lines `:NAME: VALUE` of a directive.
    @discardableResult private mutating func skipOptions() -> [String: String] {
        var options: [String: String] = [:]
        while place < lines.count, Self.indent(of: lines[place]) > 0, lines[place].trimmed.hasPrefix(":") {
            let parts = lines[place].trimmed.dropFirst().split(separator: ":", maxSplits: 1)
            guard let name = parts.first else { break }
            options[String(name)] = parts.count > 1 ? String(parts[1]).trimmed : ""
            place += 1
        }
        return options
    }

    /// Reads the indented lines below a paragraph that ends in two colons.
    private mutating func takeLiteral(_ builder: inout DocumentBuilder) {
        guard place < lines.count, lines[place].trimmed.isEmpty else { return }
        let next = lines[place...].first { !$0.trimmed.isEmpty }
        guard let next, Self.indent(of: next) > Self.indent(of: paragraph[paragraph.count - 1]) else { return }
        // Of the colons, one is text, or none if nothing else is in the line.
        let last = paragraph.removeLast().dropLast()
        if last.trimmingCharacters(in: .whitespaces) != ":" { paragraph.append(String(last)) }
        flush(&builder)
        addIndented("", &builder)
    }

    private mutating func addIndented(_ name: String, _ builder: inout DocumentBuilder) {
        var code: [String] = []
        while place < lines.count, lines[place].trimmed.isEmpty || Self.indent(of: lines[place]) > 0 {
            code.append(lines[place])
            place += 1
        }
        let start = Self.withoutIndent(code).joined(separator: "\n").drop { $0 == "\n" }
        if !start.isEmpty { builder.add(code: String(start), language: CleanText.line(name, limit: 30)) }
    }

    static func withoutIndent(_ lines: [String]) -> [String] {
        let indent = lines.filter { !$0.trimmed.isEmpty }.map(Self.indent).min() ?? 0
        return lines.map { String($0.dropFirst(min(indent, Self.indent(of: $0)))) }
    }

    // MARK: Admonitions

    private static let admonitions: [String: DocumentBlock.Alert] = [
        "note": .note, "seealso": .note, "tip": .tip, "hint": .tip, "important": .important, "warning": .warning,
        "attention": .warning, "caution": .caution, "danger": .caution, "error": .caution,
    ]

    private mutating func takeAdmonition(_ builder: inout DocumentBuilder) -> Bool {
        let line = lines[place].trimmed
        switch language {
        case .org: return false
        case .rst:
            guard line.hasPrefix(".. "), let end = line.range(of: "::"),
                let alert = Self.admonitions[line[..<end.lowerBound].dropFirst(3).lowercased()]
            else { return false }
            let outside = Self.indent(of: lines[place])
            flush(&builder)
            if !isInItem(lines[place]) { closeLists(&builder) }
            place += 1
            var inside: [String] = []
            while place < lines.count, lines[place].trimmed.isEmpty || Self.indent(of: lines[place]) > outside {
                inside.append(lines[place])
                place += 1
            }
            add(alert, [String(line[end.upperBound...]).trimmed] + Self.withoutIndent(inside), &builder)
        case .asciidoc:
            let names =
                line.hasPrefix("[") && line.hasSuffix("]") ? line.dropFirst().dropLast() : line.prefix { $0 != ":" }
            guard names == names.uppercased(), let alert = Self.admonitions[names.lowercased()], paragraph.isEmpty
            else {
                return false
            }
            var inside: [String] = []
            if line.hasPrefix("[") {
                place += 1
            } else {
                guard line.dropFirst(names.count).hasPrefix(": ") else { return false }
                inside.append(line.dropFirst(names.count + 1).trimmingCharacters(in: .whitespaces))
                place += 1
            }
            let isBlock = inside.isEmpty && place < lines.count && ["====", "--"].contains(lines[place].trimmed)
            let mark = isBlock ? lines[place].trimmed : ""
            if isBlock { place += 1 }
            while place < lines.count, lines[place].trimmed != mark {
                inside.append(lines[place])
                place += 1
            }
            if isBlock { place += 1 }
            closeLists(&builder)
            add(alert, inside, &builder)
        }
        return true
    }

    /// Adds a block with a title and these lines.
    private mutating func add(_ alert: DocumentBlock.Alert, _ lines: [String], _ builder: inout DocumentBuilder) {
        let scopes = builder.scopes.count
        builder.open(.init(frame: .alert(builder.nextID(), alert)))
        // Blocks in each other are text from some depth on: each level reads its lines again.
        guard builder.scopes.count > scopes, scopes < Self.maxDepth else {
            return builder.add(lines: lines.joined(separator: "\n"))
        }
        builder.add(.alertTitle(alert))
        var reader = LightMarkup(lines, language, inline)
        reader.underlines = underlines
        reader.read(into: &builder)
        builder.closeScopes(downTo: scopes)
    }

    private static let maxDepth = 20

    // MARK: What does not show

    /// Leaves out comments, settings and the targets of links.
    private mutating func takeHidden(_ builder: inout DocumentBuilder) -> Bool {
        let line = lines[place]
        let isHidden: Bool
        switch language {
        case .org:
            if line.lowercased().hasPrefix("#+title:") {
                addHeading(String(line.dropFirst(8)), level: 1, &builder)
                place += 1
                return true
            }
            isHidden = line.hasPrefix("#+") || line.hasPrefix("# ") || [":PROPERTIES:", ":END:"].contains(line.trimmed)
        case .asciidoc:
            let isAttribute = line.hasPrefix(":") && line.dropFirst().contains(":") && !line.hasPrefix(": ")
            if let condition = ["ifdef::", "ifndef::", "ifeval::", "endif::"].first(where: line.hasPrefix),
                let start = line.firstIndex(of: "["), line.hasSuffix("]")
            {
                // What depends on a condition in one line is in its brackets.
                let words = line[line.index(after: start)...].dropLast()
                if condition != "ifeval::", condition != "endif::", !words.isEmpty { paragraph.append(String(words)) }
                place += 1
                return true
            }
            // The lines around an example.
            let isDelimiter = line.count >= 4 && line.allSatisfy { $0 == "=" }
            isHidden = isAttribute || isDelimiter || line.hasPrefix("//") && !line.hasPrefix("////")
        case .rst:
            if paragraph.isEmpty, Self.underline(line) != nil {
                closeLists(&builder)
                builder.add(.rule)
                place += 1
                return true
            }
            isHidden = line.hasPrefix(".. _") || line == ".." || line.hasPrefix(".. contents::")
            if line.hasPrefix(".. |") {
                flush(&builder)
                place += 1
                while place < lines.count, Self.indent(of: lines[place]) > 0, !lines[place].trimmed.isEmpty {
                    place += 1
                }
                return true
            }
        }
        if isHidden { place += 1 }
        return isHidden
    }

    // MARK: Lists

    private mutating func takeItem(_ builder: inout DocumentBuilder) -> Bool {
        guard let (indent, number, text) = item(lines[place]) else { return false }
        let isOrdered = number != nil
        flush(&builder)
        while let last = lists.last, indent < last.indent || indent == last.indent && isOrdered != last.isOrdered {
            builder.closeScopes(downTo: last.scopes)
            lists.removeLast()
        }
        if let last = lists.last, last.indent == indent {
            builder.closeScopes(downTo: last.scopes + 1)
        } else {
            lists.append(OpenList(indent: indent, isOrdered: isOrdered, scopes: builder.scopes.count))
            builder.open(.init(list: .init(id: builder.nextID(), number: number, isTight: true)))
        }
        builder.openItem()
        paragraph.append(text)
        place += 1
        return true
    }

    /// - Returns: a number for an item of an ordered list.
    private func item(_ line: String) -> (indent: Int, number: Int?, text: String)? {
        let indent = Self.indent(of: line)
        let text = line.dropFirst(indent)
        guard let space = text.firstIndex(of: " "), space > text.startIndex else { return nil }
        let (mark, rest) = (text[..<space], String(text[space...]))
        if language == .asciidoc, let first = mark.first, "*.".contains(first), mark.allSatisfy({ $0 == first }) {
            return (mark.count, first == "." ? 1 : nil, rest)
        }
        if ["-", "+"].contains(mark) || mark == "*" && language != .asciidoc { return (indent, nil, rest) }
        let isNumber = mark.dropLast().allSatisfy { $0.isASCII && $0.isNumber } || mark == "#."
        guard isNumber, mark.count > 1, mark.count < 6, let last = mark.last, ".)".contains(last) else { return nil }
        return (indent, Int(mark.dropLast()) ?? 1, rest)
    }

    /// Whether a line after an empty one goes on with the open item.
    private func isInItem(_ line: String) -> Bool { lists.last.map { Self.indent(of: line) > $0.indent } ?? true }

    private mutating func closeLists(_ builder: inout DocumentBuilder) {
        guard let first = lists.first else { return }
        builder.closeScopes(downTo: first.scopes)
        lists = []
    }
}
