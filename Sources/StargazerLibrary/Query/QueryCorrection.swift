/// What a part of a search text that is not understood probably means.
public struct QueryCorrection: Sendable, Hashable {
    /// The part as it should be: `archived:true`.
    public let word: String
    /// The corrected text.
    public let text: String
}

extension ParsedQuery {
    /// Returns a correction of the first part that is not understood; nil if its meaning is not clear.
    package func correction(rules: QueryRules) -> QueryCorrection? {
        for (place, part) in parts.enumerated() {
            let word: String? =
                switch part.role {
                case .qualifier(let use) where !use.typed.isEmpty && rules.problem(of: use) != nil:
                    rules.corrected(use).map { Self.word(use.name, $0) }
                case .unknownQualifier(let name): rules.corrected(name: name, in: part.text)
                default: nil
                }
            guard let word else { continue }
            var changed = parts
            changed[place].text = (part.text.hasPrefix("-") ? "-" : "") + word
            return QueryCorrection(word: word, text: changed.map(\.text).joined())
        }
        return nil
    }
}

extension QueryRules {
    fileprivate func corrected(_ use: ParsedQualifier) -> String? {
        guard let values = self[use.name]?.values else { return nil }
        let typed = use.typed.lowercased()
        let corrected: String? =
            switch values {
            case .choice, .choices: Self.choice(typed, of: listedValues(of: use.name))
            case .numbers: Self.number(typed)
            case .days: Self.days(typed)
            case .words: self[use.name]?.nearestSpelling(of: typed) ?? (use.name == .sort ? sortKey(typed) : nil)
            }
        guard let corrected,
            qualifier(named: use.name.rawValue, value: corrected, isNegated: false)?.value != .unreadable
        else { return nil }
        return corrected
    }

    /// - Parameter part: the name and the value.
    fileprivate func corrected(name typed: String, in part: String) -> String? {
        let names = Set(qualifiers.map(\.name) + aliases.map(\.name)).map(\.rawValue).sorted()
        guard let name = Self.nearest(typed.lowercased(), of: names), let colon = part.firstIndex(of: ":") else {
            return nil
        }
        let value = part[part.index(after: colon)...].filter { $0 != "\"" }
        guard qualifier(named: name, value: value, isNegated: false).map({ $0.value != .unreadable }) == true else {
            return nil
        }
        return ParsedQuery.word(QualifierName(rawValue: name), value)
    }

    /// Returns the key that a word of another program means, or that begins like it.
    private func sortKey(_ typed: String) -> String? {
        let others = ["date": "added", "newest": "added", "recent": "added", "title": "name", "pushed-at": "pushed"]
        let keys = self[.sort]?.spellings ?? []
        return [others[typed], Self.nearest(typed, of: keys)].compactMap(\.self).first { keys.contains($0) }
    }

    private static func choice(_ typed: String, of listed: [String]) -> String? {
        if listed.contains("true") {
            if ["yes", "y", "1", "on"].contains(typed) { return "true" }
            if ["no", "n", "0", "off"].contains(typed) { return "false" }
        }
        return nearest(typed, of: listed)
    }

    /// Returns the word that begins like the typed one or differs in few letters.
    private static func nearest(_ typed: String, of words: [String]) -> String? {
        guard typed.count >= 3 else { return nil }
        return words.first { $0.hasPrefix(typed) } ?? words.first { WordDistance.isOneEdit(typed, $0) }
            ?? words.first { typed.hasPrefix($0) && $0.count >= 3 }
    }

    /// Corrects `1,000+`, `1000 or more` and `10-50`.
    private static func number(_ typed: String) -> String? {
        var text = typed.filter { !", _'".contains($0) }
        text.replace("=>", with: ">=")
        text.replace("=<", with: "<=")
        if text.hasSuffix("+") { return ">=" + text.dropLast() }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        return ends.count == 2 ? ends.joined(separator: "..") : text
    }

    /// Corrects `2024/5/31`, `2024+` and `<2years`.
    private static func days(_ typed: String) -> String? {
        var text = typed.filter { $0 != " " }
        text.replace("=>", with: ">=")
        text.replace("=<", with: "<=")
        for (unit, letter) in [("day", "d"), ("week", "w"), ("month", "m"), ("year", "y")] {
            for name in [unit + "s", unit] where text.hasSuffix(name) {
                return text.dropLast(name.count) + letter
            }
        }
        if text.hasSuffix("+") { text = ">=" + text.dropLast() }
        let sign = text.prefix { "<>=".contains($0) }
        let parts = text.dropFirst(sign.count).split(whereSeparator: { "/.-".contains($0) })
        guard (1...3).contains(parts.count) else { return nil }
        return sign + parts.map { $0.count == 1 ? "0" + $0 : String($0) }.joined(separator: "-")
    }
}

/// How far words are apart in letters.
enum WordDistance {
    /// Returns the number of letters to add, drop, change or exchange with the next one; nil for more than two.
    package static func edits(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int? {
        var (before, last) = ([Int](), Array(0...other.count))
        for row in one.indices {
            var next = [row + 1]
            for column in other.indices {
                var least = min(last[column + 1], next[column]) + 1
                least = min(least, last[column] + (one[row] == other[column] ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            guard next.contains(where: { $0 <= 2 }) else { return nil }
            (before, last) = (last, next)
        }
        return last[other.count] <= 2 ? last[other.count] : nil
    }

    /// Whether one letter more, less or other, or two letters in the other order, make one word of the other.
    static func isOneEdit(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
        guard abs(one.count - other.count) <= 1, one != other else { return false }
        let start = zip(one, other).prefix { $0 == $1 }.count
        let (rest, otherRest) = (one[start...], other[start...])
        if one.count == other.count {
            if rest.dropFirst() == otherRest.dropFirst() { return true }
            return rest.count > 1 && rest.dropFirst(2).elementsEqual(otherRest.dropFirst(2))
                && rest.first == otherRest.dropFirst().first && rest.dropFirst().first == otherRest.first
        }
        return one.count > other.count
            ? rest.dropFirst().elementsEqual(otherRest) : otherRest.dropFirst().elementsEqual(rest)
    }
}
