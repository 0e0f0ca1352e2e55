import Foundation

/// What a search looks at, whether the repository is written down or worked out from its number.
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
    /// How well a term fits, from 1; nil when it is not there.
    func relevance(of term: SearchTerm, in fields: SearchFilter.Fields) -> Int?
}

/// A word or phrase, with the answer to "is it in that word?" ready for the whole vocabulary.
struct SearchTerm: Sendable {
    let text: String
    let isNegated: Bool
    fileprivate let inSubjects: [Bool]
    fileprivate let inAdjectives: [Bool]
    fileprivate let inNouns: [Bool]
    fileprivate let inTemplates: [Bool]
    /// It may lie across words of a name or a sentence, so that only the whole text tells.
    fileprivate let spansWords: Bool

    init(_ text: String, isNegated: Bool) {
        self.text = text
        self.isNegated = isNegated
        inSubjects = Vocabulary.subjects.map { $0.name.contains(text) || $0.title.lowercased().contains(text) }
        inAdjectives = Vocabulary.adjectives.map { $0.contains(text) }
        inNouns = Vocabulary.nouns.map { $0.contains(text) }
        inTemplates = Vocabulary.templates.map { $0.lowercased().contains(text) && !text.contains("{") }
        spansWords = text.contains { !$0.isLetter }
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
        if term.spansWords {
            if fields.contains(.name), "\(owner)/\(name)".contains(term.text) { return 60 }
            let isDescribed = fields.contains(.description) && summary?.lowercased().contains(term.text) == true
            return isDescribed ? 30 : nil
        }
        let isInSubject = term.inSubjects[subject]
        let isInNoun = term.inNouns[noun]
        if fields.contains(.name), isInSubject || isInNoun || term.inAdjectives[adjective] { return 60 }
        if fields.contains(.topics), isInSubject || isInNoun { return 50 }
        if fields.contains(.description), hasSummary {
            if isInSubject || isInNoun || term.inTemplates[template] { return 30 }
            if term.inAdjectives[adjective], Vocabulary.templates[template].contains("{adjective}") { return 30 }
        }
        return nil
    }
}
