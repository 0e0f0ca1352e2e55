import Foundation

/// Repositories computed from a number, so a broad query finds thousands that use no memory until they are shown.
struct GeneratedRepositories: Sendable {
    static let firstID = 500_000_000
    static let stride = 10_000
    /// Leaves a little over 2,500 repositories of each subject without forks.
    static let perSubject = 2_700

    /// The time that "days ago" counts from, in seconds since 1970.
    let reference: Int

    var ids: [Int] {
        Vocabulary.subjects.indices.flatMap { subject in
            (0..<Self.perSubject).map { Self.firstID + subject * Self.stride + $0 }
        }
    }

    subscript(id: Int) -> GeneratedRepository? {
        let offset = id - Self.firstID
        let (subject, number) = offset.quotientAndRemainder(dividingBy: Self.stride)
        guard offset >= 0, subject < Vocabulary.subjects.count, number < Self.perSubject else { return nil }
        return GeneratedRepository(id: id, subject: subject, number: number, reference: reference)
    }

    /// Returns the repository with that name. It searches only the subject that the name begins with.
    func find(fullName: String) -> GeneratedRepository? {
        let wanted = fullName.lowercased()
        guard let slash = wanted.firstIndex(of: "/") else { return nil }
        let name = wanted[wanted.index(after: slash)...]
        for (subject, word) in Vocabulary.subjects.enumerated() where name.hasPrefix("\(word.name)-") {
            for number in 0..<Self.perSubject {
                let id = Self.firstID + subject * Self.stride + number
                let one = GeneratedRepository(id: id, subject: subject, number: number, reference: reference)
                if one.name == name, "\(one.owner)/\(one.name)" == wanted { return one }
            }
        }
        return nil
    }
}

struct GeneratedRepository: Sendable {
    let id: Int
    let subject: Int
    let number: Int
    let reference: Int
    private let seed: Seed

    init(id: Int, subject: Int, number: Int, reference: Int) {
        self.id = id
        self.subject = subject
        self.number = number
        self.reference = reference
        seed = Seed(id)
    }

    // Counts like the digits of a number: every pair of words occurs once.
    var adjective: Int { number % Vocabulary.adjectives.count }
    var noun: Int { number / Vocabulary.adjectives.count }
    var template: Int { seed.pick(1, below: Vocabulary.templates.count) }
    var ownerFirst: Int { seed.pick(2, below: Vocabulary.ownerFirsts.count) }
    var ownerSecond: Int { seed.pick(3, below: Vocabulary.ownerSeconds.count) }

    var name: String {
        "\(Vocabulary.subjects[subject].name)-\(Vocabulary.adjectives[adjective])-\(Vocabulary.nouns[noun])"
    }
    var owner: String { "\(Vocabulary.ownerFirsts[ownerFirst])-\(Vocabulary.ownerSeconds[ownerSecond])" }

    var summary: String? {
        guard hasSummary else { return nil }
        return Vocabulary.templates[template]
            .replacing("{adjective}", with: Vocabulary.adjectives[adjective])
            .replacing("{noun}", with: Vocabulary.nouns[noun])
            .replacing("{subject}", with: Vocabulary.subjects[subject].title)
    }
    var hasSummary: Bool { seed.pick(4, below: 25) != 0 }

    /// Few repositories have many stars, most have some, every seventh has none.
    var stars: Int {
        guard seed.pick(5, below: 7) != 0 else { return 0 }
        return 4_200 / (1 + seed.pick(6, below: 900)) + seed.pick(7, below: 24)
    }
    var forks: Int { stars / (4 + seed.pick(8, below: 12)) }
    var issues: Int { seed.pick(9, below: 3 + stars / 20) }
    var language: String? {
        if seed.pick(10, below: 40) == 0 { return nil }
        if seed.pick(11, below: 10) < 7 { return Vocabulary.subjects[subject].language }
        return Vocabulary.languages[seed.pick(12, below: Vocabulary.languages.count)]
    }
    var license: String? {
        if seed.pick(13, below: 5) == 0 { return nil }
        return Vocabulary.licenses[seed.pick(14, below: Vocabulary.licenses.count)]
    }
    var created: Int { reference - (seed.pick(15, below: 3_600) + 30) * 86_400 }
    var pushed: Int { created + Int(Double(reference - created) * Double(seed.pick(16, below: 1_000)) / 1_000) }
    var isArchived: Bool { seed.pick(17, below: 25) == 0 }
    var isTemplate: Bool { seed.pick(18, below: 100) == 0 }
    var isFork: Bool { seed.pick(19, below: 40) == 0 }
    var fullName: String { "\(owner)/\(name)" }
    /// The repository that a fork was forked from: the next one of its subject that is no fork.
    var original: GeneratedRepository {
        var next = self
        repeat {
            let number = (next.number + 1) % GeneratedRepositories.perSubject
            next = GeneratedRepository(
                id: next.id - next.number + number, subject: subject, number: number, reference: reference)
        } while next.isFork
        return next
    }
    var topics: [String] { [Vocabulary.subjects[subject].name, Vocabulary.nouns[noun]] }
    var homepage: String? { seed.pick(20, below: 10) == 0 ? "https://\(name).example.org/" : "" }

    var materialized: SampleRepository {
        SampleRepository(
            id: id, owner: owner, name: name, summary: summary, stars: stars, forks: forks, issues: issues,
            language: language, license: license, homepage: homepage, topics: topics, created: created, pushed: pushed,
            isArchived: isArchived, isTemplate: isTemplate,
            parent: isFork ? original.fullName : nil)
    }
}
