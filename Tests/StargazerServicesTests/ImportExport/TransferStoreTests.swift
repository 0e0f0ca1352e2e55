import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Everything that the user made, out of one library and into another.
@Suite("Transfer", .timeLimit(.minutes(25)))
struct TransferStoreTests {
    private let library = inMemory()
    private let disk = FavoritesFileIO(codecs: codecs)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func id(_ number: Int) -> ItemID { favorite(number).id }

    private func fill(_ library: LibraryDatabase) async throws {
        try await library.importFavorites((1...3).map { favorite($0) })
        let editor = try await library.createTag("Editor, \"big\"", color: .green)
        let later = try await library.createTag("後で 👩‍👩‍👧", color: nil)
        _ = try await library.createTag("unused", color: .red)
        _ = try await library.setTag(editor.id, to: true, on: [id(1), id(2)])
        _ = try await library.setTag(later.id, to: true, on: [id(2)])
        try await library.setNote("=two\nlines <b>&\u{2028}", of: id(2))
        try await library.addSavedSearch("Rust", source: "search:repositories", text: "language:rust", order: nil)
        try await library.addSavedSearch(
            "Old", source: "favorites", text: "pushed:<2020 \"x\"", order: ItemOrder(.name, .descending))
    }

    private func write(_ kind: FavoritesFileFormat, only items: [ItemID]? = nil) async throws -> String {
        let place = folder.root.appending(path: "out.\(kind.fileExtension)")
        _ = try await disk.write(as: kind, to: place, now: day0) { body throws(LibraryFailure) in
            try await library.export(only: items, body)
        }
        return try String(contentsOf: place, encoding: .utf8)
    }

    private func importFile(_ text: String, into library: LibraryDatabase) async throws -> (ImportPlan, ImportResult) {
        let plan = try await ImportPlan(try await ImportSamples.read(text), in: library)
        return (plan, try await library.importContent(plan.content) { _ in true })
    }

    private func content(_ library: LibraryDatabase) async throws -> [String] {
        let all = try await library.exported()
        return all.favorites.map { "\($0.favorite.id.id) \($0.tags) \($0.note ?? "")" }
            + all.tags.map { "\($0.name) \($0.color?.rawValue ?? "")" }
            + all.searches.map { "\($0.name) \($0.source) \($0.text) \($0.order.map { "\($0)" } ?? "")" }
    }

    @Test func `JSON carries everything, and importing it twice changes nothing`() async throws {
        try await fill(library)
        let text = try await write(.json)
        let other = inMemory()
        let (plan, result) = try await importFile(text, into: other)
        #expect(plan.new == 3 && plan.tags == 3 && plan.notes == 1 && plan.content.searches.count == 2)
        #expect(result.new == 3 && result.annotated == 2 && result.searches == 2 && result.left == 0)
        #expect(try await content(other) == content(library))
        let (_, again) = try await importFile(text, into: other)
        #expect(again == ImportResult())
        #expect(try await content(other) == content(library))
    }

    @Test func `imported tags and notes are found at once`() async throws {
        try await fill(library)
        let other = inMemory()
        _ = try await importFile(try await write(.json), into: other)
        for words in ["editor", "lines"] {
            let found = try await other.favorites(FavoritesQuery(text: words), reading: .max).first
            #expect(found.contains { $0.favorite.id == id(2) }, "\(words)")
        }
    }

    @Test func `an import adds to what is there and loses nothing`() async throws {
        try await fill(library)
        let text = try await write(.json)
        let other = inMemory()
        try await other.importFavorites([favorite(2)])
        let mine = try await other.createTag("mine", color: nil)
        _ = try await other.createTag("editor, \"BIG\"", color: .purple)
        _ = try await other.setTag(mine.id, to: true, on: [id(2)])
        try await other.setNote("my words", of: id(2))
        try await other.addSavedSearch("Other name", source: "search:repositories", text: "language:rust", order: nil)
        let (_, result) = try await importFile(text, into: other)
        #expect(result.searches == 1)
        let all = try await other.exported()
        let second = try #require(all.favorites.first { $0.favorite.id == id(2) })
        #expect(Set(second.tags) == ["mine", "editor, \"BIG\"", "後で 👩‍👩‍👧"], "a tag of the same name is the same")
        #expect(second.note == "my words\n\n=two\nlines <b>&\u{2028}")
        #expect(all.tags.first { $0.name.hasPrefix("editor") }?.color == .purple, "a tag keeps its color")
        #expect(all.searches.map(\.name) == ["Other name", "Old"])
    }

    @Test func `a note that would be too long stays as it is`() async throws {
        try await library.importFavorites([favorite(1)])
        let note = String(repeating: "a", count: Note.maxLength - 3)
        try await library.setNote(note, of: id(1))
        let content = ImportContent(annotations: [.init(item: id(1), tags: ["t"], note: "more")])
        let result = try await library.importContent(content) { _ in true }
        #expect(result.left == 1 && result.annotated == 1)
        #expect(try await library.note(of: id(1))?.text == note)
    }

    @Test func `a note that would be too long stays as it is until its item is looked up`() async throws {
        let item = favorite(1).item
        let note = String(repeating: "a", count: Note.maxLength - 5)
        for text in [note, "more"] {
            let lookup = ImportEntry(.id(item.id), note: text)
            _ = try await library.importContent(ImportContent(lookups: [lookup])) { _ in true }
        }
        let waiting = try await library.lookups(
            of: item.id.catalog, host: item.id.host, leftOut: false, limit: 9)
        #expect(waiting.count == 1)
        _ = try await library.endLookups([try #require(waiting.first).id: .found(item)])
        #expect(try await library.note(of: item.id)?.text == note)
    }

    @Test func `a saved search in another order is another one`() async throws {
        let searches = [nil, ItemOrder(.name), ItemOrder(.name)].map {
            FileSearch("s", source: "favorites", text: "x", order: $0)
        }
        let result = try await library.importContent(ImportContent(searches: searches)) { _ in true }
        #expect(result.searches == 2)
        #expect(try await library.savedSearches().map(\.order) == [nil, ItemOrder(.name)])
    }

    @Test func `a canceled import leaves nothing`() async throws {
        let annotations = (0..<1_200).map { ImportContent.Annotation(item: id($0), tags: ["t"], note: "n") }
        let all = ImportContent(
            favorites: (0..<1_200).map { favorite($0) }, annotations: annotations, tags: [FileTag("t")],
            searches: [FileSearch("s", source: "favorites", text: "x")])
        for limit in [500, 1_700, 2_400] {
            await #expect(throws: LibraryFailure.cancelled) {
                _ = try await library.importContent(all) { $0 < limit }
            }
            #expect(try await content(library).isEmpty)
        }
    }

    @Test func `a selection is exported in its order, with its own tags and no searches`() async throws {
        try await fill(library)
        let all = try await library.exported(only: [id(1), id(3), id(9)])
        #expect(all.favorites.map(\.favorite.id) == [id(1), id(3)])
        #expect(all.tags.map(\.name) == ["Editor, \"big\""])
        #expect(all.searches.isEmpty)
    }

    @Test(arguments: [
        (#""tags":[""]"#, 1, "tags"), (#""tags":"a""#, 1, "tags"), (#""tags":[1]"#, 1, "tags"),
        (#""note":5"#, 1, "note"),
    ])
    func `an invalid tag or note of our own file is reported`(member: String, number: Int, field: String) async throws {
        let text = #"""
            {"format":"stargazer-favorites","version":2,"favorites":[{"catalog":"repositories","host":"h","id":"1",
             "title":"o/n","added_at":"2026-01-02T03:04:05Z","repository":{"owner":"o","name":"n"},\#(member)}]}
            """#
        await #expect(throws: FileFailure.badEntry(number: number, field: field)) {
            _ = try await ImportSamples.read(text)
        }
    }

    @Test(arguments: [
        #""tags":[{"name":5}]"#, #""tags":[{}]"#, #""saved_searches":[{"name":"a","source":"","text":"x"}]"#,
        #""saved_searches":{}"#,
    ])
    func `an invalid heading of our own file is reported without a favorite`(member: String) async throws {
        let failure = await #expect(throws: FileFailure.self) {
            _ = try await ImportSamples.read(
                #"{"format":"stargazer-favorites","version":2,\#(member),"favorites":[]}"#)
        }
        guard case .badEntry(nil, _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `Markdown is grouped and escaped`() async throws {
        try await fill(library)
        let byTag = try await write(.markdownByTag)
        #expect(
            byTag.hasPrefix("# Favorites\n\n## Editor, \"big\"\n\n- [owner2/name2](https://github.com/owner2/name2) – ")
        )
        #expect(byTag.contains("Something \\& \\<b\\>else\\</b\\> 漢字 2\n"))
        #expect(byTag.contains("## 後で 👩‍👩‍👧\n\n- [owner2"))
        #expect(byTag.contains("\n## Untagged\n\n- [owner3/name3]"))
        #expect(!byTag.contains("unused"), "no empty tags")
        #expect(byTag.contains(" 漢字 2\n\n  > \\=two\\\n  > lines \\<b\\>\\&\n\n"))
        let byLanguage = try await write(.markdownByLanguage)
        #expect(byLanguage.contains("\n## Swift\n\n- [owner3/name3]") && !byLanguage.contains("No Language"))
    }

    @Test func `bookmarks have folders for tags and are read again`() async throws {
        try await fill(library)
        let text = try await write(.bookmarks)
        #expect(text.hasPrefix("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n"))
        #expect(text.contains("<DT><H3>Editor, &quot;big&quot;</H3>"))
        #expect(text.contains(#"<A HREF="https://github.com/owner2/name2" ADD_DATE="1700000002" TAGS="後で 👩‍👩‍👧">"#))
        #expect(text.contains(">owner2/name2: Something &amp; &lt;b&gt;else&lt;/b&gt; 漢字 2</A>\n<DD>=two\n"))
        let other = inMemory()
        try await other.importFavorites((1...3).map { favorite($0) })
        let (plan, _) = try await importFile(text, into: other)
        #expect(plan.favorites == 3 && plan.problems.isEmpty)
        let (all, read) = (try await library.exported().favorites, try await other.exported().favorites)
        #expect(read.map(\.tags) == all.map(\.tags))
        #expect(read.map(\.note) == all.map { $0.note?.replacing("\u{2028}", with: "") })
    }

    @Test func `3,000 stars are tagged in less than 5 s`() async throws {
        try await library.importFavorites((0..<3_000).map { favorite($0) })
        let text = (0..<3_000).map {
            #"{"repo_id":\#($0),"notes":"note \#($0)","tags":[{"name":"a\#($0 % 50)"},{"name":"b"}]}"#
        }.joined(separator: ",")
        let duration = try await ContinuousClock().measure {
            let (plan, result) = try await importFile("[\(text)]", into: library)
            #expect(plan.favorites == 3_000 && result.annotated == 3_000)
        }
        print("tagging 3,000 favorites took \(duration)")
    }
}
