public import Foundation

/// A search text split into parts, which joined together give the text. Text that is not understood counts as words.
public struct ParsedQuery: Sendable, Equatable {
    public struct Part: Sendable, Equatable {
        public enum Role: Sendable, Equatable {
            case space
            case word
            /// `AND`, `OR`
            case link
            /// `NOT`, and a hyphen before a parenthesis
            case negation
            case openingParenthesis
            /// Closes a group that is open. Any other closing parenthesis belongs to a word.
            case closingParenthesis
            case qualifier(ParsedQualifier)
            /// Looks like a qualifier, with a name that the catalog does not have. Where parentheses do not group, a
            /// qualifier right after one is such a part: `(language:rust`.
            case unknownQualifier(name: String)
        }

        public var text: String
        public var role: Role
    }

    public private(set) var parts: [Part]
    /// Whether the text ends inside a quotation.
    public let isQuoteOpen: Bool

    /// The rest of a longer text counts as one word: no search is that long.
    static let maxLength = 4_096

    public init(_ text: String, rules: QueryRules) {
        var reading = Reading(text.prefix(Self.maxLength), hasGroups: rules.hasParentheses)
        var isNegated = false
        // Whether each open group is negated.
        var groups: [Bool] = []
        parts = []
        while let piece = reading.next() {
            let role =
                piece.role ?? Self.role(of: piece.text, isNegated: isNegated || groups.contains(true), rules)
            parts.append(Part(text: String(piece.text), role: role))
            switch role {
            case .space: continue
            case .openingParenthesis: groups.append(isNegated)
            case .closingParenthesis: _ = groups.popLast()
            default: break
            }
            isNegated = role == .negation
        }
        isQuoteOpen = reading.isQuoteOpen
        let rest = text.dropFirst(Self.maxLength)
        if !rest.isEmpty { parts.append(Part(text: String(rest), role: .word)) }
    }

    public var text: String { parts.lazy.map(\.text).joined() }

    /// The qualifiers, with their indices in `parts`.
    public var qualifiers: [(place: Int, use: ParsedQualifier)] {
        parts.enumerated().compactMap { place, part in
            if case .qualifier(let use) = part.role { (place, use) } else { nil }
        }
    }

    private static func role(of piece: Substring, isNegated: Bool, _ rules: QueryRules) -> Part.Role {
        if piece.first?.isWhitespace == true { return .space }
        if rules.maxOperators != nil {
            switch piece {
            case "AND", "OR": return .link
            case "NOT": return .negation
            default: break
            }
        }
        let bare = piece.first == "-" ? piece.dropFirst() : piece
        guard !rules.qualifiers.isEmpty, let colon = bare.firstIndex(of: ":") else { return .word }
        let (key, value) = (bare[..<colon], bare[bare.index(after: colon)...])
        let negates = isNegated || piece.first == "-"
        if let use = rules.qualifier(
            named: String(key), value: String(value.filter { $0 != "\"" }), isNegated: negates)
        {
            return .qualifier(use)
        }
        let inside = key.drop { $0 == "(" }
        if inside != key, rules[QualifierName(rawValue: inside.lowercased())] != nil {
            return .unknownQualifier(name: String(key))
        }
        // Neither an address nor a name that contains colons, such as `std::move`.
        let isName = key.first?.isLetter == true && key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
        return isName && !value.isEmpty && !value.hasPrefix("/") && !value.contains(":")
            ? .unknownQualifier(name: String(key)) : .word
    }

    /// Splits a text into runs of white space and of other characters; a quotation belongs to one run.
    private struct Reading {
        private var rest: Substring
        private let hasGroups: Bool
        private var openGroups = 0
        var isQuoteOpen = false

        init(_ text: Substring, hasGroups: Bool) {
            rest = text
            self.hasGroups = hasGroups
        }

        /// - Returns: the next piece, with its role if it groups others.
        mutating func next() -> (text: Substring, role: Part.Role?)? {
            guard let first = rest.first else { return nil }
            if hasGroups, let role = groupRole(first) { return (take(to: rest.index(after: rest.startIndex)), role) }
            let isSpace = first.isWhitespace
            var end = rest.startIndex
            // Parentheses inside the word, as in `f(x)`.
            var open = 0
            while end < rest.endIndex {
                let character = rest[end]
                if !isQuoteOpen {
                    if character.isWhitespace != isSpace { break }
                    if character == "(" { open += 1 }
                    if character == ")" {
                        if open == 0, openGroups > 0 { break }
                        open = max(0, open - 1)
                    }
                }
                if character == "\"" { isQuoteOpen.toggle() }
                end = rest.index(after: end)
            }
            return (take(to: end), nil)
        }

        private mutating func groupRole(_ first: Character) -> Part.Role? {
            switch first {
            case "-" where rest.dropFirst().first == "(": return .negation
            case "(":
                openGroups += 1
                return .openingParenthesis
            case ")" where openGroups > 0:
                openGroups -= 1
                return .closingParenthesis
            default: return nil
            }
        }

        private mutating func take(to end: Substring.Index) -> Substring {
            defer { rest = rest[end...] }
            return rest[..<end]
        }
    }
}

// MARK: Editing

extension ParsedQuery {
    /// Returns the text without some parts, the operators that linked or negated them, and empty parentheses.
    public func text(without places: Set<Int>) -> String {
        let nonSpaceIndices = parts.indices.filter { parts[$0].role != .space }
        let places = places.union(groups(emptiedBy: places))
        var removed = places
        for (index, place) in nonSpaceIndices.enumerated() where places.contains(place) {
            var neighbor = index - 1
            while neighbor >= 0, parts[nonSpaceIndices[neighbor]].isOperator {
                removed.insert(nonSpaceIndices[neighbor])
                neighbor -= 1
            }
            neighbor = index + 1
            let before = nonSpaceIndices[..<index].last { !removed.contains($0) }
            while neighbor < nonSpaceIndices.count, parts[nonSpaceIndices[neighbor]].role == .link,
                before.map({ parts[$0].role == .openingParenthesis }) ?? true
            {
                removed.insert(nonSpaceIndices[neighbor])
                neighbor += 1
            }
        }
        var left: [Part] = []
        for place in parts.indices where !removed.contains(place) {
            let isBlank = parts[place].role == .space
            if removed.contains(place - 1) {
                if isBlank, left.last?.role == .openingParenthesis { continue }
                if parts[place].role == .closingParenthesis, left.last?.role == .space { left.removeLast() }
            }
            if isBlank, left.last?.role == .space || (left.isEmpty && place > 0) { continue }
            left.append(parts[place])
        }
        if left.last?.role == .space, nonSpaceIndices.last.map(removed.contains) == true { left.removeLast() }
        return left.map(\.text).joined()
    }

    /// Returns the text without the qualifiers that mean nothing under other rules.
    package func text(knownTo rules: QueryRules) -> String {
        let unknown = qualifiers.map(\.place).filter { place in
            let part = ParsedQuery(parts[place].text, rules: rules)
            return part.qualifiers.isEmpty
                || rules.problems(in: part.text).contains { if case .unfamiliarValue = $0 { false } else { true } }
        }
        return unknown.isEmpty ? text : text(without: Set(unknown))
    }

    /// Returns the parentheses that contain none but these parts, and at least one of them.
    private func groups(emptiedBy places: Set<Int>) -> Set<Int> {
        var emptied: Set<Int> = []
        // The index of each open parenthesis, and whether the group has lost a part and kept one.
        var open: [(place: Int, hasLost: Bool, hasKept: Bool)] = []
        for (index, part) in parts.enumerated() {
            switch part.role {
            case .openingParenthesis: open.append((index, false, false))
            case .closingParenthesis:
                guard let group = open.popLast() else { continue }
                let isEmptied = group.hasLost && !group.hasKept
                if isEmptied { emptied.formUnion([group.place, index]) }
                guard !open.isEmpty else { continue }
                if isEmptied { open[open.count - 1].hasLost = true } else { open[open.count - 1].hasKept = true }
            case .space, .link, .negation: continue
            case .word, .qualifier, .unknownQualifier:
                guard !open.isEmpty else { continue }
                if places.contains(index) {
                    open[open.count - 1].hasLost = true
                } else {
                    open[open.count - 1].hasKept = true
                }
            }
        }
        return emptied
    }

    /// Returns the text with these values of a qualifier instead of its current ones. Negated qualifiers stay.
    public func text(setting name: QualifierName, to values: [String]) -> String {
        let old = qualifiers.filter { $0.use.name == name && !$0.use.isNegated }.map(\.place)
        let words = values.map { Self.word(name, $0) }
        if old.count == words.count {
            var changed = parts
            for (place, word) in zip(old, words) { changed[place].text = word }
            return changed.map(\.text).joined()
        }
        let unchanged = text(without: Set(old))
        let gap = unchanged.isEmpty || words.isEmpty || unchanged.last?.isWhitespace == true ? "" : " "
        return unchanged + gap + words.joined(separator: " ")
    }

    /// Returns the text with another word, ignoring case and accents; nil if the word is not in it. Quotations stay.
    package func replacing(_ word: String, with other: String) -> String? {
        var changed = parts
        var isFound = false
        for place in parts.indices where parts[place].role == .word && !parts[place].text.contains("\"") {
            let text = parts[place].text
            guard
                let found = text.range(
                    of: word, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]),
                !text[..<found.lowerBound].contains(where: \.isLetter),
                !text[found.upperBound...].contains(where: \.isLetter)
            else { continue }
            changed[place].text.replaceSubrange(found, with: other)
            isFound = true
        }
        return isFound ? changed.map(\.text).joined() : nil
    }

    /// The order that the text asks for; nil for none.
    public var sort: ItemOrder? {
        let typed = qualifiers.last { $0.use.name == .sort && !$0.use.isNegated }?.use
        guard let typed, case .word(let value) = typed.value else { return nil }
        for (ending, direction) in [("-asc", SortDirection.ascending), ("-desc", .descending)]
        where value.hasSuffix(ending) {
            return ItemOrder(SortKey(rawValue: String(value.dropLast(ending.count))), direction)
        }
        return ItemOrder(SortKey(rawValue: value))
    }

    public var withoutSort: String { text(without: Set(qualifiers.filter { $0.use.name == .sort }.map(\.place))) }

    /// Returns the text in the catalog's own spelling, without an order: `lang:c pushed:<1y` becomes
    /// `language:c pushed:<2025-11-27`.
    public func catalogText(rules: QueryRules, now: Date) -> String {
        var changed = self
        for (place, use) in qualifiers {
            guard let word = use.catalogWord(now: now) else { continue }
            // An operator before it negates too.
            let isNegated = parts[place].text.hasPrefix("-") != (use.alias?.isNegated ?? false)
            changed.parts[place].text = (isNegated ? "-" : "") + word
        }
        return ParsedQuery(changed.text, rules: rules).withoutSort
    }

    /// The words without qualifiers, with the operators between them.
    public var withoutQualifiers: String {
        text(without: Set(parts.indices.filter { parts[$0].role.isQualifier }))
    }

    /// Whether the text ends in the beginning of a known value, and is not one: `language:ru`.
    package var endsInListedValue: Bool {
        guard case .qualifier(let use)? = parts.last?.role, let known = use.listed, !use.typed.isEmpty else {
            return false
        }
        let typed = use.typed.lowercased()
        let values = known.lazy.map { $0.lowercased() }
        return values.contains { $0.hasPrefix(typed) } && !values.contains(typed)
    }

    /// Returns a qualifier as written in a search. Values with white space or parentheses are quoted.
    package static func word(_ name: QualifierName, _ value: String) -> String {
        let value = value.filter { $0 != "\"" }
        let isQuoted = value.contains { $0.isWhitespace || "()".contains($0) }
        return isQuoted ? "\(name.rawValue):\"\(value)\"" : "\(name.rawValue):\(value)"
    }
}

extension ParsedQuery.Part.Role {
    /// Whether it is a qualifier, even one that does not count because of a parenthesis before it.
    fileprivate var isQualifier: Bool {
        switch self {
        case .qualifier: true
        case .unknownQualifier(let name): name.hasPrefix("(")
        case .space, .word, .link, .negation, .openingParenthesis, .closingParenthesis: false
        }
    }
}

extension ParsedQuery.Part {
    package var isOperator: Bool { role == .link || role == .negation }
}
