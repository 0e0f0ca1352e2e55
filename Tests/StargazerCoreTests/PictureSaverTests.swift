import Foundation
import StargazerCore
import StargazerLibrary
import Synchronization
import TestSupport
import Testing

/// Saving pictures to files, in a temporary folder.
@MainActor final class PictureSaverTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "saving-test-\(UUID().uuidString)")
    private let gate = AsyncGate()
    private let answers = Mutex<[String: Result<Data, CatalogFailure>]>([:])
    private let requested = Mutex<[String]>([])

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ name: String) -> URL { folder.appending(path: name) }
    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    private func saving(_ answers: [String: Result<Data, CatalogFailure>]) -> PictureSaver {
        self.answers.withLock { $0 = answers }
        return PictureSaver(
            source: { [weak self] address, arrived async throws(CatalogFailure) in
                guard let self else { throw .gone }
                requested.withLock { $0.append(address.lastPathComponent) }
                arrived(500_000, 2_000_000)
                await gate.pass()
                if Task.isCancelled { throw .cancelled }
                return try (self.answers.withLock { $0[address.lastPathComponent] } ?? .failure(.gone)).get()
            }, formats: .sample())
    }

    private func picture(_ names: String..., title: String = "Golden fox") throws -> FullSizePicture {
        let renditions = try names.map { Rendition(url: try #require(URL(string: "https://media.example/\($0)"))) }
        return try #require(FullSizePicture(title: title, renditions, fileExtension: "jpg"))
    }

    @Test func `the best available rendition is saved`() async throws {
        let saving = saving(["large.jpg": .success(Data("good".utf8))])
        saving.save(try picture("original.jpg", "large.jpg"), to: file("fox.jpg"))
        await eventually { saving.phase == .saved(name: "fox.jpg") }
        #expect(try Data(contentsOf: file("fox.jpg")) == Data("good".utf8))
        #expect(requested.withLock(\.self) == ["original.jpg", "large.jpg"])
        #expect(files == ["fox.jpg"])
        saving.dismiss()
        #expect(saving.phase == .idle)
    }

    @Test func `without a network no other address is tried, and the file stays unchanged`() async throws {
        try Data("old".utf8).write(to: file("fox.jpg"))
        let saving = saving(["a.jpg": .failure(.offline), "b.jpg": .success(Data())])
        saving.save(try picture("a.jpg", "b.jpg"), to: file("fox.jpg"))
        await eventually { saving.phase == .failed(.picture(.offline), name: "fox.jpg") }
        #expect(requested.withLock(\.self) == ["a.jpg"])
        #expect(try Data(contentsOf: file("fox.jpg")) == Data("old".utf8))
    }

    @Test func `the failure of the best rendition is reported`() async throws {
        let saving = saving(["a.jpg": .failure(.unreadable(code: "too-large")), "b.jpg": .failure(.gone)])
        saving.save(try picture("a.jpg", "b.jpg"), to: file("fox.jpg"))
        await eventually {
            saving.phase == .failed(.picture(.unreadable(code: "too-large")), name: "fox.jpg")
        }
        #expect(files.isEmpty)
    }

    @Test func `progress is shown, and cancelling leaves no file`() async throws {
        gate.close()
        let saving = saving(["a.jpg": .success(Data("new".utf8))])
        saving.save(try picture("a.jpg"), to: file("fox.jpg"))
        await eventually { saving.phase == .working(name: "fox.jpg", arrived: "500 kB", fraction: 0.25) }
        saving.save(try picture("other.jpg"), to: file("other.jpg"))
        saving.dismiss()
        #expect(saving.isWorking)
        saving.cancel()
        gate.open()
        await eventually { saving.phase == .cancelled }
        #expect(files.isEmpty && requested.withLock(\.self) == ["a.jpg"])
    }

    @Test func `a location that cannot be written to is a file failure`() async throws {
        let saving = saving(["a.jpg": .success(Data("new".utf8))])
        saving.save(try picture("a.jpg"), to: file("no such folder/fox.jpg"))
        await eventually { saving.phase == .failed(.file(.notFound), name: "fox.jpg") }
        try FileManager.default.createDirectory(at: file("folder"), withIntermediateDirectories: false)
        saving.save(try picture("a.jpg"), to: file("folder"))
        await eventually { saving.phase == .failed(.file(.folder), name: "folder") }
        #expect(files == ["folder"])
    }

    @Test(arguments: [
        ("Golden fox", "Golden fox.gif"), ("../../etc/passwd", "-..-etc-passwd.gif"), ("  ", "picture.gif"),
        (".hidden", "hidden.gif"), ("a/b:c", "a-b-c.gif"), ("日没 🌅", "日没 🌅.gif"),
    ])
    func `a title becomes a file name without a path`(title: String, name: String) throws {
        #expect(try picture("x.gif?cid=1", title: title).fileName == name)
    }

    @Test func `without an extension in the address the catalog's is used, and no address gives no picture`() throws {
        #expect(try picture("x", title: "a").fileName == "a.jpg")
        #expect(try picture("x.exe", title: "a").fileName == "a.jpg")
        #expect(FullSizePicture(title: "a", [nil], fileExtension: "jpg") == nil)
        let file = try #require(URL(string: "file:///etc/passwd"))
        #expect(FullSizePicture(title: "a", [Rendition(url: file)], fileExtension: "jpg") == nil)
    }
}
