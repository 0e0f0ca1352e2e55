import Foundation
import StargazerCore

/// Reads reStructuredText, Org and AsciiDoc: headings, lists, code, pictures and links. Whatever else they have shows as
/// it is written, so that no word is lost. The time is linear in the size of the text.
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

    private let language: Language
    private let inline: LightMarkupInline
    private let lines: [String]
    private var place = 0
    private var paragraph: [String] = []
    private var lists: [OpenList] = []
    /// The marks of headings in reStructuredText, in the order of their levels.
    private var underlines: [String] = []

    private init(_ text: String, _ language: Language) {
        self.language = language
        inline = LightMarkupInline(language: language)
        lines = CleanText.lines(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    static func read(_ text: String, _ language: Language, into builder: inout DocumentBuilder) {
        var reader = LightMarkup(text, language)
        reader.read(into: &builder)
    }

    private mutating func read(into builder: inout DocumentBuilder) {
        while place < lines.count {
            let line = lines[place]
            if line.trimmed.isEmpty {
                flush(&builder)
                place += 1
            } else if takeCode(&builder) || takeHeading(&builder) || takeHidden(&builder) || takeItem(&builder) {
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

    private mutating func flush(_ builder: inout DocumentBuilder) {
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
        return text.hasPrefix("|") || text.hasPrefix("+-") || text.hasPrefix("+=") || text.hasPrefix("===")
            || text.contains("   ")
    }

    private static func indent(of line: String) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }

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
        let indent = code.filter { !$0.trimmed.isEmpty }.map(Self.indent).min() ?? 0
        let text = code.map { String($0.dropFirst(min(indent, Self.indent(of: $0)))) }.joined(separator: "\n")
        let start = text.drop { $0 == "\n" }
        if !start.isEmpty { builder.add(code: String(start), language: CleanText.line(name, limit: 30)) }
    }

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
            isHidden = isAttribute || line.hasPrefix("//") && !line.hasPrefix("////")
        case .rst:
            if paragraph.isEmpty, Self.underline(line) != nil {
                closeLists(&builder)
                builder.add(.rule)
                place += 1
                return true
            }
            isHidden =
                line.hasPrefix(".. _") || line.hasPrefix(".. |") || line == ".." || line.hasPrefix(".. contents::")
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

/// Reads the marks within a paragraph of these languages.
struct LightMarkupInline {
    let language: LightMarkup.Language

    /// The most bytes between two marks.
    private static let maxLength = 500

    private struct Mark {
        var open: String
        var close: String
        var style: TextSpan.Style
    }

    private var marks: [Mark] {
        switch language {
        case .rst:
            [
                Mark(open: "``", close: "``", style: .code), Mark(open: "**", close: "**", style: .strong),
                Mark(open: "*", close: "*", style: .emphasis),
            ]
        case .org:
            [
                Mark(open: "=", close: "=", style: .code), Mark(open: "~", close: "~", style: .code),
                Mark(open: "*", close: "*", style: .strong), Mark(open: "/", close: "/", style: .emphasis),
            ]
        case .asciidoc:
            [
                Mark(open: "`", close: "`", style: .code), Mark(open: "*", close: "*", style: .strong),
                Mark(open: "_", close: "_", style: .emphasis),
            ]
        }
    }

    func add(_ text: String, to builder: inout DocumentBuilder) {
        let bytes = Array(text.utf8)
        let marks = marks.map { (open: Array($0.open.utf8), close: Array($0.close.utf8), style: $0.style) }
        var (start, place) = (0, 0)
        func word(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        while place < bytes.count {
            if let link = link(in: bytes, at: place) {
                add(plain: word(start..<place), to: &builder)
                if link.isPicture {
                    add(picture: link.address, link.text, target: nil, to: &builder)
                } else {
                    add(link.text, target: link.address, to: &builder)
                }
                (start, place) = (link.end, link.end)
                continue
            }
            let isAtStart = place == 0 || !bytes[place - 1].isAlphanumeric
            let found =
                isAtStart
                ? marks.lazy.compactMap { mark in
                    range(of: mark.open, mark.close, in: bytes, at: place).map { ($0, mark.style) }
                }
                .first : nil
            guard let (range, style) = found else {
                place += 1
                continue
            }
            add(plain: word(start..<place), to: &builder)
            if style == .code { builder.add(word(range), style) } else { add(plain: word(range), style, to: &builder) }
            let length = range.lowerBound - place
            (start, place) = (range.upperBound + length, range.upperBound + length)
        }
        add(plain: word(start..<bytes.count), to: &builder)
    }

    func add(picture address: String, _ alternative: String, target: String?, to builder: inout DocumentBuilder) {
        let link = target.flatMap(builder.baseURLs.target)
        if let link { builder.inline.append(.init(tag: "a", style: [], target: link)) }
        builder.add(builder.picture(address), alternative: alternative)
        if link != nil { builder.inline.removeLast() }
    }

    private func add(_ text: String, target address: String, to builder: inout DocumentBuilder) {
        builder.inline.append(.init(tag: "a", style: [], target: builder.baseURLs.target(address)))
        builder.add(text.isEmpty ? address : text)
        builder.inline.removeLast()
    }

    private func add(plain text: String, _ style: TextSpan.Style = [], to builder: inout DocumentBuilder) {
        for (place, part) in AutomaticLinks.parts(of: text).enumerated() where !part.isEmpty {
            guard !place.isMultiple(of: 2), let address = AutomaticLinks.address(of: part) else {
                builder.add(part, style)
                continue
            }
            builder.inline.append(.init(tag: "a", style: style, target: builder.baseURLs.target(address)))
            builder.add(part)
            builder.inline.removeLast()
        }
    }

    /// Returns what is between two marks that begin here.
    private func range(of open: [UInt8], _ close: [UInt8], in bytes: [UInt8], at place: Int) -> Range<Int>? {
        let start = place + open.count
        guard start < bytes.count, bytes[place..<start].elementsEqual(open), !bytes[start].isSpace,
            bytes[start] != open[0]
        else { return nil }
        var index = start + 1
        let limit = min(bytes.count - close.count, start + Self.maxLength)
        while index <= limit {
            let end = index + close.count
            if bytes[index] == close[0], bytes[index..<end].elementsEqual(close), !bytes[index - 1].isSpace,
                end == bytes.count || !bytes[end].isAlphanumeric
            {
                return start..<index
            }
            index += 1
        }
        return nil
    }

    private func link(
        in bytes: [UInt8], at place: Int
    ) -> (text: String, address: String, end: Int, isPicture: Bool)? {
        let first = bytes[place]
        switch language {
        case .org:
            guard first == UInt8(ascii: "["), let end = end(of: "]]", in: bytes, from: place + 2),
                place + 1 < bytes.count, bytes[place + 1] == first
            else { return nil }
            let parts = String(decoding: bytes[(place + 2)..<(end - 2)], as: UTF8.self).split(
                separator: "][", maxSplits: 1)
            guard let address = parts.first.map(String.init) else { return nil }
            return (parts.count > 1 ? String(parts[1]) : address, address, end, false)
        case .rst:
            guard first == UInt8(ascii: "`"), place == 0 || bytes[place - 1] != first,
                place + 1 < bytes.count, bytes[place + 1] != first,
                let end = end(of: ">`_", in: bytes, from: place + 1)
            else { return nil }
            let inside = String(decoding: bytes[(place + 1)..<(end - 3)], as: UTF8.self)
            guard let mark = inside.lastIndex(of: "<"), !inside.contains("`") else { return nil }
            let after = end < bytes.count && bytes[end] == UInt8(ascii: "_") ? end + 1 : end
            return (String(inside[..<mark]).trimmed, String(inside[inside.index(after: mark)...]), after, false)
        case .asciidoc:
            guard place == 0 || !bytes[place - 1].isAlphanumeric else { return nil }
            let rest = bytes[place...]
            guard
                let scheme = ["link:", "image::", "image:", "https://", "http://"].first(where: {
                    rest.starts(with: $0.utf8)
                })
            else { return nil }
            guard let open = self.end(of: "[", in: bytes, from: place),
                let close = self.end(of: "]", in: bytes, from: open)
            else { return nil }
            let isMacro = !scheme.hasPrefix("http")
            let from = isMacro ? place + scheme.utf8.count : place
            let address = String(decoding: bytes[from..<(open - 1)], as: UTF8.self)
            guard !address.isEmpty, !address.contains(where: \.isWhitespace) else { return nil }
            let text = String(decoding: bytes[open..<(close - 1)], as: UTF8.self)
            let isPicture = scheme.hasPrefix("image")
            let words = isPicture ? String(text.split(separator: ",").first ?? "") : text
            return (words.trimmed, address, close, isPicture)
        }
    }

    /// Returns the position after a text, if it is near.
    private func end(of text: String, in bytes: [UInt8], from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        var index = start
        let limit = min(bytes.count - wanted.count, start + Self.maxLength)
        while index <= limit {
            if bytes[index] == wanted[0], bytes[index..<(index + wanted.count)].elementsEqual(wanted) {
                return index + wanted.count
            }
            index += 1
        }
        return nil
    }
}
