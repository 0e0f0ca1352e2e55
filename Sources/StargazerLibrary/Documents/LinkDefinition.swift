/// A line that gives a label of links its address.
enum LinkDefinition {
    /// Returns its label; nil if the line is text. A footnote is text.
    static func label(_ source: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> String? {
        let (start, end) = (line.lowerBound, line.upperBound)
        guard start + 1 < end, source[start] == UInt8(ascii: "["), source[start + 1] != UInt8(ascii: "^"),
            let last = source[start..<end].firstIndex(of: UInt8(ascii: "]")), last + 1 < end,
            source[last + 1] == UInt8(ascii: ":")
        else { return nil }
        let address = source.skipSpace(from: last + 2, to: end)
        guard let after = addressEnd(source, from: address, to: end, isParenthesized: false), after > address else {
            return nil
        }
        let title = source.skipSpace(from: after, to: end)
        if title < end {
            guard title > after, let close = titleEnd(of: source[title]),
                let last = source[(title + 1)..<end].firstIndex(of: close),
                source.skipSpace(from: last + 1, to: end) == end
            else { return nil }
        }
        return normalized(source[start + 1..<last])
    }

    static func normalized(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        label.split(whereSeparator: \.isSpace).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            .lowercased()
    }

    /// Returns the end of an address, which has no spaces unless it is in angle brackets.
    static func addressEnd(
        _ source: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, isParenthesized: Bool = true
    ) -> Int? {
        if start < end, source[start] == UInt8(ascii: "<") {
            return source[start..<end].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
        }
        var depth = 0
        for index in start..<max(start, end) {
            let byte = source[index]
            if byte.isSpace { return index }
            guard isParenthesized else { continue }
            if byte == UInt8(ascii: "(") {
                depth += 1
                if depth > maxDepth { return nil }
            } else if byte == UInt8(ascii: ")") {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        return end
    }

    /// As in CommonMark.
    private static let maxDepth = 32

    /// Returns the mark that ends a title which begins with this one.
    static func titleEnd(of mark: UInt8) -> UInt8? {
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): mark
        case UInt8(ascii: "("): UInt8(ascii: ")")
        default: nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    func skipSpace(from start: Int, to end: Int) -> Int {
        guard start < end else { return end }
        return self[start..<end].firstIndex { !$0.isSpace } ?? end
    }
}
