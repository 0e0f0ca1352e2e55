import Foundation
import StargazerCore
import StargazerLibrary

extension QueryExpression {
    /// Returns whether the favorite matches, as slowly and as simply as possible; nil for what restricts nothing.
    /// - Parameters:
    ///   - account: the server whose stars count; nil for those of any server.
    ///   - fields: where words are looked for; nil for everywhere.
    func matches(_ favorite: Favorite, account: String?, in fields: [String]? = nil) -> Bool? {
        switch self {
        case .word(let word):
            if word.allSatisfy(\.isWhitespace) { return nil }
            let title = favorite.item.title.folded.contains(word.folded)
            guard let fields else { return title || favorite.words.contains(sequence: word.words, isPrefix: true) }
            return fields.contains("name") && title
                || fields.contains("topics")
                    && favorite.item.facts.attributes.topics.contains { $0.folded.contains(word.folded) }
        case .phrase(let phrase):
            guard let fields else { return favorite.words.contains(sequence: phrase.words, isPrefix: false) }
            let texts =
                (fields.contains("name") ? [favorite.item.title] : [])
                + (fields.contains("topics") ? favorite.item.facts.attributes.topics : [])
            return texts.contains { $0.words.contains(sequence: phrase.words, isPrefix: false) }
        case .qualifier(let name, let value): return favorite.matches(name, value, account: account)
        case .not(let inner): return inner.matches(favorite, account: account, in: fields).map(!)
        case .within(let fields, let inner): return inner.matches(favorite, account: account, in: fields)
        case .and(let parts):
            let known = parts.compactMap { $0.matches(favorite, account: account, in: fields) }
            return known.isEmpty ? nil : !known.contains(false)
        case .or(let parts):
            let known = parts.compactMap { $0.matches(favorite, account: account, in: fields) }
            return known.isEmpty ? nil : known.contains(true)
        }
    }
}

extension Favorite {
    fileprivate var words: [String] { ([item.title] + item.facts.words).joined(separator: "\n").words }

    fileprivate func matches(_ name: QualifierName, _ value: ParsedQualifier.Value, account: String?) -> Bool? {
        let attributes = item.facts.attributes
        switch (name, value) {
        case (.language, .word(let wanted)): return attributes.language.isEqual(to: wanted)
        case (.user, .word(let wanted)), (.org, .word(let wanted)): return attributes.owner.isEqual(to: wanted)
        case (.topic, .word(let wanted)): return attributes.topics.contains { Optional($0).isEqual(to: wanted) }
        case (.license, .word(let wanted)):
            return attributes.license.isEqual(to: wanted)
                || ["gpl", "lgpl", "cc"].contains(wanted)
                    && attributes.license?.lowercased().hasPrefix(wanted + "-") == true
        case (.archived, .choices(let choices)): return attributes.isArchived == (choices == ["true"])
        case (.fork, .choices(["true"])): return nil
        case (.fork, .choices(let choices)): return attributes.isFork == (choices == ["only"])
        case (.state, .choices(["starred"])):
            return isStarredOnServer == true && account ?? id.host == id.host
        case (.state, .choices(["gone"])): return isGone
        default:
            let number: Double? =
                switch name {
                case .stars: attributes.stars.map(Double.init)
                case .pushed: attributes.pushedAt?.timeIntervalSince1970
                case .created: attributes.createdAt?.timeIntervalSince1970
                case .added: addedAt.timeIntervalSince1970
                default: nil
                }
            guard let interval = value.interval else { return nil }
            return number.map(interval.contains) ?? false
        }
    }
}

extension String? {
    fileprivate func isEqual(to wanted: String) -> Bool { self?.lowercased() == wanted.lowercased() }
}

extension String {
    fileprivate var words: [String] { folded.split { !$0.isLetter && !$0.isNumber }.map(String.init) }

    fileprivate var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

extension [String] {
    /// - Parameter isPrefix: whether the last word may be the beginning of one.
    fileprivate func contains(sequence: [String], isPrefix: Bool) -> Bool {
        guard let last = sequence.last else { return false }
        return indices.contains { start in
            let part = self[start...].prefix(sequence.count)
            guard part.count == sequence.count, let end = part.last else { return false }
            return part.dropLast().elementsEqual(sequence.dropLast()) && (isPrefix ? end.hasPrefix(last) : end == last)
        }
    }
}
