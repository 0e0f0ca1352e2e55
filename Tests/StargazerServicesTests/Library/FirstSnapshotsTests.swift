import Foundation
import GRDB
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Repository snapshots of the first libraries, in a file of this version.
@Suite("First repository snapshots", .timeLimit(.minutes(25)))
struct FirstSnapshotsTests {
    private let full = #"""
        {"archived":true,"avatar":"https://avatars.example/1?v=4","clone":"https://github.com/o/n.git",
        "created":1700000000.25,"fork":false,"forks":2,"homepage":"https://example.org/","language":"C++",
        "license":"MIT","mirror":false,"name":"n","openIssues":3,"owner":"o","private":true,"pushed":1700000001,
        "stars":5,"summary":"Says \"a/b\" it''s 漢","template":true,"topics":["b","a"],"web":"https://github.com/o/n"}
        """#
    private let expected = Repository(
        owner: "o", name: "n", ownerAvatarURL: URL(string: "https://avatars.example/1?v=4"),
        summary: #"Says "a/b" it's 漢"#, stars: 5, forks: 2, openIssues: 3, language: "C++", topics: ["b", "a"],
        license: "MIT", homepage: URL(string: "https://example.org/"), webURL: URL(string: "https://github.com/o/n"),
        cloneURL: URL(string: "https://github.com/o/n.git"), createdAt: Date(timeIntervalSince1970: 1_700_000_000.25),
        pushedAt: Date(timeIntervalSince1970: 1_700_000_001), isArchived: true, isTemplate: true, isPrivate: true)
    private let me = ItemID(catalog: .people, host: "api.github.com", id: "7")

    private func item(_ number: Int, _ facts: Repository) -> Item { Item(id: repository(number).id, facts: facts) }

    /// A file with such snapshots in favorites 1 to 4, in the viewed item 1 and in the first member of a list.
    private func folder() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let person = Item(id: me, facts: Person(login: "golden"))
        try await folder.opened { library in
            try await library.importFavorites((1...5).map { favorite($0) } + [Favorite(item: person, addedAt: day0)])
            try await library.saveViewedItems([repository(1)], of: .repositories, host: me.host)
            let members = ListSnapshot(items: [repository(1), repository(2)], seenAt: day0)
            try await library.saveSnapshot(members, as: .followers, of: me)
        }
        try folder.sqlite(
            """
            DELETE FROM library_info WHERE key = 'repository_snapshots';
            UPDATE item SET snapshot_format = 1, snapshot = '\(full)' WHERE item_id = '1';
            UPDATE item SET snapshot_format = 1, snapshot = '{"owner":"o","name":"n","license":null,"created":null}'
                WHERE item_id = '2';
            UPDATE item SET snapshot_format = 1, snapshot = '{"owner":' WHERE item_id = '3';
            UPDATE item SET snapshot_format = 1, snapshot = '[]' WHERE item_id = '4';
            UPDATE viewed SET snapshot_format = 1, snapshot = '\(full)';
            UPDATE list_snapshot_member SET snapshot_format = 1, snapshot = '\(full)' WHERE member_id = '1';
            """)
        return folder
    }

    @Test func `they are rewritten when the library opens, and damaged ones keep their titles`() async throws {
        let folder = try await folder()
        let library = try await folder.ready()
        let items = try await shown(library).map(\.item)
        func facts(_ number: Int) -> Repository? { items.first { $0.id == repository(number).id }?.repository }
        #expect(items.count == 6 && facts(1) == expected && facts(2) == Repository(owner: "o", name: "n"))
        #expect(facts(3) == Repository(owner: "owner3", name: "name3"))
        #expect(facts(4) == Repository(owner: "owner4", name: "name4"))
        #expect(facts(5) == repository(5).repository && items.contains { $0.facts as? Person != nil })
        #expect(try await library.viewedItems(of: .repositories, host: "api.github.com") == [item(1, expected)])
        let list = try await library.listSnapshot(.followers, of: me)
        #expect(list?.items == [item(1, expected), repository(2)])
        let written = String(decoding: try RepositoryCodec().encode(expected), as: UTF8.self)
        #expect(try folder.sqlite("SELECT snapshot_format || snapshot FROM item WHERE item_id = '1'") == "2" + written)
        let first = "SELECT item_id FROM item WHERE snapshot_format = 1 AND catalog = 'repositories'"
        #expect(try folder.sqlite(first) == "3")
    }

    @Test func `only the first opening looks for them`() async throws {
        let folder = try await folder()
        try await folder.opened()
        let late = "WHERE item_id = '5'"
        try folder.sqlite("UPDATE item SET snapshot_format = 1, snapshot = '\(full)' \(late)")
        try await folder.opened()
        #expect(try folder.sqlite("SELECT snapshot_format FROM item \(late)") == "1")
        let new = try TemporaryFolder()
        try await new.opened()
        let marks = "SELECT count(*) FROM library_info WHERE key = 'repository_snapshots'"
        #expect(try new.sqlite(marks) == "1" && folder.sqlite(marks) == "1")
    }

    @Test func `a damaged library's are rewritten in the new file`() async throws {
        let folder = try await folder()
        try folder.sqlite("DROP TABLE outbox")
        let opened = await openLibrary(at: folder.library)
        let isMovedAside = if case .movedAside = opened.condition { true } else { false }
        #expect(isMovedAside)
        let items = try await shown(opened.library).map(\.item)
        #expect(items.count == 6 && items.contains(item(1, expected)))
    }

    @Test func `a library that cannot be written shows them too`() async throws {
        let folder = try await folder()
        let opener = ReadOnlyLibraryOpener(files: LibraryFiles(folder: folder.library), codecs: codecs)
        let queue = try #require(opener.open())
        let library = LibraryDatabase(queue, folder: nil, codecs: codecs, writeFailure: .readOnly)
        #expect(try await shown(library).map(\.item).contains(item(1, expected)))
        #expect(try folder.sqlite("SELECT snapshot_format FROM item WHERE item_id = '1'") == "1")
    }

    @Test func `a file that needs no change opens while another process writes`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened()
        try prepare(LibraryFiles(folder: folder.library).main.path)
    }

    /// Prepares a file while another connection holds the lock for writing. Waiting for the lock fails immediately.
    private func prepare(_ path: String) throws {
        try DatabaseQueue(path: path).inDatabase { writer in
            try writer.beginTransaction(.immediate)
            defer { try? writer.rollback() }
            try DatabaseQueue(path: path).inDatabase { try LibrarySchema.prepare($0, codecs: codecs) }
        }
    }
}
