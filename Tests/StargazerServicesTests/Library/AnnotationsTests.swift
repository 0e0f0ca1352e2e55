import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Tags and notes", .timeLimit(.minutes(25)))
struct AnnotationsTests {
    private let fixture = AnnotationsFixture()
    private var library: LibraryDatabase { fixture.library }

    // MARK: Notes

    @Test func `a note is written changed and removed`() async throws {
        try await fixture.add(1...2)
        try await library.setNote("First\nline\0", of: itemID(1))
        #expect(try await library.note(of: itemID(1)) == Note(text: "First\nline", changedAt: fixture.time.now))
        await fixture.time.advance(by: .seconds(5), sleepers: 0)
        try await library.setNote("Second", of: itemID(1))
        #expect(try await library.note(of: itemID(1)) == Note(text: "Second", changedAt: fixture.time.now))
        try await library.setNote(" \n", of: itemID(1))
        try await library.setNote("", of: itemID(2))
        #expect(try await library.note(of: itemID(1)) == nil)
        #expect(try await fixture.values("SELECT item_id || text FROM note JOIN item ON row = item") == ["1"])
    }

    @Test func `a long note is refused and the old one stays`() async throws {
        try await fixture.add(1...1)
        let longest = String(repeating: "é", count: Note.maxLength / 2)
        try await library.setNote(longest, of: itemID(1))
        await #expect(throws: AnnotationFailure.textTooLong) { try await library.setNote(longest + "x", of: itemID(1)) }
        #expect(try await library.note(of: itemID(1))?.text == longest)
        await #expect(throws: AnnotationFailure.missingItem) { try await library.setNote("text", of: itemID(2)) }
    }

    // MARK: Changes

    @Test func `what does not change keeps its time and stamp`() async throws {
        try await fixture.add(1...3)
        let swift = try await fixture.tag("swift", on: 1, 2, color: .blue)
        let tools = try await fixture.tag("tools", on: 1)
        try await library.setNote("note", of: itemID(3))
        let before = try await (fixture.changes(), fixture.stamps())
        await fixture.time.advance(by: .seconds(5), sleepers: 0)
        try await library.createTag("SWIFT", color: .red)
        _ = try await library.renameTag(swift.id, to: "swift")
        try await library.setColor(.blue, of: swift.id)
        _ = try await library.setTag(swift.id, to: true, on: [itemID(1)])
        _ = try await library.setTag(tools.id, to: false, on: [itemID(2)])
        try await library.setNote("note", of: itemID(3))
        try await library.setNote("", of: itemID(1))
        let after = try await (fixture.changes(), fixture.stamps())
        #expect(after == before)
        #expect(after.0.allSatisfy { $0.contains("2027") && $0.count > 50 }, "time and device are recorded")
    }

    @Test func `every change gives its items new stamps`() async throws {
        try await fixture.add(1...3)
        let swift = try await fixture.tag("swift", on: 1)
        let tools = try await fixture.tag("tools", on: 2)
        /// Returns the items with new stamps.
        func changed(by change: () async throws -> Void) async throws -> [String] {
            let before = try await fixture.stamps()
            try await change()
            return try await fixture.stamps().filter { before[$0.key] != $0.value }.keys.sorted()
        }
        let ids = [3, 1].map(itemID)
        #expect(try await changed { _ = try await library.setTag(swift.id, to: true, on: ids) } == ["3"])
        #expect(try await changed { try await library.setNote("text", of: itemID(2)) } == ["2"])
        #expect(try await changed { try await library.setNote("", of: itemID(2)) } == ["2"])
        #expect(try await changed { try await library.setColor(.red, of: swift.id) } == ["1", "3"])
        #expect(try await changed { _ = try await library.renameTag(swift.id, to: "Swift") } == ["1", "3"])
        var removed: RemovedTag?
        #expect(try await changed { removed = try await library.mergeTag(swift.id, into: tools.id) } == ["1", "3"])
        let merged = try #require(removed)
        #expect(try await changed { try await library.restoreTag(merged) } == ["1", "3"])
        #expect(try await changed { _ = try await library.deleteTag(tools.id) } == ["2"])
    }

    @Test func `a new tag without items is reported`() async throws {
        var changes = library.changes().makeAsyncIterator()
        try await library.createTag("swift", color: nil)
        #expect(await changes.next() != nil)
    }

    @Test func `tags and note survive a removal that is undone`() async throws {
        try await fixture.add(1...1)
        let swift = try await fixture.tag("swift", on: 1)
        try await library.setNote("zebra", of: itemID(1))
        let removed = try #require(try await library.remove(itemID(1)))
        #expect(try await fixture.counts() == ["swift 0"])
        // An open editor writes after the removal.
        try await library.setNote("giraffe", of: itemID(1))
        #expect(try await fixture.found("giraffe").isEmpty)
        try await library.add(removed)
        #expect(try await library.tags() == [CountedTag(tag: swift, favorites: 1)])
        #expect(try await library.note(of: itemID(1))?.text == "giraffe")
        #expect(try await fixture.found("giraffe swif") == ["1"])
        #expect(try await fixture.found("zebra").isEmpty)
    }

    @Test func `tags and note go with the item`() async throws {
        try await fixture.add(1...1)
        try await fixture.tag("swift", on: 1)
        try await library.setNote("note", of: itemID(1))
        try await library.remove(itemID(1))
        let late = fixture.time.now.addingTimeInterval(LibrarySchema.removedItemLifetime + 1)
        let now = fixture.time.now
        try await library.database.write { try LibrarySchema.sweep($0, now: now) }
        try await library.database.write { try LibrarySchema.sweep($0, now: late) }
        #expect(try await !fixture.values("SELECT item FROM note").isEmpty, "the clock may be wrong once")
        try await library.database.write { try LibrarySchema.sweep($0, now: late) }
        #expect(try await fixture.values("SELECT item FROM item_tag UNION ALL SELECT item FROM note").isEmpty)
        try await fixture.add(1...1)
        #expect(try await fixture.names(1).isEmpty)
        #expect(try await library.note(of: itemID(1)) == nil)
    }
}
