import Foundation
import GRDB

/// Answers the expression of a query with sets of rows: one for each word and qualifier, combined as the expression
/// says. Rows that are not favorites may be among them.
///
/// A part that means nothing, such as a blank, is nil and restricts nothing.
struct FavoritesFilter {
    private let db: Database
    private let scan: TitleScan
    private let qualifiers: QualifierRows
    private var titleRows: [String: RowSet] = [:]
    private var answers: [Part: RowSet] = [:]

    private struct Part: Hashable {
        let expression: QueryExpression
        let fields: [String]?
    }

    /// - Parameters:
    ///   - scan: with titles if the expression has words.
    ///   - qualifiers: of the same database.
    init(_ db: Database, _ scan: TitleScan, _ qualifiers: QualifierRows) {
        self.db = db
        self.scan = scan
        self.qualifiers = qualifiers
    }

    /// - Parameter fields: where words are looked for; nil for everywhere.
    mutating func rows(matching expression: QueryExpression, in fields: [String]? = nil) throws -> RowSet? {
        switch expression {
        case .not(let inner):
            guard let rows = try rows(matching: inner, in: fields) else { return nil }
            var others = RowSet(scan.rows)
            others.subtract(rows)
            return others
        case .and(let parts):
            return try combined(parts.withoutMarks, in: fields) { $0.formIntersection($1) }
        case .or(let parts):
            return try combined(parts.withoutMarks, in: fields) { $0.formUnion($1) }
        case .within(let fields, let inner): return try rows(matching: inner, in: fields)
        case .word, .phrase, .qualifier:
            let part = Part(expression: expression, fields: fields)
            if let known = answers[part] { return known }
            let rows = try evaluate(part)
            answers[part] = rows
            return rows
        }
    }

    mutating func rows(withTitleContaining text: String) -> RowSet {
        let folded = SearchWords.folded(text)
        if let known = titleRows[folded] { return known }
        let rows = scan.rows(withTitleContaining: folded)
        titleRows[folded] = rows
        return rows
    }

    private mutating func combined(
        _ parts: [QueryExpression], in fields: [String]?, _ combine: (inout RowSet, RowSet) -> Void
    ) throws -> RowSet? {
        var result: RowSet?
        for part in parts {
            guard let rows = try rows(matching: part, in: fields) else { continue }
            if var all = result.take() {
                combine(&all, rows)
                result = all
            } else {
                result = rows
            }
        }
        return result
    }

    private mutating func evaluate(_ part: Part) throws -> RowSet? {
        switch part.expression {
        case .word(let word): try rows(withWord: word, in: part.fields)
        case .phrase(let phrase): try rows(withPhrase: phrase, in: part.fields)
        case .qualifier(let name, let value): try qualifiers.rows(name, value, among: scan.rows)
        case .not, .and, .or, .within: nil
        }
    }

    // MARK: Words

    /// Returns the rows that have a word with this prefix, or a title with this part.
    private mutating func rows(withWord word: String, in fields: [String]?) throws -> RowSet? {
        let word = SearchWords.folded(word).trimmingCharacters(in: .whitespacesAndNewlines)
        if word.isEmpty { return nil }
        guard let fields else {
            var rows = rows(withTitleContaining: word)
            if let pattern = SearchWords(word).pattern {
                try rows.insert(db, selecting: LibraryIndex.selectWords, [pattern])
            }
            return rows
        }
        var rows = RowSet()
        if fields.contains("name") { rows.formUnion(self.rows(withTitleContaining: word)) }
        if fields.contains("topics") { rows.formUnion(try qualifiers.rows(withTopic: { $0.contains(word) })) }
        return rows
    }

    /// Returns the rows that have these whole words in their order.
    private mutating func rows(withPhrase text: String, in fields: [String]?) throws -> RowSet? {
        let phrase = SearchWords(SearchWords.folded(text))
        guard let pattern = phrase.phrasePattern else { return try rows(withWord: text, in: fields) }
        let everywhere = try RowSet(db, selecting: LibraryIndex.selectWords, [pattern])
        guard let fields else { return everywhere }
        var rows = RowSet()
        if fields.contains("name") {
            for (index, row) in scan.rows.enumerated() where everywhere.contains(row) {
                let title = scan.withTitle(at: index) { String(decoding: $0, as: UTF8.self) }
                if SearchWords(title).contains(phrase: phrase) { rows.insert(row) }
            }
        }
        if fields.contains("topics") {
            rows.formUnion(try qualifiers.rows(withTopic: { SearchWords($0).contains(phrase: phrase) }))
        }
        return rows
    }
}

extension [QueryExpression] {
    /// Words without letters or digits, such as a dash, count only if there is nothing else.
    fileprivate var withoutMarks: [QueryExpression] {
        let others = filter {
            if case .word(let word) = $0 { SearchWords(SearchWords.folded(word)).pattern != nil } else { true }
        }
        return others.isEmpty ? self : others
    }
}

extension QueryExpression {
    /// Whether any part is a state of this machine's packages.
    var hasPackageStates: Bool {
        switch self {
        case .qualifier(.state, .choices(let states)):
            states.contains(where: QueryRules.packageStates.contains)
        case .word, .phrase, .qualifier: false
        case .not(let inner), .within(_, let inner): inner.hasPackageStates
        case .and(let parts), .or(let parts): parts.contains(where: \.hasPackageStates)
        }
    }

    /// Whether any part is looked for in titles.
    var hasWords: Bool {
        switch self {
        case .word, .phrase: true
        case .qualifier: false
        case .not(let inner), .within(_, let inner): inner.hasWords
        case .and(let parts), .or(let parts): parts.contains(where: \.hasWords)
        }
    }

    /// The words that an item may have in its title, in the order of the text; one list for each alternative.
    var names: [[String]] {
        switch self {
        case .word(let text), .phrase(let text): [[text]]
        case .qualifier, .not: [[]]
        case .within(_, let inner): inner.names
        case .or(let parts): Array(parts.flatMap(\.names).prefix(Self.maxNames))
        case .and(let parts):
            parts.reduce([[]]) { names, part in
                let more = part.names
                return Array(names.flatMap { name in more.map { name + $0 } }.prefix(Self.maxNames))
            }
        }
    }

    private static let maxNames = 16
}
