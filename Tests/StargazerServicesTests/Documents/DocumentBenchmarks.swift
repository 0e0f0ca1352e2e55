import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

/// Prints what a store of 50,000 texts of 8 KB takes, on request:
/// `STARGAZER_MEASURE=1 swift test -c release -Xswiftc -enable-testing --filter DocumentBenchmarks`.
/// The texts are made from those of `projects.json` in `STARGAZER_SAMPLES`, or next to the checkout.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STARGAZER_MEASURE"] != nil, "set STARGAZER_MEASURE=1"))
struct DocumentBenchmarks {
    private struct Project: Decodable {
        let fullName: String
        let summary: String
        let text: String
        let tags: [String]
    }

    private static let count = ProcessInfo.processInfo.environment["STARGAZER_DOCUMENTS"].flatMap { Int($0) } ?? 50_000
    private static let size = 8_000

    private func projects() throws -> [Project] {
        let named = ProcessInfo.processInfo.environment["STARGAZER_SAMPLES"].map { URL(filePath: $0) }
        var checkout = URL(filePath: #filePath)
        for _ in 1...4 { checkout.deleteLastPathComponent() }
        let folder = named ?? checkout.deletingLastPathComponent().appending(path: "shared/samples")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([Project].self, from: Data(contentsOf: folder.appending(path: "projects.json")))
    }

    /// Returns a project's own text and those of others, with some Markdown.
    private func text(_ number: Int, _ projects: [Project], _ random: inout FuzzRandom) -> String {
        let project = projects[number % projects.count]
        var text = "# \(project.fullName)\n\n\(project.summary)\n\n\(project.text)\n"
        while text.utf8.count < Self.size {
            let other = random.pick(projects)
            text += "\n## [\(other.summary)](https://github.com/\(other.fullName))\n\n\(other.text)\n"
        }
        return String(decoding: text.utf8.prefix(Self.size), as: UTF8.self)
    }

    @Test func `fifty thousand documents`() async throws {
        let (folder, projects) = (try TemporaryFolder(), try projects())
        let store = folder.documents
        var random = FuzzRandom(seed: 9)
        var (size, saved, indexed, processor) = (0, 0.0, 0.0, 0.0)
        for start in stride(from: 0, to: Self.count, by: DocumentIndex.batchSize) {
            let numbers = start..<min(start + DocumentIndex.batchSize, Self.count)
            let items = numbers.map { number in
                let project = projects[number % projects.count]
                return fields(
                    number, project.fullName, topics: project.tags, description: project.summary,
                    note: number.isMultiple(of: 10) ? "see \(project.fullName)" : "",
                    tags: number.isMultiple(of: 5) ? ["later"] : [])
            }
            let texts = numbers.map { readme($0, text($0, projects, &random)) }
            size += texts.reduce(0) { $0 + $1.text.utf8.count }
            let before = processorTime
            indexed += await seconds { await store.index(items) }
            saved += await seconds { await store.save(texts) }
            processor += processorTime - before
        }
        report("\(Self.count) documents, \(size) bytes of text")
        report(
            "fields: \(Int(Double(Self.count) / indexed)) a second; texts: \(Int(Double(Self.count) / saved)) a second")
        report("both: \(Int(Double(Self.count) / (indexed + saved))) a second, \(Int(processor)) s of the processor")
        try outside(folder, "PRAGMA wal_checkpoint(TRUNCATE)")
        try await reportSizes(store, size, "as written")
        try await reportSearches(store)
        report("optimize: \(await seconds { await optimize(store) }) s")
        try outside(folder, "PRAGMA wal_checkpoint(TRUNCATE)")
        try await reportSizes(store, size, "optimized")
        try outside(folder, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        try await reportSizes(store, size, "optimized and vacuumed")
        try await reportSearches(store)
        await reportChanges(store, projects, &random)
    }

    private func optimize(_ store: DocumentDatabase) async {
        await store.write { db in
            for table in ["field_words", "text_words"] {
                try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('optimize')")
            }
        }
    }

    /// Runs SQL on a connection of its own, outside of transactions.
    private func outside(_ folder: TemporaryFolder, _ sql: String) throws {
        let queue = try DatabaseQueue(path: folder.documentsFile.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private func reportSizes(_ store: DocumentDatabase, _ size: Int, _ what: String) async throws {
        let parts = await store.read { db in
            try [("texts", "= 'document'"), ("items", "LIKE '%item%'"), ("index", "LIKE '%\\_words\\_%' ESCAPE '\\'")]
                .map {
                    ($0, try Int.fetchOne(db, sql: "SELECT sum(pgsize) FROM dbstat WHERE name \($1)") ?? 0)
                }
        }
        let shares = (parts ?? []).map { "\($0) \(share($1, size))" }.joined(separator: ", ")
        report("\(what): \(share(await store.usage().bytes, size)) of the text (\(shares))")
    }

    private func share(_ bytes: Int, _ size: Int) -> String {
        String(format: "%.3f", Double(bytes) / Double(size))
    }

    private func reportSearches(_ store: DocumentDatabase) async throws {
        let queries = [
            "the ", "library", "python", "kernel", "zlib", "genomic", "l", "li", "lib", "con", "p library",
            "python library", "the and for with", "\"shared library\"", "\"library the\"", "later python", "zzz",
        ]
        for query in queries {
            var times: [Double] = []
            var (found, lines) = (DocumentMatches(), 0)
            var processor = Double.infinity
            for _ in 0..<5 {
                let before = processorTime
                defer { processor = min(processor, processorTime - before) }
                times.append(
                    await seconds {
                        found = await store.search(query, offset: 0, limit: 50)
                        lines = await store.lines(query, of: found.matches.map(\.id)).count
                    })
            }
            let total = found.total.map { "\($0)" } ?? "?"
            let all = await seconds { _ = await store.search(query, offset: 0, limit: .max) }
            report(
                "\(query): processor \(milliseconds(processor)), best \(milliseconds(times.min())), worst \(milliseconds(times.max())); \(total) found, "
                    + "\(lines) lines; all IDs \(milliseconds(all))")
        }
    }

    private func reportChanges(_ store: DocumentDatabase, _ projects: [Project], _ random: inout FuzzRandom) async {
        let numbers = (0..<200).map { _ in random.below(Self.count) }
        let texts = numbers.map { readme($0, text($0, projects, &random), version: "v2") }
        let single = await seconds { for text in texts { await store.save([text]) } }
        report("a new version of one text: \(milliseconds(single / 200))")
        let note = await seconds {
            for number in numbers { await store.index([fields(number, "title", note: "changed", stamp: 2)]) }
        }
        report("a note: \(milliseconds(note / 200))")
        let open = await seconds { _ = await store.document(of: documentID(1)) }
        report("one text: \(milliseconds(open))")
        await store.write(DocumentSchema.resetIndex)
        let built = await seconds {
            await store.write { db in
                for _ in 0..<10 { _ = try DocumentIndex.addPending(db, limit: 100) }
            }
        }
        report("index built again: \(Int(1_000 / built)) a second")
    }

    private func seconds(_ body: () async -> Void) async -> Double {
        let start = ContinuousClock.now
        await body()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// In seconds.
    private var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    private func milliseconds(_ seconds: Double?) -> String { String(format: "%.1f ms", (seconds ?? 0) * 1_000) }

    private func report(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) }
}
