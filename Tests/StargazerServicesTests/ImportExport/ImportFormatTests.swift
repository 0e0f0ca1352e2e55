import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Reading the files of other programs, and what an import of them does.
@Suite("Imported files", .timeLimit(.minutes(25)))
struct ImportFormatTests {
    private let library = inMemory()
    private let note = "Try *it*.\n\n- fast"

    /// Repositories `owner1/name1` and `owner2/name2` with the numbers 1 and 2.
    private func addFavorites() async throws { try await library.importFavorites([favorite(1), favorite(2)]) }

    private func annotations() async throws -> [[String]] {
        try await library.exported().favorites.sorted { $0.favorite.id.id < $1.favorite.id.id }.map {
            $0.tags + [$0.note].compactMap(\.self)
        }
    }

    private func imported(_ text: String) async throws -> ImportPlan {
        let plan = try await ImportPlan(try await ImportSamples.read(text), in: library)
        _ = try await library.importContent(plan.content) { _ in true }
        return plan
    }

    @Test(arguments: [
        ImportSamples.astral, ImportSamples.astralList, ImportSamples.starTags, ImportSamples.starTagsFirstVersion,
        ImportSamples.starsManager, ImportSamples.starsManagerBackup,
    ])
    func `tags and notes come to the favorites that the file means`(text: String) async throws {
        try await addFavorites()
        let plan = try await imported(text)
        #expect(plan.favorites == 2 && plan.new == 0 && plan.tags == 2 && plan.notes == 1)
        #expect(plan.problems.isEmpty)
        #expect(try await annotations() == [["cli", "rust", note], ["rust"]])
    }

    @Test func `tags with the numbers of items are imported`() async throws {
        try await addFavorites()
        let plan = try await imported(ImportSamples.starflare)
        #expect(plan.tags == 2, "a tag without items is left out")
        #expect(try await annotations() == [["cli", "rust"], ["rust"]])
    }

    @Test func `items known by number or name only are not imported unless they are favorites`() async throws {
        for text in [ImportSamples.astral, ImportSamples.starTags] {
            let plan = try await imported(text)
            #expect(plan.favorites == 0 && plan.content.isEmpty && plan.problems == [.notFavorite: 2])
        }
        #expect(try await shown(library).isEmpty)
    }

    @Test func `whole items become favorites with the date of their star`() async throws {
        let plan = try await imported(ImportSamples.starsManager)
        #expect(plan.favorites == 2 && plan.new == 2)
        let found = try await shown(library)
        let first = try #require(found.first { $0.id.id == "1" })
        #expect(first.item.repository?.summary == "A parser" && first.item.repository?.license == "MIT")
        #expect(first.addedAt == ISO8601Date("2025-05-05T05:05:05Z")?.date)
        #expect(found.first { $0.id.id == "2" }?.addedAt == day0, "the date of the import")
    }

    @Test func `folders and tags of bookmarks become tags, and other links are counted`() async throws {
        try await addFavorites()
        let plan = try await imported(ImportSamples.chromium)
        #expect(plan.favorites == 2 && plan.problems == [.notFavorite: 1, .otherLink: 4])
        #expect(try await annotations() == [["cli & more"], []])
        let second = try await imported(ImportSamples.firefox)
        #expect(second.problems == [.otherLink: 2])
        #expect(try await annotations() == [["cli & more", "cli tools", "rust", "Später", "A description"], []])
    }

    @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
    func `bookmarks may begin with a byte order mark`(encoding: String.Encoding) async throws {
        let data = try #require(("\u{FEFF}" + ImportSamples.firefox).data(using: encoding))
        #expect(try await ImportSamples.read(data) == ImportSamples.read(ImportSamples.firefox))
    }

    @Test(arguments: ImportSamples.all)
    func `a file that was cut changes nothing and says so`(name: String, text: String) async throws {
        let data = Data(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        var random = FuzzRandom(seed: 7, number: data.count)
        for _ in 0..<40 {
            let length = random.below(data.count - 5)
            // Bookmarks may lack their end, and what is left of them is read.
            if text.contains("<DL>"), (try? await ImportSamples.read(data.prefix(length))) != nil { continue }
            let failure = await #expect(throws: FileFailure.self, "\(name) cut at \(length)") {
                _ = try await ImportSamples.read(data.prefix(length))
            }
            #expect(failure == .damaged || failure == .otherFormat)
        }
    }

    @Test(arguments: [
        "{}", "[]", "null", "3", "\"x\"", "[null]", "[[]]", "[{}]", #"{"0":{}}"#, #"{"0":null}"#, #"{"v":2}"#,
        #"{"v":"2","tags":{}}"#, #"{"v":2,"tags":[]}"#, #"{"repositories":{}}"#, #"{"data":{"repositories":null}}"#,
        #"{"repositories":"many"}"#, #"[{"repo_id":"1"}]"#, #"[{"name":1,"repos":[1]}]"#, #"[{"name":"a","repos":{}}]"#,
    ])
    func `JSON of no known form is another format`(text: String) async throws {
        await #expect(throws: FileFailure.otherFormat) { _ = try await ImportSamples.read(text) }
    }

    @Test(arguments: ["[", "{\"a\":", "{\"v\":2,\"tags\":"])
    func `deep nesting is damage`(part: String) async throws {
        await #expect(throws: FileFailure.damaged) {
            _ = try await ImportSamples.read(String(repeating: part, count: 1_000_000))
        }
    }

    @Test func `deep folders are read, and only the innermost become tags`() async throws {
        let depth = 100_000
        let open = (0..<depth).map { "<DT><H3>f\($0)</H3><DL><p>" }.joined()
        let link = #"<DT><A HREF="https://github.com/owner1/name1">1</A>"#
        let close = String(repeating: "</DL><p>", count: depth)
        let file = try await ImportSamples.read("<!DOCTYPE NETSCAPE-Bookmark-file-1>" + open + link + close)
        #expect(file.entries.first?.tags == (depth - 8..<depth).map { "f\($0)" })
    }

    @Test func `wrong entries do not hide the others`() async throws {
        let file = try await ImportSamples.read(
            #"""
            [{"repo_id":1,"tags":[{"name":"cli"},{"name":5},null,7],"notes":{"a":1}},{"repo_id":null},7,null,
             {"repo_id":1e99},{"repo_id":2,"tags":"x","notes":"n\u0000\u0007\u202e!"}]
            """#)
        #expect(file.entries.map(\.tags) == [["cli"], []])
        #expect(file.entries.map(\.note) == [nil, "n!"])
        #expect(file.problems == [.invalid: 4])
    }

    @Test func `entries of one item are joined`() async throws {
        let file = try await ImportSamples.read(
            #"""
            [{"repo_id":1,"tags":[{"name":"a"}],"notes":"one"},{"repo_id":1,"tags":[{"name":"b"},{"name":"a"}],"notes":"two"},
             {"repo_id":1,"tags":[],"notes":"one"}]
            """#)
        #expect(file.entries.map(\.tags) == [["a", "b"]])
        #expect(file.entries.first?.note == "one\n\ntwo")
    }

    @Test func `tags and notes that are too long are counted`() async throws {
        let long = String(repeating: "x", count: 101), note = String(repeating: "y", count: Note.maxLength + 1)
        let file = try await ImportSamples.read(
            #"[{"repo_id":1,"tags":[{"name":"\#(long)"},{"name":" \n"}],"notes":"\#(note)"}]"#)
        #expect(file.problems == [.tooLong: 2])
        #expect(file.entries.first?.tags == [] && file.entries.first?.note == nil)
    }

    @Test func `the number of entries is limited`() async throws {
        let body = (0...ImportFile.maxEntries).map { #"{"repo_id":\#($0)}"# }.joined(separator: ",")
        await #expect(throws: FileFailure.tooManyEntries(limit: ImportFile.maxEntries)) {
            _ = try await ImportSamples.read("[\(body)]")
        }
    }

    @Test func `secrets of a file are neither kept nor named`() async throws {
        for text in [ImportSamples.starsManager, ImportSamples.starsManagerBackup] {
            #expect(text.contains(ImportSamples.secret))
            let file = try await ImportSamples.read(text)
            let plan = try await ImportPlan(file, in: library)
            _ = try await library.importContent(plan.content) { _ in true }
            var said = ""
            dump(file, to: &said)
            dump(plan, to: &said)
            dump(ImportPreview(plan, name: "a.json", formats: .sample()), to: &said)
            said += try await library.database.read { db in
                try ["item", "tag", "item_tag", "note", "saved_search", "favorite_words"].map { table in
                    try Row.fetchAll(db, sql: "SELECT * FROM \(table)").description
                }.joined()
            }
            #expect(said.contains("A parser"))
            #expect(!said.contains(ImportSamples.secret))
            do { _ = try await ImportSamples.read(String(text.dropLast(3))) } catch {
                #expect(!"\(error)".contains(ImportSamples.secret))
            }
        }
    }

    @Test(.enabled(if: !ImportSamples.files.isEmpty, "no folder samples/imports next to the checkout"))
    func `the sample files are recognized by their content`() async throws {
        var sources: [String: [String]] = [:]
        for place in ImportSamples.files {
            let file = try await ImportSamples.read(try Data(contentsOf: place))
            sources["\(file.source)", default: []].append(place.lastPathComponent)
            #expect(!file.entries.isEmpty, "\(place.lastPathComponent)")
        }
        #expect(sources.values.map(\.count).sorted() == [1, 2, 2, 2, 2])
    }
}
