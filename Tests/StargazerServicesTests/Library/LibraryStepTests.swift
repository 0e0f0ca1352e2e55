import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Libraries of earlier versions, from files that those programs wrote (`Tests/Recorded`).
@Suite struct LibraryStepTests {
    private let host = "api.github.com"
    private var account: StarListID { StarListID(host: host, login: "Ada") }
    private var wish: StarListWish { StarListWish(isOwn: true, keepsInStep: true) }

    /// Returns a folder with the file, after a change of it.
    private func folder(_ change: String? = nil) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.location, withIntermediateDirectories: true)
        let recorded = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Recorded/library-7.sqlite")
        try FileManager.default.copyItem(at: recorded, to: folder.file)
        if let change { try folder.sqlite(change) }
        return folder
    }

    @Test func `a library of version 7 keeps its favorites, tags and notes, and the account's stars`() async throws {
        let folder = try folder()
        try await folder.opened { library in
            let favorites = try await shown(library)
            #expect(favorites.map(\.item.title).sorted() == ["harbor/crane", "harbor/pier", "tea/cup", "tea/kettle"])
            #expect(favorites.filter { $0.isStarredOnServer == true }.map(\.id.id).sorted() == ["1", "2", "3"])
            let kettle = try #require(favorites.first { $0.id.id == "1" })
            #expect(try await library.note(of: kettle.id)?.text == "for Sunday")
            #expect(try await library.favorites(FavoritesQuery(text: "tag:kitchen"), reading: 0).rows.count == 1)
            #expect(await library.starListState(of: account) == .all)
            #expect(await library.keptStarList(on: host)?.list == account)
            // It is the same account: nothing is deleted.
            try await library.setStarAccount(login: "ada", host: host)
            #expect(try await shown(library).count { $0.isStarredOnServer == true } == 3)
            #expect(
                try await library.newStars(
                    favorites.map { StarredItem(item: $0.item, starredAt: nil) }, in: account) == 1)
        }
        let version = try await DatabaseQueue(path: folder.file.path).read(LibrarySchema.storedVersion)
        #expect(version == LibrarySchema.version)
    }

    @Test func `an import of version 7 that was interrupted continues where it was`() async throws {
        let folder = try folder(
            """
            UPDATE star_import SET next_batch = 'https://api.github.com/user/starred?page=2', is_whole = 0;
            DELETE FROM star_list; DELETE FROM star_list_item;
            INSERT INTO star_import_item SELECT host, catalog, item_id, 1 + (item_id = '2') FROM item WHERE item_id < '3';
            INSERT INTO star_import_item SELECT host, catalog, item_id, 0 FROM item WHERE item_id >= '3';
            """)
        try await folder.opened { library in
            #expect(await library.starListState(of: account) == .some(2))
            let reading = try await library.beginStarList(
                StarListOwner(login: "ada", stars: nil, requests: 0), on: host, wish)
            #expect(reading.next == BatchCursor("https://api.github.com/user/starred?page=2"))
            #expect(reading.count == StarImportCount(total: 2, new: 1))
            let three = try #require(try await shown(library).first { $0.id.id == "3" })
            let count = try await library.importStars(
                [StarredItem(item: three.item, starredAt: nil)], of: "ada", host: host, isFirst: false)
            #expect(count.total == 3)
            #expect(await library.starListState(of: account) == .all)
        }
    }

    @Test func `a library of version 7 that cannot be written shows everything`() async throws {
        let folder = try folder()
        let path = folder.file.path
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        let queue = try #require(
            ReadOnlyLibraryOpener(files: LibraryFiles(folder: folder.location), codecs: codecs).open())
        let count = try await queue.read { db in
            (try StarUpdateRecord.counts(db).all, try Int.fetchOne(db, sql: "SELECT count(*) FROM item") ?? 0)
        }
        #expect(count == (0, 4))
    }

    @Test func `a library without the account has none`() async throws {
        let folder = try folder("DELETE FROM star_import; DROP TABLE star_import_item; DROP TABLE star_update")
        try await folder.opened { library in
            let (favorites, updates) = (try await shown(library), try await library.starUpdates())
            #expect(favorites.count == 4 && updates.isEmpty)
            #expect(await library.starListState(of: account) == .nothing)
        }
    }
}
