import Foundation

/// Several qualifiers for owners, repositories, languages or licenses match if one of them does. All others must match.
struct SearchFilter: Sendable {
    static let names: Set<String> = [
        "in", "user", "org", "repo", "language", "topic", "topics", "license", "stars", "forks", "size", "created",
        "pushed", "archived", "fork", "mirror", "template", "is", "good-first-issues", "help-wanted-issues",
    ]
    /// Qualifiers of other kinds of search. GitHub refuses a query with only these, and ignores them next to others.
    static let foreignNames: Set<String> = [
        "assignee", "author", "commenter", "involves", "label", "mentions", "milestone", "state", "type",
    ]

    struct Fields: OptionSet, Sendable {
        let rawValue: Int
        static let name = Fields(rawValue: 1)
        static let description = Fields(rawValue: 2)
        static let topics = Fields(rawValue: 4)
        static let all: Fields = [.name, .description, .topics]
    }

    private typealias Test = @Sendable (any SearchCandidate) -> Bool
    private struct Condition: Sendable {
        var isNegated: Bool
        var matches: Test
    }

    private(set) var fields: Fields = .all
    /// Owners and repositories in the query. GitHub refuses the query when none of them exists.
    private(set) var owners: [String] = []
    private(set) var fullNames: [String] = []
    private(set) var hasForeignOnly = false
    private var languages: [String] = []
    private var licenses: [String] = []
    private var forks: String = "false"
    private var conditions: [Condition] = []

    init(_ parts: [SearchExpression.Part]) {
        var narrowed: Fields = []
        var known = 0
        var foreign = 0
        for case .qualifier(let name, let text, let isNegated) in parts {
            let value = text.lowercased()
            if Self.foreignNames.contains(name) || (name == "is" && !["public", "private"].contains(value)) {
                foreign += 1
                continue
            }
            known += 1
            switch name {
            case "in":
                for field in value.split(separator: ",") {
                    switch field {
                    case "name": narrowed.insert(.name)
                    case "description": narrowed.insert(.description)
                    case "topics": narrowed.insert(.topics)
                    default: break
                    }
                }
                if narrowed.isEmpty { narrowed = value.contains("readme") ? [] : .all }
            case "user" where !isNegated, "org" where !isNegated: owners.append(value)
            case "repo" where !isNegated: fullNames.append(value)
            case "language" where !isNegated: languages.append(value)
            case "license" where !isNegated: licenses.append(value)
            case "fork": forks = isNegated ? "false" : value
            default:
                if let matches = Self.condition(name, value) {
                    conditions.append(Condition(isNegated: isNegated, matches: matches))
                }
            }
            if name == "in" { fields = narrowed }
        }
        hasForeignOnly = foreign > 0 && known == 0
    }

    /// Returns the condition of a qualifier; nil for an invalid value: like GitHub, the search ignores it.
    private static func condition(_ name: String, _ value: String) -> Test? {
        switch name {
        case "user", "org": return { $0.owner.lowercased() == value }
        case "repo": return { "\($0.owner)/\($0.name)".lowercased() == value }
        case "language": return { isLanguage($0.language, value) }
        case "license": return { $0.license == value }
        case "topic": return { $0.topics.contains(value) }
        case "topics": return within(SearchRange.numbers(value)) { $0.topics.count }
        case "stars": return within(SearchRange.numbers(value)) { $0.stars }
        case "forks": return within(SearchRange.numbers(value)) { $0.forks }
        case "size": return within(SearchRange.numbers(value)) { $0.sizeInKilobytes }
        case "good-first-issues": return within(SearchRange.numbers(value)) { $0.issues / 20 }
        case "help-wanted-issues": return within(SearchRange.numbers(value)) { $0.issues / 10 }
        case "created": return within(SearchRange.dates(value)) { $0.created }
        case "pushed": return within(SearchRange.dates(value)) { $0.pushed }
        case "archived": return { $0.isArchived == (value == "true") }
        case "mirror": return { $0.isMirror == (value == "true") }
        case "template": return { $0.isTemplate == (value == "true") }
        case "is": return { _ in value == "public" }
        default: return nil
        }
    }

    private static func within(
        _ range: ClosedRange<Int>?, _ fact: @escaping @Sendable (any SearchCandidate) -> Int
    ) -> Test? {
        guard let range else { return nil }
        return { range.contains(fact($0)) }
    }

    func matches(_ candidate: some SearchCandidate) -> Bool {
        if forks == "only" ? !candidate.isFork : forks != "true" && candidate.isFork { return false }
        if !owners.isEmpty || !fullNames.isEmpty {
            let owner = candidate.owner.lowercased()
            let isListed = owners.contains(owner) || fullNames.contains("\(owner)/\(candidate.name.lowercased())")
            if !isListed { return false }
        }
        if !languages.isEmpty, !languages.contains(where: { Self.isLanguage(candidate.language, $0) }) { return false }
        if !licenses.isEmpty, !licenses.contains(where: { $0 == candidate.license }) { return false }
        return conditions.allSatisfy { $0.matches(candidate) != $0.isNegated }
    }

    private static let nicknames = [
        "bash": "shell", "cpp": "c++", "csharp": "c#", "golang": "go", "js": "javascript", "objc": "objective-c",
        "py": "python", "rs": "rust", "ts": "typescript", "vim-script": "vim script",
    ]

    private static func isLanguage(_ language: String?, _ requested: String) -> Bool {
        language?.lowercased() == (nicknames[requested] ?? requested)
    }
}

/// Parses `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `*..b`, `a..*`, with numbers or dates.
///
/// A date without a day or a time stands for its whole year, month or day.
enum SearchRange {
    static func numbers(_ text: String) -> ClosedRange<Int>? {
        parse(text) { Int($0).map { $0...$0 } }
    }

    /// Returns the range in seconds since 1970.
    static func dates(_ text: String) -> ClosedRange<Int>? { parse(text.uppercased(), span(ofDate:)) }

    private static func parse(_ text: String, _ span: (String) -> ClosedRange<Int>?) -> ClosedRange<Int>? {
        if let dots = text.range(of: "..") {
            let low = String(text[..<dots.lowerBound])
            let high = String(text[dots.upperBound...])
            let from = low == "*" ? Int.min : span(low)?.lowerBound
            let to = high == "*" ? Int.max : span(high)?.upperBound
            guard let from, let to, from <= to else { return nil }
            return from...to
        }
        if text.hasPrefix(">=") { return span(String(text.dropFirst(2))).map { $0.lowerBound...Int.max } }
        if text.hasPrefix("<=") { return span(String(text.dropFirst(2))).map { Int.min...$0.upperBound } }
        if text.hasPrefix(">") {
            guard let end = span(String(text.dropFirst()))?.upperBound, end < Int.max else { return nil }
            return (end + 1)...Int.max
        }
        if text.hasPrefix("<") {
            guard let start = span(String(text.dropFirst()))?.lowerBound, start > Int.min else { return nil }
            return Int.min...(start - 1)
        }
        return span(text)
    }

    private static func span(ofDate text: String) -> ClosedRange<Int>? {
        if text.contains("T") {
            let zoned =
                text.hasSuffix("Z") || text.dropFirst(11).contains { $0 == "+" || $0 == "-" } ? text : text + "Z"
            guard let date = try? Date(zoned, strategy: .iso8601) else { return nil }
            let second = Int(date.timeIntervalSince1970)
            return second...second
        }
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard (1...3).contains(numbers.count), (1000...9999).contains(numbers[0]) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1, day: numbers.count > 2 ? numbers[2] : 1)
        let unit: Calendar.Component = [.year, .month, .day][numbers.count - 1]
        guard let start = calendar.date(from: parts), parts.isValidDate(in: calendar),
            let end = calendar.date(byAdding: unit, value: 1, to: start)
        else { return nil }
        return Int(start.timeIntervalSince1970)...(Int(end.timeIntervalSince1970) - 1)
    }
}
