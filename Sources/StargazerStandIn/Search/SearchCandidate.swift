import Foundation

/// The searchable fields of a repository, known or generated.
protocol SearchCandidate: Sendable {
    var id: Int { get }
    var owner: String { get }
    var name: String { get }
    var stars: Int { get }
    var forks: Int { get }
    var issues: Int { get }
    var sizeInKilobytes: Int { get }
    var language: String? { get }
    var license: String? { get }
    var topics: [String] { get }
    var created: Int { get }
    var pushed: Int { get }
    var isArchived: Bool { get }
    var isFork: Bool { get }
    var isMirror: Bool { get }
    var isTemplate: Bool { get }
    /// Returns how well a term matches, from 1; nil when it does not.
    func relevance(of term: SearchTerm, in fields: SearchFilter.Fields) -> Int?
}

/// A word or phrase, with its matches in the whole vocabulary computed in advance.
struct SearchTerm: Sendable {
    fileprivate struct Hits: Sendable {
        let subjects: [Bool]
        let adjectives: [Bool]
        let nouns: [Bool]
        let templates: [Bool]
        let ownerFirsts: [Bool]
        let ownerSeconds: [Bool]

        init(_ text: String) {
            subjects = Vocabulary.subjects.map { $0.name.contains(text) || $0.title.lowercased().contains(text) }
            adjectives = Vocabulary.adjectives.map { $0.contains(text) }
            nouns = Vocabulary.nouns.map { $0.contains(text) }
            templates = Vocabulary.templates.map { template in
                template.split { $0 == "{" || $0 == "}" }.contains { piece in
                    !Vocabulary.placeholders.contains(String(piece)) && piece.lowercased().contains(text)
                }
            }
            ownerFirsts = Vocabulary.ownerFirsts.map { $0.contains(text) }
            ownerSeconds = Vocabulary.ownerSeconds.map { $0.contains(text) }
        }

        func isAnywhere(in one: GeneratedRepository) -> Bool {
            subjects[one.subject] || nouns[one.noun] || adjectives[one.adjective] || templates[one.template]
                || ownerFirsts[one.ownerFirst] || ownerSeconds[one.ownerSecond]
        }
    }

    let text: String
    let isNegated: Bool
    fileprivate let hits: Hits
    /// Letter runs of a term that can span words. Each must occur somewhere before the whole text is searched.
    fileprivate let pieces: [Hits]?

    init(_ text: String, isNegated: Bool) {
        self.text = text
        self.isNegated = isNegated
        hits = Hits(text)
        let isOneWord = text.allSatisfy(\.isLetter)
        pieces = isOneWord ? nil : text.split { !$0.isLetter }.map { Hits(String($0)) }
    }
}

extension SampleRepository: SearchCandidate {
    var isFork: Bool { parent != nil }
    var isMirror: Bool { mirrorOf != nil }

    func relevance(of term: SearchTerm, in fields: SearchFilter.Fields) -> Int? {
        let name = name.lowercased()
        if fields.contains(.name) {
            if name == term.text { return 1_000 }
            if name.contains(term.text) { return 600 }
            if fullName.lowercased().contains(term.text) { return 400 }
        }
        if fields.contains(.topics), topics.contains(where: { $0.contains(term.text) }) { return 500 }
        if fields.contains(.description), let summary, summary.lowercased().contains(term.text) { return 300 }
        return nil
    }
}

extension GeneratedRepository: SearchCandidate {
    var sizeInKilobytes: Int { 40 + Int(Seed(id).value % 90_000) }
    var isMirror: Bool { false }

    func relevance(of term: SearchTerm, in fields: SearchFilter.Fields) -> Int? {
        if let pieces = term.pieces {
            guard pieces.allSatisfy({ $0.isAnywhere(in: self) }) else { return nil }
            if fields.contains(.name), "\(owner)/\(name)".contains(term.text) { return 60 }
            let isDescribed = fields.contains(.description) && summary?.lowercased().contains(term.text) == true
            return isDescribed ? 30 : nil
        }
        let hits = term.hits
        let isInSubject = hits.subjects[subject]
        let isInNoun = hits.nouns[noun]
        if fields.contains(.name), isInSubject || isInNoun || hits.adjectives[adjective] { return 60 }
        if fields.contains(.topics), isInSubject || isInNoun { return 50 }
        if fields.contains(.description), hasSummary {
            if isInSubject || isInNoun || hits.templates[template] { return 30 }
            if hits.adjectives[adjective], Vocabulary.templates[template].contains("{adjective}") { return 30 }
        }
        return nil
    }
}
