import Foundation
import Glibc
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Exporting and importing favorites, in a temporary folder.
@MainActor final class TransferViewModelTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "transfer-test-\(UUID().uuidString)")
    private let time = ManualTime()

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ name: String) -> URL { folder.appending(path: name) }

    private func model(_ library: MemoryLibrary) -> TransferViewModel {
        TransferViewModel(
            codecs: .sample, writer: .attached(to: library), formats: .sample(), time: time.source)
    }

    private let disk = FavoritesFileIO(codecs: .sample)

    private func confirmImport(of place: URL, by model: TransferViewModel, before: () -> Void = {}) async {
        model.importFavorites(from: place)
        await model.settled()
        before()
        model.confirmImport()
    }

    private func number(_ number: Int) -> NumberContent { NumberContent(number, formats: .sample()) }

    private func mode(_ place: URL) throws -> Int {
        let value = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? NSNumber
        return try #require(value).intValue
    }

    @Test func `an export imports without loss into an empty library`() async throws {
        let full = model(MemoryLibrary(edgeCaseFavorites))
        full.exportFavorites(to: file("all.json"), as: .json)
        await eventually { full.phase == .exported(number(16), name: "all.json") }
        let library = MemoryLibrary()
        let empty = model(library)
        await confirmImport(of: file("all.json"), by: empty)
        await eventually { empty.phase == .imported(new: number(16), existing: number(0), annotated: number(0)) }
        #expect(rounded(library.favorites) == rounded(edgeCaseFavorites.sorted { $0.addedAt > $1.addedAt }))
    }

    @Test func `existing favorites are counted separately`() async {
        let library = MemoryLibrary([.sample(1), .sample(2), .sample(3)])
        let model = model(library)
        model.exportFavorites(to: file("a.json"), as: .json)
        await eventually { model.phase == .exported(number(3), name: "a.json") }
        library.change { $0.removeAll { $0.id == .sample(2) } }
        await confirmImport(of: file("a.json"), by: model)
        await eventually { model.phase == .imported(new: number(1), existing: number(2), annotated: number(0)) }
    }

    @Test func `a table is exported as CSV`() async throws {
        let model = model(MemoryLibrary([.sample(1)]))
        model.exportFavorites(to: file("a.csv"), as: .csv)
        await eventually { model.phase == .exported(number(1), name: "a.csv") }
        #expect(try String(contentsOf: file("a.csv"), encoding: .utf8).hasPrefix("catalog,host,id,"))
    }

    @Test func `a replaced file keeps its permissions and leaves no temporary file`() async throws {
        try Data("old".utf8).write(to: file("a.json"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file("a.json").path)
        let model = model(MemoryLibrary([.sample(1)]))
        model.exportFavorites(to: file("a.json"), as: .json)
        await eventually { model.phase == .exported(number(1), name: "a.json") }
        #expect(try mode(file("a.json")) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
    }

    @Test func `a symbolic link is followed`() async throws {
        try Data("old".utf8).write(to: file("real.json"))
        try FileManager.default.createSymbolicLink(at: file("link.json"), withDestinationURL: file("real.json"))
        let model = model(MemoryLibrary([.sample(1)]))
        model.exportFavorites(to: file("link.json"), as: .json)
        await eventually { model.phase == .exported(number(1), name: "link.json") }
        #expect(try Data(contentsOf: file("real.json")).count > 100)
        let facts = try FileManager.default.attributesOfItem(atPath: file("link.json").path)
        #expect(facts[.type] as? FileAttributeType == .typeSymbolicLink)
    }

    @Test func `a failed export leaves the old file unchanged`() async throws {
        let model = model(MemoryLibrary([.sample(1)]))
        model.exportFavorites(to: file("no such folder/a.json"), as: .json)
        await eventually { model.phase == .exportFailed(.notFound, name: "a.json") }
        try FileManager.default.createDirectory(at: file("folder.json"), withIntermediateDirectories: false)
        model.exportFavorites(to: file("folder.json"), as: .json)
        await eventually { model.phase == .exportFailed(.folder, name: "folder.json") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["folder.json"])
    }

    @Test func `a damaged file changes nothing`() async throws {
        try Data("not json".utf8).write(to: file("broken.json"))
        let library = MemoryLibrary([.sample(1)])
        let model = model(library)
        model.importFavorites(from: file("broken.json"))
        await eventually { model.phase == .importFailed(.damaged, name: "broken.json") }
        #expect(library.log.isEmpty)
        model.dismiss()
        #expect(model.phase == .idle)
    }

    @Test func `a preview shows what an import would do, and cancelling it changes nothing`() async throws {
        _ = try await disk.write(as: .json, to: file("a.json"), now: Date()) { body in
            _ = body([.sample(1), .sample(2), .sample(3)])
        }
        let library = MemoryLibrary([.sample(1)])
        let model = model(library)
        model.importFavorites(from: file("a.json"))
        await model.settled()
        guard case .preview(let preview) = model.phase else {
            Issue.record("\(model.phase)")
            return
        }
        #expect(preview.name == "a.json" && preview.source == .stargazer && preview.canImport)
        #expect(preview.favorites == number(3) && preview.new == number(2) && preview.problems.isEmpty)
        model.dismiss()
        #expect(model.phase == .preview(preview), "only an answer closes it")
        model.cancelImport()
        #expect(model.phase == .idle)
        model.confirmImport()
        await model.settled()
        #expect(model.phase == .idle && library.log.isEmpty)
    }

    @Test func `a preview names each number of the plan`() async throws {
        let file = ImportFile(source: .addresses, problems: [.otherLink: 7, .tooLong: 8])
        var plan = try await ImportPlan(file, in: MemoryLibrary())
        (plan.favorites, plan.new, plan.tags, plan.notes) = (1, 2, 3, 4)
        plan.content.searches = (1...5).map { FileSearch("\($0)", source: "favorites", text: "") }
        plan.content.lookups = (1...6).map { ImportEntry(.id(.sample($0))) }
        let preview = ImportPreview(plan, name: "a", formats: .sample())
        #expect(
            [preview.favorites, preview.new, preview.tags, preview.notes, preview.searches, preview.lookups]
                == (1...6).map(number))
        #expect(preview.problems.map(\.reason) == [.otherLink, .tooLong])
        #expect(preview.problems.map(\.count) == [number(7), number(8)])
    }

    @Test func `a file without anything to import says so`() async throws {
        _ = try await disk.write(as: .json, to: file("a.json"), now: Date()) { body in _ = body([]) }
        let model = model(MemoryLibrary([.sample(1)]))
        model.importFavorites(from: file("a.json"))
        await model.settled()
        guard case .preview(let preview) = model.phase else {
            Issue.record("\(model.phase)")
            return
        }
        #expect(!preview.canImport)
    }

    @Test func `folders, pipes, devices and missing files are rejected without being opened`() async throws {
        #expect(mkfifo(file("pipe").path, 0o600) == 0)
        symlink("nowhere", file("link").path)
        symlink("circle", file("circle").path)
        let long = String(repeating: "n", count: 300)
        let places: [(URL, FileFailure)] = [
            (folder, .folder), (file("pipe"), .pipe), (URL(filePath: "/dev/zero"), .device),
            (file("link"), .danglingLink), (file("circle"), .danglingLink), (file(long), .nameTooLong),
            (file("none"), .notFound), (file("pipe/a.json"), .folder),
        ]
        for (place, failure) in places {
            await #expect(throws: failure) { _ = try await disk.read(place) }
            if failure == .notFound { continue }
            await #expect(throws: FavoritesExportFailure.file(failure)) {
                _ = try await disk.write(as: .csv, to: place, now: Date()) { _ in }
            }
        }
    }

    @Test func `nothing is exported into the program's own folders`() async throws {
        let own = file("own")
        try FileManager.default.createDirectory(at: own.appending(path: "deep"), withIntermediateDirectories: true)
        try Data("library".utf8).write(to: own.appending(path: "library.sqlite"))
        symlink("own/library.sqlite", file("link.json").path)
        symlink("own", file("way").path)
        let disk = FavoritesFileIO(codecs: .sample, ownFolders: [own])
        for name in ["own/library.sqlite", "own/new.json", "own/deep/a.json", "link.json", "way/a.json"] {
            await #expect(throws: FavoritesExportFailure.file(.ownFile), "\(name)") {
                _ = try await disk.write(as: .json, to: file(name), now: Date()) { _ in }
            }
        }
        #expect(try Data(contentsOf: own.appending(path: "library.sqlite")) == Data("library".utf8))
        _ = try await disk.write(as: .json, to: file("owner.json"), now: Date()) { _ in }
    }

    @Test func `an unfinished export has no name`() async throws {
        let gate = AsyncGate()
        gate.close()
        let place = file("a.csv")
        let writing = Task { [disk] in
            try await disk.write(as: .csv, to: place, now: Date()) { (_) async throws(LibraryFailure) in
                await gate.pass()
            }
        }
        await eventually { gate.heldCount == 1 }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        gate.open()
        _ = try await writing.value
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.csv"])
    }

    @Test func `a file that is too large is not read`() async throws {
        _ = FileManager.default.createFile(atPath: file("big.json").path, contents: Data("{".utf8))
        let handle = try FileHandle(forWritingTo: file("big.json"))
        try handle.truncate(atOffset: UInt64(FavoritesJSONFormat.largest) + 1)
        try handle.close()
        await #expect(throws: FileFailure.tooLarge(limit: FavoritesJSONFormat.largest)) {
            _ = try await disk.read(file("big.json"))
        }
    }

    @Test(arguments: ["favorites.csv", "FAVORITES.CSV"])
    func `a table is distinguished from a damaged file`(name: String) async throws {
        _ = try await disk.write(as: .csv, to: file(name), now: Date()) { body in _ = body([.sample(1)]) }
        await #expect(throws: FileFailure.table) { _ = try await disk.read(file(name)) }
        try Data("{".utf8).write(to: file("cut.json"))
        await #expect(throws: FileFailure.damaged) { _ = try await disk.read(file("cut.json")) }
    }

    @Test(.disabled(if: getuid() == 0, "root may read everything"))
    func `a file without read permission is reported`() async throws {
        try Data("{}".utf8).write(to: file("closed.json"))
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file("closed.json").path)
        await #expect(throws: FileFailure.notAllowed) { _ = try await disk.read(file("closed.json")) }
    }

    @Test func `a library that cannot save the favorites is reported`() async throws {
        let library = MemoryLibrary([.sample(1)])
        let model = model(library)
        model.exportFavorites(to: file("a.json"), as: .json)
        await eventually { model.phase == .exported(number(1), name: "a.json") }
        library.failNext(.diskFull)
        await confirmImport(of: file("a.json"), by: model)
        await eventually { model.phase == .saveFailed(.diskFull) }
    }

    @Test func `without a library export and import fail`() async throws {
        let full = model(MemoryLibrary([.sample(1)]))
        full.exportFavorites(to: file("a.json"), as: .json)
        await eventually { full.phase == .exported(number(1), name: "a.json") }
        let writer = LibraryWriter()
        let model = TransferViewModel(codecs: .sample, writer: writer, formats: .sample(), time: time.source)
        writer.refuse(.unavailable(code: "no library"))
        model.exportFavorites(to: file("b.json"), as: .json)
        await eventually { model.phase == .saveFailed(.unavailable(code: "no library")) }
        model.dismiss()
        model.importFavorites(from: file("a.json"))
        await eventually { model.phase == .saveFailed(.unavailable(code: "no library")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
    }

    @Test func `settled waits for an export and an import`() async throws {
        let full = model(MemoryLibrary([.sample(1)]))
        full.exportFavorites(to: file("a.json"), as: .json)
        await full.settled()
        #expect(full.phase == .exported(number(1), name: "a.json"))
        let library = MemoryLibrary()
        let model = model(library)
        await model.settled()
        model.importFavorites(from: file("a.json"))
        await model.settled()
        model.confirmImport()
        await model.settled()
        #expect(library.favorites == [.sample(1)])
    }

    // MARK: Progress

    private let many = (1...250).map { Favorite.sample($0) }

    @Test func `an export shows its progress and is the only transfer meanwhile`() async throws {
        let library = MemoryLibrary(many)
        let model = model(library)
        library.holdNextResponse()
        model.exportFavorites(to: file("a.json"), as: .json)
        #expect(model.phase == .working(.exporting, done: number(0), fraction: nil))
        await eventually { model.phase == .working(.exporting, done: number(100), fraction: nil) }
        model.exportFavorites(to: file("b.json"), as: .json)
        model.importFavorites(from: file("none.json"))
        model.dismiss()
        #expect(model.phase == .working(.exporting, done: number(100), fraction: nil))
        library.releaseResponse()
        await eventually { model.phase == .exported(number(250), name: "a.json") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
        #expect(try await disk.read(file("a.json")) == many.reversed())
    }

    @Test func `a cancelled export leaves the old file unchanged and no other`() async throws {
        try Data("old".utf8).write(to: file("a.json"))
        let library = MemoryLibrary(many)
        let model = model(library)
        library.holdNextResponse()
        model.exportFavorites(to: file("a.json"), as: .json)
        await eventually { library.holdsResponse }
        model.cancel()
        library.releaseResponse()
        await eventually { model.phase == .cancelled(.exporting) }
        #expect(try Data(contentsOf: file("a.json")) == Data("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
    }

    @Test func `an import shows its progress, and cancelling discards it`() async throws {
        _ = try await disk.write(as: .json, to: file("a.json"), now: Date()) { [many] take in _ = take(many) }
        let library = MemoryLibrary()
        let model = model(library)
        await confirmImport(of: file("a.json"), by: model) { library.holdNextResponse() }
        #expect(model.phase == .working(.importing, done: number(0), fraction: nil))
        await eventually { model.phase == .working(.importing, done: number(100), fraction: 0.4) }
        model.cancel()
        library.releaseResponse()
        await eventually { model.phase == .cancelled(.importing) }
        #expect(library.favorites.isEmpty)
        await confirmImport(of: file("a.json"), by: model)
        await eventually { model.phase == .imported(new: number(250), existing: number(0), annotated: number(0)) }
        #expect(library.favorites.count == 250)
        await settle()
        #expect(
            model.phase == .imported(new: number(250), existing: number(0), annotated: number(0)),
            "no progress comes after the end")
    }

    @Test func `an import is a change that can be undone, and those before it stay`() async throws {
        _ = try await disk.write(as: .json, to: file("a.json"), now: Date()) { take in
            _ = take((1...250).map { .sample($0) })
        }
        let library = MemoryLibrary()
        let writer = LibraryWriter.attached(to: library)
        let undo = UndoStack(writer: writer, time: time.source)
        let model = TransferViewModel(
            codecs: .sample, writer: writer, undo: undo, formats: .sample(), time: time.source)
        let query = SavedSearchQuery(text: "swift", order: nil)
        _ = try await undo.perform(
            .addSearch(SavedSearchFields(name: "own", source: "favorites", query: query)),
            as: UserChange(.searchSaved("own")))
        await confirmImport(of: file("a.json"), by: model) { library.holdNextResponse() }
        await eventually { model.phase == .working(.importing, done: number(100), fraction: 0.4) }
        // It waits until the import is there.
        undo.undo()
        library.releaseResponse()
        await undo.settled()
        #expect(library.favorites.isEmpty && undo.report?.step == .undone && undo.report?.hasChanged == true)
        #expect(undo.nextUndo == .searchSaved("own"))
        undo.redo()
        await undo.settled()
        #expect(library.favorites.count == 250)
        undo.undo()
        undo.undo()
        await undo.settled()
        let searches = try await library.savedSearches()
        #expect(library.favorites.isEmpty && searches.isEmpty)
        await confirmImport(of: file("a.json"), by: model)
        await model.settled()
        await confirmImport(of: file("a.json"), by: model)
        await model.settled()
        #expect(
            model.phase
                == .imported(new: number(0), existing: number(250), annotated: number(0), canUndo: false))
        #expect(undo.counts.undo == 1, "an import that adds nothing is no change")
    }
}
