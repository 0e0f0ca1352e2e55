import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

extension TemporaryFolder {
    var documents: DocumentDatabase { DocumentDatabase(folder: location) }
    var documentsFile: URL { location.appending(path: "documents.sqlite") }
}

func documentID(_ number: Int) -> ItemID {
    ItemID(catalog: .repositories, host: "api.github.com", id: "\(number)")
}

func readme(_ number: Int, _ text: String, version: String = "v1") -> StoredDocument {
    StoredDocument(id: documentID(number), text: text, version: version, fetchedAt: day0)
}

func fields(
    _ number: Int, _ title: String = "", topics: [String] = [], description: String = "", note: String = "",
    tags: [String] = [], stamp: Int64 = 1
) -> DocumentFields {
    DocumentFields(
        id: documentID(number), stamp: stamp, title: title, topics: topics, description: description, note: note,
        tags: tags)
}

extension DocumentStore {
    /// Returns the numbers of the items that have all words, the best first.
    func numbers(_ query: String) async -> [Int] {
        await search(query, offset: 0, limit: .max).matches.filter(\.isComplete).compactMap { Int($0.id.id) }
    }

    /// Returns the lines of the matches, with the words in brackets.
    func lines(_ query: String) async -> [String] {
        let ids = await search(query, offset: 0, limit: 50).matches.map(\.id)
        let lines = await lines(query, of: ids)
        return ids.map { lines[$0]?.marked ?? "no line" }
    }
}

extension DocumentLine {
    /// The line with its words in brackets.
    var marked: String {
        var marked = ""
        var end = text.startIndex
        for word in words {
            marked += text[end..<word.lowerBound] + "[" + text[word] + "]"
            end = word.upperBound
        }
        return marked + text[end...]
    }
}

extension DocumentDatabase {
    /// Returns all entries of the index: word, item and column.
    func indexEntries() async throws -> [String] {
        try #require(
            await write { db in
                try ["field_words", "text_words"].flatMap { table in
                    try db.execute(sql: "CREATE VIRTUAL TABLE temp.entries USING fts5vocab(main, \(table), instance)")
                    defer { try? db.execute(sql: "DROP TABLE temp.entries") }
                    return try Row.fetchAll(db, sql: "SELECT term, doc, col FROM temp.entries ORDER BY 1, 2, 3").map {
                        "\(table) \($0)"
                    }
                }
            })
    }

    /// Fails if the index is not what building it again results in.
    func expectConsistentIndex(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        await finishIndexing()
        let entries = try await indexEntries()
        await write(DocumentSchema.resetIndex)
        await write { db in while try DocumentIndex.addPending(db, limit: 100) {} }
        let built = try await indexEntries()
        #expect(entries == built, sourceLocation: sourceLocation)
    }
}

/// A search that reads everything.
struct NaiveDocumentSearch {
    private struct Words {
        let plain: [String]
        let all: [String]

        init(_ text: String) {
            let words = SearchWords(SearchWords.folded(text))
            plain = words.plain
            all = words.plain + words.marked
        }

        func contain(_ term: DocumentTerms.Term) -> Bool {
            func matches(_ word: String, _ index: Int) -> Bool {
                term.isPrefix && index == term.words.count - 1
                    ? word.utf8.starts(with: term.words[index].utf8) : word == term.words[index]
            }
            if !term.isPhrase { return all.contains { matches($0, 0) || term.forms.first?.contains($0) == true } }
            return plain.indices.contains { start in
                start + term.words.count <= plain.count
                    && term.words.indices.allSatisfy { matches(plain[start + $0], $0) }
            }
        }
    }

    private typealias Item = (number: Int, fields: [Words], text: Words)

    private let items: [Item]

    init(_ fields: [Int: DocumentFields], _ texts: [Int: String]) {
        items = Set(fields.keys).union(texts.keys).map { number in
            var plain = ""
            PlainTextLines.forEach(in: texts[number] ?? "") { line in
                plain += String(decoding: line, as: UTF8.self) + "\n"
                return true
            }
            let values = fields[number].map { [$0.title, $0.description, $0.note] + $0.topics + $0.tags } ?? []
            return (number, values.map(Words.init), Words(plain))
        }
    }

    /// - Parameter missing: the phrases that do not count.
    func numbers(_ query: String, without missing: Set<String>) -> Set<Int> {
        let terms = DocumentTerms(query).required.filter { term in
            term.isPhrase ? !missing.contains(term.words.joined(separator: " ")) : items.contains { has($0, term) }
        }
        guard !terms.isEmpty else { return [] }
        return Set(items.filter { item in terms.allSatisfy { has(item, $0) } }.map(\.number))
    }

    private func has(_ item: Item, _ term: DocumentTerms.Term) -> Bool {
        item.fields.contains { $0.contain(term) }
            || (!term.hasShortPrefix || term.isPhrase) && item.text.contain(term)
            || term.hasShortPrefix && term.words[0].unicodeScalars.count == 2
                && item.text.contain(DocumentTerms.Term(words: term.words, isPrefix: false))
    }
}
