import Foundation

enum PeopleSort: String, Sendable { case followers, repositories, joined }

/// Finds people like GitHub's search: every word must be in the login or the name, and every qualifier must match.
struct PeopleSearch: Sendable {
    static let qualifiers: Set<String> = [
        "type", "location", "followers", "repos", "created", "in", "user", "org", "language",
    ]

    private let words: [(text: String, isNegated: Bool)]
    private let tests: [@Sendable (SamplePerson) -> Bool]

    init(_ text: SearchExpression) {
        var words: [(text: String, isNegated: Bool)] = []
        var tests: [@Sendable (SamplePerson) -> Bool] = []
        for part in text.parts {
            switch part {
            case .word(let text, let isNegated): words.append((text, isNegated))
            case .qualifier(let name, let value, let isNegated):
                if let matches = Self.test(name, value.lowercased()) { tests.append { matches($0) != isNegated } }
            case .or: break
            }
        }
        (self.words, self.tests) = (words, tests)
    }

    /// Returns the matches in the requested order. Ties are ordered by number, so pages do not overlap.
    func found(among people: [SamplePerson], sort: PeopleSort?, ascending: Bool) -> [SamplePerson] {
        var hits: [(key: Int, person: SamplePerson)] = []
        for person in people {
            guard let relevance = relevance(of: person), tests.allSatisfy({ $0(person) }) else { continue }
            switch sort {
            case .followers: hits.append((person.followers, person))
            case .repositories: hits.append((person.repositories, person))
            case .joined: hits.append((person.created, person))
            case nil: hits.append((relevance + Int(40 * log2(Double(person.followers + 1))), person))
            }
        }
        let isAscending = ascending && sort != nil
        hits.sort { a, b in
            a.key == b.key ? a.person.id < b.person.id : isAscending ? a.key < b.key : a.key > b.key
        }
        return hits.map(\.person)
    }

    private func relevance(of person: SamplePerson) -> Int? {
        let (login, name) = (person.listedLogin.lowercased(), person.name?.lowercased() ?? "")
        var sum = 0
        for word in words {
            let hit = login == word.text ? 1_000 : login.contains(word.text) ? 500 : name.contains(word.text) ? 300 : 0
            guard (hit == 0) == word.isNegated else { return nil }
            sum += hit
        }
        return sum
    }

    /// Returns the test of a qualifier; nil for an invalid value. Like GitHub, the search ignores such a qualifier.
    private static func test(_ name: String, _ value: String) -> (@Sendable (SamplePerson) -> Bool)? {
        switch name {
        case "type": return { $0.isOrganization == (value == "org" || value == "organization") }
        case "location": return { $0.location?.lowercased().contains(value) == true }
        case "user", "org": return { $0.listedLogin.lowercased() == value }
        case "followers": return within(SearchRange.numbers(value)) { $0.followers }
        case "repos": return within(SearchRange.numbers(value)) { $0.repositories }
        case "created": return within(SearchRange.dates(value)) { $0.created }
        default: return nil
        }
    }

    private static func within(
        _ range: ClosedRange<Int>?, _ fact: @escaping @Sendable (SamplePerson) -> Int
    ) -> (@Sendable (SamplePerson) -> Bool)? {
        guard let range else { return nil }
        return { range.contains(fact($0)) }
    }
}
