import Foundation

/// Reads the tables of sample repositories. Text compiles quickly; hundreds of initializers do not.
///
/// A record is a line of facts, then an indented line with the description, if there is one:
/// `owner/name|stars|forks|issues|language|license|created|pushed|topics|homepage|marks`. `created` is a month, or
/// hours before the start such as `40h`; `pushed` is hours before the start; `-` stands for null. Marks are `user` (the
/// owner is a person), `archived`, `template`, `fork=OWNER/NAME`, `mirror=ADDRESS`.
struct SampleTable {
    let repositories: [SampleRepository]
    /// The logins of owners that are people. All others are organizations.
    let people: Set<String>

    /// - Parameter reference: The time that "hours ago" counts from, in seconds since 1970.
    init(_ tables: [String], reference: Int) {
        var repositories: [SampleRepository] = []
        var people: Set<String> = []
        for line in tables.flatMap({ $0.split(separator: "\n") }) {
            if line.hasPrefix("    ") {
                if !repositories.isEmpty { repositories[repositories.count - 1].summary = String(line.dropFirst(4)) }
                continue
            }
            let facts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard facts.count == 11, let slash = facts[0].firstIndex(of: "/") else { continue }
            var repository = SampleRepository(
                id: 10_000_000 + repositories.count * 7_918, owner: String(facts[0][..<slash]),
                name: String(facts[0][facts[0].index(after: slash)...]), stars: Int(facts[1]) ?? 0,
                forks: Int(facts[2]) ?? 0, issues: Int(facts[3]) ?? 0, language: Self.text(facts[4]),
                license: Self.text(facts[5]), homepage: Self.text(facts[9]),
                topics: facts[8].split(separator: ",").map(String.init),
                created: Self.created(facts[6], reference: reference),
                pushed: reference - (Int(facts[7]) ?? 0) * 3600)
            for mark in facts[10].split(separator: ",") {
                let halves = mark.split(separator: "=", maxSplits: 1).map(String.init)
                switch halves[0] {
                case "user": people.insert(repository.owner.lowercased())
                case "archived": repository.isArchived = true
                case "template": repository.isTemplate = true
                case "fork": repository.parent = halves.last
                case "mirror": repository.mirrorOf = halves.last
                default: break
                }
            }
            repositories.append(repository)
        }
        self.repositories = repositories
        self.people = people
    }

    private static func text(_ field: String) -> String? { field == "-" ? nil : field }

    private static func created(_ field: String, reference: Int) -> Int {
        field.hasSuffix("h") ? reference - (Int(field.dropLast()) ?? 0) * 3600 : month(field)
    }

    static func month(_ field: String) -> Int {
        Int((try? Date("\(field)-01T09:00:00Z", strategy: .iso8601))?.timeIntervalSince1970 ?? 0)
    }
}
