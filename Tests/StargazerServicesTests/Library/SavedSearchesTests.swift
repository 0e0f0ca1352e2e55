import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Saved searches", .timeLimit(.minutes(25)))
struct SavedSearchesTests {
    private let time = ManualTime()
    private let library: LibraryDatabase

    init() { library = inMemory(time: time.source) }

    @discardableResult
    private func add(_ name: String, _ text: String = "swift", order: ItemOrder? = nil) async throws
        -> SavedSearch
    {
        try await library.addSavedSearch(name, source: "favorites", text: text, order: order)
    }

    private func names() async throws -> [String] { try await library.savedSearches().map(\.name) }

    private func changedAt(_ id: SavedSearchID) async throws -> Date? {
        try await library.database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT changed_at FROM saved_search WHERE id = ? AND device <> ''", arguments: [id.rawValue]
            )?.date(in: "changed_at")
        }
    }

    @Test func `searches are listed in the order in which they were saved`() async throws {
        let order = ItemOrder(.added, .ascending)
        let first = try await add(" New\nparsers ", "topic:parser \"a b\"\0", order: order)
        let second = try await add("a", "", order: nil)
        #expect(first.name == "New parsers" && first.text == "topic:parser \"a b\" ")
        #expect(try await library.savedSearches() == [first, second])
        #expect(try await changedAt(first.id) == time.now)
    }

    @Test func `a search is renamed and updated`() async throws {
        var search = try await add("old")
        let before = time.now
        await time.advance(by: .seconds(5), sleepers: 0)
        try await library.renameSavedSearch(search.id, to: "old")
        try await library.updateSavedSearch(search.id, text: "swift", order: nil)
        try await library.recordSeen(search.id, at: day0, results: nil)
        #expect(try await changedAt(search.id) == before, "nothing of the search has changed")
        try await library.renameSavedSearch(search.id, to: "new")
        try await library.updateSavedSearch(search.id, text: "rust", order: ItemOrder(.name))
        search.name = "new"
        search.text = "rust"
        search.order = ItemOrder(.name)
        search.seenAt = day0
        #expect(try await library.savedSearches() == [search])
        #expect(try await changedAt(search.id) == time.now)
    }

    @Test func `a deleted search comes back in its place`() async throws {
        for name in ["a", "b", "c"] { try await add(name) }
        let searches = try await library.savedSearches()
        try await library.recordSeen(searches[1].id, at: day0, results: seen)
        try await library.recordNewResults(4, of: searches[1].id, at: day0)
        let before = try await library.savedSearches()
        let removed = try await library.deleteSavedSearch(searches[1].id)
        #expect(try await names() == ["a", "c"])
        await #expect(throws: AnnotationFailure.deleted) {
            _ = try await library.deleteSavedSearch(searches[1].id)
        }
        await #expect(throws: AnnotationFailure.deleted) {
            try await library.renameSavedSearch(searches[1].id, to: "x")
        }
        try await library.restoreSavedSearch(removed)
        try await library.restoreSavedSearch(removed)
        #expect(try await library.savedSearches() == before)
        #expect(try await library.seenResults(of: searches[1].id) == seen)
    }

    private let seen = SeenResults(
        ResultBatch(items: [repository(1)], total: 1, end: .complete), host: "api.github.com")

    @Test func `what was seen is recorded and forgotten when the text changes`() async throws {
        let search = try await add("a")
        #expect(try await library.seenResults(of: search.id) == nil)
        try await library.recordNewResults(2, of: search.id, at: day0)
        #expect(try await library.savedSearches().map(\.newCount) == [2])
        #expect(try await library.savedSearches().map(\.checkedAt) == [day0])
        try await library.recordSeen(search.id, at: time.now, results: seen)
        try await library.recordSeen(search.id, at: time.now, results: nil)
        #expect(try await library.seenResults(of: search.id) == seen)
        #expect(try await library.savedSearches().map(\.newCount) == [0])
        try await library.updateSavedSearch(search.id, text: "swift", order: nil)
        #expect(try await library.seenResults(of: search.id) == seen, "nothing was changed")
        try await library.updateSavedSearch(search.id, text: "rust", order: nil)
        #expect(try await library.seenResults(of: search.id) == nil)
        await #expect(throws: AnnotationFailure.deleted) {
            try await library.recordSeen(SavedSearchID(rawValue: 99), at: day0, results: nil)
        }
    }

    @Test func `an undone update has again what was seen and what was new`() async throws {
        let search = try await add("a")
        try await library.recordSeen(search.id, at: day0, results: seen)
        try await library.recordNewResults(2, of: search.id, at: time.now)
        let before = try await library.savedSearches()
        let update = LibraryEdit.updateSearch(search.id, from: nil, to: SavedSearchQuery(text: "rust", order: nil))
        let undo = try #require(try await library.apply(update, sending: [], if: .none).inverse)
        #expect(try await library.seenResults(of: search.id) == nil)
        let redo = try #require(try await library.apply(undo, sending: [], if: .unchanged).inverse)
        #expect(try await library.savedSearches() == before)
        #expect(try await library.seenResults(of: search.id) == seen)
        try await library.apply(redo, sending: [], if: .unchanged)
        #expect(try await library.seenResults(of: search.id) == nil)
    }

    @Test(arguments: ["x'00FF'", "'no JSON'", "'{}'", "'{\"host\":1,\"ids\":2}'", "NULL"])
    func `damaged results count as none seen`(value: String) async throws {
        let search = try await add("a")
        try await library.recordSeen(search.id, at: day0, results: seen)
        try await library.database.write { try $0.execute(sql: "UPDATE saved_search_seen SET results = \(value)") }
        #expect(try await library.seenResults(of: search.id) == nil)
    }

    /// A search of each source and form that names the tag "a b", and some that do not.
    private static let places: [(source: String, text: String, renamed: String)] = [
        ("favorites:tag:a%20b", "x", "x"), ("favorites", "tag:\"A B\" rust", "tag:c rust"),
        ("favorites", "-tag:\"a b\" OR (tag:\"a b\" stars:>5)", "-tag:c OR (tag:c stars:>5)"),
        ("favorites", "NOT tag:\"a b", "NOT tag:c"),
        ("favorites", "tag:a tag:none no:tag \"a b\"", "tag:a tag:none no:tag \"a b\""),
        ("search:repositories", "tag:\"a b\"", "tag:\"a b\""), ("later", "tag:\"a b\"", "tag:\"a b\""),
    ]

    private func places() async throws -> [String] {
        try await library.savedSearches().map { $0.source + " " + $0.text }
    }

    @Test(arguments: [LibraryEdit.renameTag("a b", to: "c"), .mergeTag("a b", into: "c"), .renameTag("a b", to: "C")])
    func `searches follow their tag to its new name, and back`(edit: LibraryEdit) async throws {
        try await library.addTag("a b", color: nil, to: [])
        if edit != .renameTag("a b", to: "c") { try await library.addTag("c", color: nil, to: []) }
        for place in Self.places {
            _ = try await library.addSavedSearch("s", source: place.source, text: place.text, order: nil)
        }
        let first = try await library.savedSearches()
        try await library.recordSeen(first[1].id, at: day0, results: seen)
        try await library.recordNewResults(3, of: first[1].id, at: day0)
        let before = try await library.savedSearches()
        let inverse = try #require(try await library.apply(edit, sending: [], if: .none).inverse)
        #expect(
            try await places() == ["favorites:tag:c x"] + Self.places.dropFirst().map { $0.source + " " + $0.renamed })
        #expect(try await library.savedSearches()[1].newCount == 3)
        #expect(try await library.seenResults(of: first[1].id) == seen)
        // A search that named the other tag before keeps it.
        _ = try await library.addSavedSearch("s", source: "favorites", text: "tag:c", order: nil)
        let undone = try await library.apply(inverse, sending: [], if: .unchanged)
        #expect(undone.skipped == 0)
        #expect(try await library.savedSearches().dropLast() == before)
        #expect(try await library.savedSearches().last?.text == "tag:c")
        _ = try await library.apply(#require(undone.inverse), sending: [], if: .unchanged)
        #expect(try await places().first == "favorites:tag:c x")
    }

    @Test func `a search that was changed since keeps what it is when the tag gets its old name back`() async throws {
        try await library.addTag("a", color: nil, to: [])
        let search = try await add("s", "tag:a")
        let inverse = try #require(try await library.apply(.renameTag("a", to: "b"), sending: [], if: .none).inverse)
        try await library.updateSavedSearch(search.id, text: "tag:b rust", order: nil)
        #expect(try await library.apply(inverse, sending: [], if: .unchanged).skipped == 1)
        #expect(try await library.savedSearches().map(\.text) == ["tag:b rust"])
    }

    @Test func `no search gets a text that means something else or is too long`() async throws {
        try await library.addTag("a", color: nil, to: [])
        let long = String(repeating: "tag:a ", count: SavedSearch.maxTextLength / 7)
        for text in ["tag:a", "(tag:a)", long] { try await add("s", text) }
        let inverse = try #require(try await library.apply(.renameTag("a", to: "none"), sending: [], if: .none).inverse)
        #expect(try await library.savedSearches().map(\.text) == ["tag:a", "(tag:a)", long], "tag:none is another set")
        try await library.apply(inverse, sending: [], if: .unchanged)
        try await library.apply(.renameTag("a", to: "f(x) of y"), sending: [], if: .none)
        #expect(try await library.savedSearches().map(\.text) == ["tag:\"f(x) of y\"", "(tag:\"f(x) of y\")", long])
    }

    @Test func `the order is the user's`() async throws {
        for name in ["a", "b", "c", "d"] { try await add(name) }
        let ids = try await library.savedSearches().map(\.id)
        try await library.orderSavedSearches([ids[3], ids[1]])
        #expect(try await names() == ["d", "b", "a", "c"])
        try await add("e")
        #expect(try await names() == ["d", "b", "a", "c", "e"])
    }

    @Test func `names texts and their number are bounded`() async throws {
        await #expect(throws: AnnotationFailure.emptyName) { try await add(" ") }
        await #expect(throws: AnnotationFailure.nameTooLong) { try await add(String(repeating: "x", count: 101)) }
        let long = String(repeating: "x", count: SavedSearch.maxTextLength + 1)
        await #expect(throws: AnnotationFailure.textTooLong) { try await add("a", long) }
        let search = try await add("a")
        await #expect(throws: AnnotationFailure.textTooLong) {
            try await library.updateSavedSearch(search.id, text: long, order: nil)
        }
        try await library.database.write { db in
            for number in 2...SavedSearch.maxCount {
                try db.execute(
                    sql: "INSERT INTO saved_search (name, source, text, place) VALUES ('x', '', '', ?)",
                    arguments: [number])
            }
        }
        await #expect(throws: AnnotationFailure.tooMany) { try await add("b") }
    }

    @Test func `a change is reported`() async throws {
        var changes = library.changes().makeAsyncIterator()
        try await add("a")
        #expect(await changes.next() != nil)
    }
}
