import StargazerCore
import StargazerLibrary

/// Reads the marks within a paragraph of these languages.
struct LightMarkupInline {
    let language: LightMarkup.Language
    /// What stands between two bars in reStructuredText, by its name in lower case.
    var substitutions: [String: RSTSubstitution] = [:]

    /// The most bytes between two marks.
    private static let maxLength = 500
    /// The most bytes of a text that stands for a name.
    private static let maxSubstitution = 1_000

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
            if let (substitution, end) = substitution(in: bytes, at: place), builder.takeRoom(for: substitution) {
                add(plain: word(start..<place), to: &builder)
                add(substitution, to: &builder)
                (start, place) = (end, end)
                continue
            }
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

    private func add(_ substitution: RSTSubstitution, to builder: inout DocumentBuilder) {
        guard substitution.isPicture else {
            let (text, isCut) = MarkdownReader.bounded(substitution.value, to: Self.maxSubstitution)
            if isCut { builder.markTruncated() }
            return add(plain: text, to: &builder)
        }
        let alternative = substitution.options["alt"] ?? substitution.name
        add(picture: substitution.value, alternative, target: substitution.options["target"], to: &builder)
    }

    /// Returns what stands for `|NAME|`, perhaps with the marks of a link after it, and the place after them.
    private func substitution(in bytes: [UInt8], at place: Int) -> (RSTSubstitution, end: Int)? {
        guard !substitutions.isEmpty, bytes[place] == UInt8(ascii: "|"),
            var end = end(of: "|", in: bytes, from: place + 1)
        else { return nil }
        let name = String(decoding: bytes[(place + 1)..<(end - 1)], as: UTF8.self)
        guard let found = substitutions[name.lowercased()] else { return nil }
        while end < bytes.count, bytes[end] == UInt8(ascii: "_") { end += 1 }
        return (found, end)
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
