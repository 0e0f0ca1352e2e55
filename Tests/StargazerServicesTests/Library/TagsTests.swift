import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

// Testing has tags too.
private typealias Tag = StargazerLibrary.Tag

@Suite("Tags", .timeLimit(.minutes(25)))
struct TagsTests {
    private let fixture = AnnotationsFixture()
    private var library: LibraryDatabase { fixture.library }

    @Test func `tags are listed by name with their favorites`() async throws {
        try await fixture.add(1...3)
        try await fixture.tag("swift", on: 1, 2, color: .blue)
        try await fixture.tag("Äpfel", on: 3)
        try await fixture.tag("Tools")
        #expect(try await fixture.counts() == ["Äpfel 1", "swift 2", "Tools 0"])
        try await library.remove(itemID(2))
        #expect(try await fixture.counts() == ["Äpfel 1", "swift 1", "Tools 0"])
        #expect(try await library.tags().map(\.tag.color) == [nil, .blue, nil])
    }

    @Test func `a name that exists returns the known tag`() async throws {
        let tag = try await library.createTag("  Zu\u{308}rich\n lake ", color: .red)
        #expect(tag.name == "Zu\u{308}rich lake")
        #expect(try await library.createTag("ZURICH LAKE", color: .blue) == tag)
        #expect(try await library.tags().map(\.tag) == [tag])
    }

    @Test(arguments: ["", "  \n", "\u{200B}"])
    func `a name without text is refused`(name: String) async throws {
        await #expect(throws: AnnotationFailure.emptyName) { try await library.createTag(name, color: nil) }
    }

    @Test func `a long name is refused`() async throws {
        let longest = String(repeating: "ä", count: Tag.maxNameLength)
        let tag = try await library.createTag(longest, color: nil)
        #expect(tag.name == longest)
        for name in [longest + "b", String(repeating: "x", count: 1_000_000)] {
            await #expect(throws: AnnotationFailure.nameTooLong) { try await library.createTag(name, color: nil) }
            await #expect(throws: AnnotationFailure.nameTooLong) { _ = try await library.renameTag(tag.id, to: name) }
        }
    }

    @Test func `there is a maximum number of tags`() async throws {
        try await library.database.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < \(Tag.maxCount))
                    INSERT INTO tag (name, name_key) SELECT 'tag' || n, 'tag' || n FROM n
                    """)
        }
        await #expect(throws: AnnotationFailure.tooMany) { try await library.createTag("new", color: nil) }
        let known = try await library.createTag("Tag7", color: nil)
        let removed = try await library.deleteTag(known.id)
        try await library.createTag("new", color: nil)
        await #expect(throws: AnnotationFailure.tooMany) { try await library.restoreTag(removed) }
        #expect(try await library.tags().count == Tag.maxCount)
    }

    @Test func `a tag is set and removed on many items at once`() async throws {
        try await fixture.add(1...4)
        let swift = try await fixture.tag("swift", on: 2)
        let all = [1, 2, 3, 99].map(itemID)
        let set = try await library.setTag(swift.id, to: true, on: all)
        #expect(set == TagChange(changed: [1, 3].map(itemID), missing: 1))
        #expect(try await fixture.counts() == ["swift 3"])
        let undone = try await library.setTag(swift.id, to: false, on: set.changed)
        #expect(undone == TagChange(changed: [1, 3].map(itemID), missing: 0))
        #expect(try await library.tags(of: all) == [itemID(2): [swift]])
        let again = try await library.setTag(swift.id, to: false, on: set.changed + [itemID(4)])
        #expect(again == TagChange(changed: [], missing: 0))
    }

    @Test func `a tag is created on items, or not at all`() async throws {
        try await fixture.add(1...2)
        let (tag, change) = try await library.addTag("swift", color: .red, to: [1, 99].map(itemID))
        #expect(change == TagChange(changed: [itemID(1)], missing: 1))
        #expect(try await library.addTag("SWIFT", color: nil, to: [1, 2].map(itemID)).tag == tag)
        #expect(try await fixture.counts() == ["swift 2"])
        let before = try await fixture.changes()
        try await library.database.write { db in
            try db.execute(
                sql: "CREATE TRIGGER refusal BEFORE INSERT ON item_tag BEGIN SELECT raise(ABORT, 'refused'); END")
        }
        await #expect(throws: AnnotationFailure.self) { try await library.addTag("new", color: nil, to: [itemID(1)]) }
        #expect(try await fixture.changes() == before)
    }

    @Test func `a refused change of annotations leaves nothing behind`() async throws {
        await #expect(throws: AnnotationFailure.missingItem) {
            _ =
                try await library.annotate { db, now in
                    _ = try TagRecord(db: db, now: now).create(AnnotationName("swift"), color: nil)
                    throw AnnotationFailure.missingItem
                } as Void
        }
        #expect(try await fixture.changes().isEmpty)
    }

    @Test func `an item that is only starred cannot be annotated`() async throws {
        try await library.recordStar(true, on: repository(1))
        let swift = try await library.createTag("swift", color: nil)
        #expect(try await library.setTag(swift.id, to: true, on: [itemID(1)]).missing == 1)
        await #expect(throws: AnnotationFailure.missingItem) { try await library.setNote("text", of: itemID(1)) }
    }

    @Test func `a renamed tag keeps its items`() async throws {
        try await fixture.add(1...2)
        let tag = try await fixture.tag("swft", on: 1, 2)
        let renamed = try await library.renameTag(tag.id, to: "Swift")
        #expect(renamed == .renamed(Tag(id: tag.id, name: "Swift")))
        #expect(try await fixture.counts() == ["Swift 2"])
        #expect(try await fixture.values("SELECT name FROM tag WHERE is_deleted") == ["swft"])
        // Only the spelling changes.
        _ = try await library.renameTag(tag.id, to: "SWIFT")
        #expect(try await fixture.counts() == ["SWIFT 2"])
        // Back to a name that was left.
        #expect(try await library.renameTag(tag.id, to: "swft") == .renamed(Tag(id: tag.id, name: "swft")))
        #expect(try await fixture.names(1) == ["swft"])
    }

    @Test func `a tag renamed to an existing name merges with it`() async throws {
        try await fixture.add(1...3)
        let left = try await fixture.tag("left", on: 1, 2, color: .pink)
        let right = try await fixture.tag("right", on: 2, 3)
        let removed = RemovedTag(tag: left, items: [1, 2].map(itemID), mergedInto: right.id, addedByMerge: [itemID(1)])
        #expect(try await library.renameTag(left.id, to: "RIGHT") == .merged(into: right, removed: removed))
        #expect(try await fixture.counts() == ["right 3"])
        #expect(try await library.restoreTag(removed) == left)
        #expect(try await fixture.counts() == ["left 2", "right 2"])
        #expect(try await fixture.names(1) == ["left"])
        #expect(try await fixture.names(2) == ["left", "right"])
    }

    @Test func `merging a tag into itself changes nothing`() async throws {
        try await fixture.add(1...1)
        let tag = try await fixture.tag("swift", on: 1)
        let before = try await fixture.changes()
        let removed = try await library.mergeTag(tag.id, into: tag.id)
        try await library.restoreTag(removed)
        #expect(try await fixture.changes() == before)
    }

    @Test func `a deleted tag comes back with its items`() async throws {
        try await fixture.add(1...3)
        let tag = try await fixture.tag("swift", on: 1, 3, color: .green)
        let removed = try await library.deleteTag(tag.id)
        #expect(removed == RemovedTag(tag: tag, items: [1, 3].map(itemID)))
        #expect(try await fixture.counts().isEmpty)
        #expect(try await library.tags(of: [itemID(1)]).isEmpty)
        #expect(try await library.restoreTag(removed) == tag)
        #expect(try await fixture.counts() == ["swift 2"])
    }

    @Test func `a tag created after its deletion has no items`() async throws {
        try await fixture.add(1...1)
        let removed = try await library.deleteTag(try await fixture.tag("swift", on: 1, color: .green).id)
        let new = try await library.createTag("Swift", color: .red)
        #expect(try await library.tags() == [CountedTag(tag: new, favorites: 0)])
        #expect(new.color == .red)
        try await library.restoreTag(removed)
        #expect(try await library.tags() == [CountedTag(tag: new, favorites: 1)])
    }

    @Test func `a tag comes back after its row was swept`() async throws {
        try await fixture.add(1...1)
        let removed = try await library.deleteTag(try await fixture.tag("swift", on: 1).id)
        // The first start only notes its time.
        for _ in 0..<2 { try await library.database.write { try LibrarySchema.sweep($0, now: .distantFuture) } }
        let restored = try await library.restoreTag(removed)
        #expect(restored.id != removed.tag.id)
        #expect(try await fixture.counts() == ["swift 1"])
    }

    @Test func `a deleted tag cannot be changed`() async throws {
        try await fixture.add(1...1)
        let tag = try await fixture.tag("swift", on: 1)
        let other = try await library.createTag("other", color: nil)
        _ = try await library.deleteTag(tag.id)
        let before = try await fixture.changes()
        await #expect(throws: AnnotationFailure.deleted) { _ = try await library.renameTag(tag.id, to: "new") }
        await #expect(throws: AnnotationFailure.deleted) { try await library.setColor(.red, of: tag.id) }
        await #expect(throws: AnnotationFailure.deleted) { _ = try await library.deleteTag(tag.id) }
        await #expect(throws: AnnotationFailure.deleted) { _ = try await library.mergeTag(tag.id, into: other.id) }
        await #expect(throws: AnnotationFailure.deleted) { _ = try await library.mergeTag(other.id, into: tag.id) }
        await #expect(throws: AnnotationFailure.deleted) {
            _ = try await library.setTag(tag.id, to: true, on: [itemID(1)])
        }
        #expect(try await fixture.changes() == before)
    }
}
