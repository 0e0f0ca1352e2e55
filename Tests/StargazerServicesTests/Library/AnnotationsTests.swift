import Foundation
import GRDB
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

// Testing has tags too.
private typealias Tag = StargazerCore.Tag

@Suite("Tags and notes", .timeLimit(.minutes(25)))
struct AnnotationsTests {
    private let time = ManualTime()
    private let library: LibraryDatabase

    init() { library = inMemory(time: time.source) }

    private func id(_ number: Int) -> ItemID { favorite(number).id }

    private func add(_ numbers: ClosedRange<Int>) async throws {
        try await library.importFavorites(numbers.map { favorite($0) })
    }

    /// Creates a tag on these items.
    @discardableResult
    private func tag(_ name: String, on numbers: Int..., color: TagColor? = nil) async throws -> Tag {
        let tag = try await library.createTag(name, color: color)
        _ = try await library.setTag(tag.id, to: true, on: numbers.map(id))
        return tag
    }

    /// Returns each tag with the number of its favorites.
    private func counts() async throws -> [String] {
        try await library.tags().map { "\($0.tag.name) \($0.favorites)" }
    }

    private func names(_ number: Int) async throws -> [String] {
        try await library.tags(of: [id(number)])[id(number)]?.map(\.name) ?? []
    }

    private func found(_ words: String) async throws -> [String] {
        numbers(try await library.favorites(FavoritesQuery(text: words), reading: .max).first.map(\.favorite))
    }

    private func stamps() async throws -> [String: Int64] {
        let stored = try await library.favorites(FavoritesQuery(), reading: .max).first
        return Dictionary(uniqueKeysWithValues: stored.map { ($0.favorite.id.id, $0.stamp) })
    }

    private func values(_ sql: String) async throws -> [String] {
        try await library.database.read { try String.fetchAll($0, sql: sql) }
    }

    /// Returns all that is recorded about changes of annotations.
    private func changes() async throws -> [String] {
        try await values(
            """
            SELECT name || changed_at || device FROM tag
            UNION ALL SELECT item || ' ' || tag || is_set || changed_at || device FROM item_tag
            UNION ALL SELECT item || text || changed_at || device FROM note
            """)
    }

    // MARK: Tags

    @Test func tagsAreListedByNameWithTheirFavorites() async throws {
        try await add(1...3)
        try await tag("swift", on: 1, 2, color: .blue)
        try await tag("Äpfel", on: 3)
        try await tag("Tools")
        #expect(try await counts() == ["Äpfel 1", "swift 2", "Tools 0"])
        try await library.remove(id(2))
        #expect(try await counts() == ["Äpfel 1", "swift 1", "Tools 0"])
        #expect(try await library.tags().map(\.tag.color) == [nil, .blue, nil])
    }

    @Test func aNameThatExistsReturnsTheKnownTag() async throws {
        let tag = try await library.createTag("  Zu\u{308}rich\n lake ", color: .red)
        #expect(tag.name == "Zu\u{308}rich lake")
        #expect(try await library.createTag("ZURICH LAKE", color: .blue) == tag)
        #expect(try await library.tags().map(\.tag) == [tag])
    }

    @Test(arguments: ["", "  \n", "\u{200B}"])
    func aNameWithoutTextIsRefused(name: String) async throws {
        await #expect(throws: AnnotationFailure.emptyName) { try await library.createTag(name, color: nil) }
    }

    @Test func aLongNameIsRefused() async throws {
        let longest = String(repeating: "ä", count: Tag.maxNameLength)
        let tag = try await library.createTag(longest, color: nil)
        #expect(tag.name == longest)
        for name in [longest + "b", String(repeating: "x", count: 1_000_000)] {
            await #expect(throws: AnnotationFailure.nameTooLong) { try await library.createTag(name, color: nil) }
            await #expect(throws: AnnotationFailure.nameTooLong) { _ = try await library.renameTag(tag.id, to: name) }
        }
    }

    @Test func thereIsAMaximumNumberOfTags() async throws {
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

    @Test func aTagIsSetAndRemovedOnManyItemsAtOnce() async throws {
        try await add(1...4)
        let swift = try await tag("swift", on: 2)
        let all = [1, 2, 3, 99].map(id)
        let set = try await library.setTag(swift.id, to: true, on: all)
        #expect(set == TagChange(changed: [1, 3].map(id), missing: 1))
        #expect(try await counts() == ["swift 3"])
        let undone = try await library.setTag(swift.id, to: false, on: set.changed)
        #expect(undone == TagChange(changed: [1, 3].map(id), missing: 0))
        #expect(try await library.tags(of: all) == [id(2): [swift]])
        let again = try await library.setTag(swift.id, to: false, on: set.changed + [id(4)])
        #expect(again == TagChange(changed: [], missing: 0))
    }

    @Test func anItemThatIsOnlyStarredCannotBeAnnotated() async throws {
        try await library.recordStar(true, on: repository(1))
        let swift = try await library.createTag("swift", color: nil)
        #expect(try await library.setTag(swift.id, to: true, on: [id(1)]).missing == 1)
        await #expect(throws: AnnotationFailure.missingItem) { try await library.setNote("text", of: id(1)) }
    }

    @Test func aRenamedTagKeepsItsItems() async throws {
        try await add(1...2)
        let tag = try await tag("swft", on: 1, 2)
        let renamed = try await library.renameTag(tag.id, to: "Swift")
        #expect(renamed == .renamed(Tag(id: tag.id, name: "Swift")))
        #expect(try await counts() == ["Swift 2"])
        #expect(try await values("SELECT name FROM tag WHERE is_deleted") == ["swft"])
        // Only the spelling changes.
        _ = try await library.renameTag(tag.id, to: "SWIFT")
        #expect(try await counts() == ["SWIFT 2"])
        // Back to a name that was left.
        #expect(try await library.renameTag(tag.id, to: "swft") == .renamed(Tag(id: tag.id, name: "swft")))
        #expect(try await names(1) == ["swft"])
    }

    @Test func aTagRenamedToAnExistingNameMergesWithIt() async throws {
        try await add(1...3)
        let left = try await tag("left", on: 1, 2, color: .pink)
        let right = try await tag("right", on: 2, 3)
        let removed = RemovedTag(tag: left, items: [1, 2].map(id), mergedInto: right.id, addedByMerge: [id(1)])
        #expect(try await library.renameTag(left.id, to: "RIGHT") == .merged(into: right, removed: removed))
        #expect(try await counts() == ["right 3"])
        #expect(try await library.restoreTag(removed) == left)
        #expect(try await counts() == ["left 2", "right 2"])
        #expect(try await names(1) == ["left"])
        #expect(try await names(2) == ["left", "right"])
    }

    @Test func mergingATagIntoItselfChangesNothing() async throws {
        try await add(1...1)
        let tag = try await tag("swift", on: 1)
        let before = try await changes()
        let removed = try await library.mergeTag(tag.id, into: tag.id)
        try await library.restoreTag(removed)
        #expect(try await changes() == before)
    }

    @Test func aDeletedTagComesBackWithItsItems() async throws {
        try await add(1...3)
        let tag = try await tag("swift", on: 1, 3, color: .green)
        let removed = try await library.deleteTag(tag.id)
        #expect(removed == RemovedTag(tag: tag, items: [1, 3].map(id)))
        #expect(try await counts().isEmpty)
        #expect(try await library.tags(of: [id(1)]).isEmpty)
        #expect(try await library.restoreTag(removed) == tag)
        #expect(try await counts() == ["swift 2"])
    }

    @Test func aTagCreatedAfterItsDeletionHasNoItems() async throws {
        try await add(1...1)
        let removed = try await library.deleteTag(try await tag("swift", on: 1, color: .green).id)
        let new = try await library.createTag("Swift", color: .red)
        #expect(try await library.tags() == [CountedTag(tag: new, favorites: 0)])
        #expect(new.color == .red)
        try await library.restoreTag(removed)
        #expect(try await library.tags() == [CountedTag(tag: new, favorites: 1)])
    }

    @Test func aTagComesBackAfterItsRowWasSwept() async throws {
        try await add(1...1)
        let removed = try await library.deleteTag(try await tag("swift", on: 1).id)
        try await library.database.write { try LibrarySchema.sweep($0, now: .distantFuture) }
        let restored = try await library.restoreTag(removed)
        #expect(restored.id != removed.tag.id)
        #expect(try await counts() == ["swift 1"])
    }

    @Test func aDeletedTagCannotBeChanged() async throws {
        try await add(1...1)
        let tag = try await tag("swift", on: 1)
        let other = try await library.createTag("other", color: nil)
        _ = try await library.deleteTag(tag.id)
        let before = try await changes()
        await #expect(throws: AnnotationFailure.deleted) { _ = try await library.renameTag(tag.id, to: "new") }
        await #expect(throws: AnnotationFailure.deleted) { try await library.setColor(.red, of: tag.id) }
        await #expect(throws: AnnotationFailure.deleted) { _ = try await library.deleteTag(tag.id) }
        await #expect(throws: AnnotationFailure.deleted) { _ = try await library.mergeTag(tag.id, into: other.id) }
        await #expect(throws: AnnotationFailure.deleted) { _ = try await library.mergeTag(other.id, into: tag.id) }
        await #expect(throws: AnnotationFailure.deleted) {
            _ = try await library.setTag(tag.id, to: true, on: [id(1)])
        }
        #expect(try await changes() == before)
    }

    // MARK: Notes

    @Test func aNoteIsWrittenChangedAndRemoved() async throws {
        try await add(1...2)
        try await library.setNote("First\nline\0", of: id(1))
        #expect(try await library.note(of: id(1)) == Note(text: "First\nline", changedAt: time.now))
        await time.advance(by: .seconds(5), sleepers: 0)
        try await library.setNote("Second", of: id(1))
        #expect(try await library.note(of: id(1)) == Note(text: "Second", changedAt: time.now))
        try await library.setNote(" \n", of: id(1))
        try await library.setNote("", of: id(2))
        #expect(try await library.note(of: id(1)) == nil)
        #expect(try await values("SELECT item_id || text FROM note JOIN item ON row = item") == ["1"])
    }

    @Test func aLongNoteIsRefusedAndTheOldOneStays() async throws {
        try await add(1...1)
        let longest = String(repeating: "é", count: Note.maxLength / 2)
        try await library.setNote(longest, of: id(1))
        await #expect(throws: AnnotationFailure.textTooLong) { try await library.setNote(longest + "x", of: id(1)) }
        #expect(try await library.note(of: id(1))?.text == longest)
        await #expect(throws: AnnotationFailure.missingItem) { try await library.setNote("text", of: id(2)) }
    }

    // MARK: Changes

    @Test func whatDoesNotChangeKeepsItsTimeAndStamp() async throws {
        try await add(1...3)
        let swift = try await tag("swift", on: 1, 2, color: .blue)
        let tools = try await tag("tools", on: 1)
        try await library.setNote("note", of: id(3))
        let before = try await (changes(), stamps())
        await time.advance(by: .seconds(5), sleepers: 0)
        try await library.createTag("SWIFT", color: .red)
        _ = try await library.renameTag(swift.id, to: "swift")
        try await library.setColor(.blue, of: swift.id)
        _ = try await library.setTag(swift.id, to: true, on: [id(1)])
        _ = try await library.setTag(tools.id, to: false, on: [id(2)])
        try await library.setNote("note", of: id(3))
        try await library.setNote("", of: id(1))
        let after = try await (changes(), stamps())
        #expect(after == before)
        #expect(after.0.allSatisfy { $0.contains("2027") && $0.count > 50 }, "time and device are recorded")
    }

    @Test func everyChangeGivesItsItemsNewStamps() async throws {
        try await add(1...3)
        let swift = try await tag("swift", on: 1)
        let tools = try await tag("tools", on: 2)
        /// Returns the items with new stamps.
        func changed(by change: () async throws -> Void) async throws -> [String] {
            let before = try await stamps()
            try await change()
            return try await stamps().filter { before[$0.key] != $0.value }.keys.sorted()
        }
        #expect(try await changed { _ = try await library.setTag(swift.id, to: true, on: [3, 1].map(id)) } == ["3"])
        #expect(try await changed { try await library.setNote("text", of: id(2)) } == ["2"])
        #expect(try await changed { try await library.setNote("", of: id(2)) } == ["2"])
        #expect(try await changed { try await library.setColor(.red, of: swift.id) } == ["1", "3"])
        #expect(try await changed { _ = try await library.renameTag(swift.id, to: "Swift") } == ["1", "3"])
        var removed: RemovedTag?
        #expect(try await changed { removed = try await library.mergeTag(swift.id, into: tools.id) } == ["1", "3"])
        let merged = try #require(removed)
        #expect(try await changed { try await library.restoreTag(merged) } == ["1", "3"])
        #expect(try await changed { _ = try await library.deleteTag(tools.id) } == ["2"])
    }

    @Test func aNewTagWithoutItemsIsReported() async throws {
        var changes = library.changes().makeAsyncIterator()
        try await library.createTag("swift", color: nil)
        #expect(await changes.next() != nil)
    }

    @Test func tagsAndNoteSurviveARemovalThatIsUndone() async throws {
        try await add(1...1)
        let swift = try await tag("swift", on: 1)
        try await library.setNote("zebra", of: id(1))
        let removed = try #require(try await library.remove(id(1)))
        #expect(try await counts() == ["swift 0"])
        // An open editor writes after the removal.
        try await library.setNote("giraffe", of: id(1))
        #expect(try await found("giraffe").isEmpty)
        try await library.add(removed)
        #expect(try await library.tags() == [CountedTag(tag: swift, favorites: 1)])
        #expect(try await library.note(of: id(1))?.text == "giraffe")
        #expect(try await found("giraffe swif") == ["1"])
        #expect(try await found("zebra").isEmpty)
    }

    @Test func tagsAndNoteGoWithTheItem() async throws {
        try await add(1...1)
        try await tag("swift", on: 1)
        try await library.setNote("note", of: id(1))
        try await library.remove(id(1))
        let late = time.now.addingTimeInterval(LibrarySchema.removedItemLifetime + 1)
        try await library.database.write { try LibrarySchema.sweep($0, now: late) }
        #expect(try await values("SELECT item FROM item_tag UNION ALL SELECT item FROM note").isEmpty)
        try await add(1...1)
        #expect(try await names(1).isEmpty)
        #expect(try await library.note(of: id(1)) == nil)
    }

    // MARK: Words

    @Test func favoritesAreFoundByTheWordsOfTagsAndNotes() async throws {
        try await add(1...4)
        let tag = try await tag("C++ Parsers", on: 1, 2)
        try await library.setNote("Compare with Überläufer 漢語", of: id(2))
        #expect(try await found("parser") == ["2", "1"])
        #expect(try await found("c++ uberlauf name2") == ["2"])
        #expect(try await found("漢語") == ["2"])
        _ = try await library.renameTag(tag.id, to: "lexers")
        #expect(try await found("parser").isEmpty)
        #expect(try await found("lex") == ["2", "1"])
        _ = try await library.setTag(tag.id, to: false, on: [id(1)])
        #expect(try await found("lex") == ["2"])
        let removed = try await library.deleteTag(tag.id)
        #expect(try await found("lex").isEmpty)
        try await library.restoreTag(removed)
        #expect(try await found("lex compare") == ["2"])
        try await library.setNote("", of: id(2))
        #expect(try await found("compare").isEmpty)
    }

    @Test func wordsOfTagsAndNotesOutliveNewSnapshotsAndANewIndex() async throws {
        try await add(1...2)
        try await tag("parsers", on: 1)
        try await library.setNote("zebra", of: id(1))
        let changed = Repository(owner: "other", name: "renamed", stars: 5)
        try await library.refresh([Item(id: id(1), facts: changed)])
        #expect(try await found("renamed parsers zebra") == ["1"])
        let words = "SELECT rowid || words || '|' || annotations FROM favorite_words ORDER BY rowid"
        let before = try await values(words)
        try await library.database.write { db in
            try LibraryIndex.drop(db)
            try LibraryIndex.create(db, codecs: codecs)
            #expect(try !LibraryIndex.isDamaged(db))
        }
        #expect(try await values(words) == before)
    }

    @Test func anIndexWithoutWordsOfTagsIsMadeAgain() async throws {
        let folder = try TemporaryFolder()
        let first = try await folder.ready()
        try await first.add(favorite(1))
        try await first.setNote("zebra", of: id(1))
        try first.database.close()
        try folder.sqlite(
            """
            DROP TABLE favorite_words;
            CREATE VIRTUAL TABLE favorite_words USING fts5(
                words, columnsize=0, prefix='1 2', tokenize="ascii tokenchars '+#.'");
            """)
        let library = try await folder.ready()
        #expect(try await library.favorites(FavoritesQuery(text: "zebra"), reading: 0).rows.count == 1)
    }
}
