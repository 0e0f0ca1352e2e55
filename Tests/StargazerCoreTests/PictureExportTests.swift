import Foundation
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore

/// Pictures in files, to copy and drag them.
@MainActor final class PictureExportTests {
    private let gate = AsyncGate()
    private let answers = Mutex<[String: Result<Data, CatalogFailure>]>([:])
    private let requested = Mutex<[String]>([])
    private let files = ScriptedFiles()

    private func sharing(_ answers: [String: Result<Data, CatalogFailure>]) -> PictureExport {
        self.answers.withLock { $0 = answers }
        return PictureExport(
            source: { [weak self] address, arrived async throws(CatalogFailure) in
                guard let self else { throw .gone }
                requested.withLock { $0.append(address.lastPathComponent) }
                arrived(500_000, 2_000_000)
                await gate.pass()
                if Task.isCancelled { throw .cancelled }
                return try (self.answers.withLock { $0[address.lastPathComponent] } ?? .failure(.gone)).get()
            }, files: files, formats: .sample())
    }

    @Test func `the copied file has the picture's name and the ending of what the server sent`() async throws {
        let sharing = sharing(["fox.gif": .success(gif)])
        sharing.copy(try picture("fox.jpg", "fox.gif"))
        await eventually { !sharing.isLoading }
        guard case .loaded(let shared) = sharing.phase else { return #expect(sharing.phase == .idle) }
        #expect(shared.file.lastPathComponent == "Golden fox.gif")
        #expect(shared.bytes == gif && shared.format == .gif)
        #expect(try Data(contentsOf: shared.file) == gif)
        sharing.dismiss()
        #expect(sharing.phase == .idle)
    }

    @Test func `what was loaded is not loaded again while its file is there`() async throws {
        let sharing = sharing(["fox.gif": .success(gif)])
        let picture = try picture("fox.gif")
        let first = try await sharing.load(picture).value.get()
        #expect(try await sharing.load(picture).value.get() == first)
        #expect(requested.withLock(\.self) == ["fox.gif"])
        try FileManager.default.removeItem(at: first.file)
        #expect(try await sharing.load(picture).value.get().bytes == gif)
        #expect(requested.withLock(\.self) == ["fox.gif", "fox.gif"])
    }

    @Test func `progress is shown, and a cancelled copy delivers nothing`() async throws {
        gate.close()
        let sharing = sharing(["fox.gif": .success(gif)])
        sharing.copy(try picture("fox.gif"))
        await eventually { sharing.phase == .loading(name: "Golden fox.gif", arrived: "500 kB", fraction: 0.25) }
        sharing.cancel()
        #expect(sharing.phase == .idle)
        gate.open()
        await eventually { true }
        #expect(sharing.phase == .idle)
    }

    @Test func `another copy replaces one that still loads`() async throws {
        gate.close()
        let sharing = sharing(["a.gif": .success(gif), "b.gif": .success(gif + [1])])
        sharing.copy(try picture("a.gif"))
        await eventually { self.requested.withLock(\.count) == 1 }
        sharing.copy(try picture("b.gif"))
        await eventually { self.requested.withLock(\.count) == 2 }
        gate.open()
        await eventually { !sharing.isLoading }
        guard case .loaded(let shared) = sharing.phase else { return #expect(sharing.phase == .idle) }
        #expect(shared.bytes == gif + [1])
    }

    @Test func `a failure of the server differs from one of the disk`() async throws {
        let sharing = sharing(["text.gif": .success(Data("<html>".utf8)), "fox.gif": .success(gif)])
        sharing.copy(try picture("missing.gif"))
        await eventually { sharing.phase == .failed(.picture(.gone)) }
        sharing.copy(try picture("text.gif"))
        await eventually { sharing.phase == .failed(.picture(.unreadable(code: "picture-form"))) }
        files.failure.withLock { $0 = .diskFull }
        sharing.copy(try picture("fox.gif"))
        await eventually { sharing.phase == .failed(.file(.diskFull)) }
    }

    @Test func `titles cannot break the HTML`() throws {
        let picture = try picture("fox.gif?a=1&b='2'")
        let reference = PictureReference(picture, title: "<b>\"Fox\" & 'Co'\u{202e}\n", page: nil)
        #expect(
            reference.html.hasSuffix(
                "<img src=\"https://media.example/fox.gif?a=1&amp;b=&#39;2&#39;\" "
                    + "alt=\"&lt;b&gt;&quot;Fox&quot; &amp; &#39;Co&#39;\">"))
        #expect(reference.text == "https://media.example/fox.gif?a=1&b='2'")
        let page = try #require(URL(string: "https://media.example/page"))
        #expect(PictureReference(picture, title: "", page: page).text == page.absoluteString)
        #expect(PictureReference(picture, title: "", page: URL(string: "file:///etc/passwd")).text == reference.text)
    }

    @Test(arguments: [
        String(repeating: "x", count: 300), String(repeating: "日", count: 300), String(repeating: "👩‍👩‍👧‍👦", count: 60),
        "e" + String(repeating: "\u{301}", count: 300),
    ])
    func `a file name has at most a hundred bytes`(title: String) throws {
        let rendition = Rendition(url: try #require(URL(string: "https://media.example/x")))
        let picture = try #require(FullSizePicture(title: title, [rendition], fileExtension: "jpeg"))
        for name in PictureFormat.allCases.map(picture.fileName) + [picture.fileName] {
            #expect(name.utf8.count <= 100 && name.utf8.count > 4)
        }
    }
}

private let gif = Data("GIF89a…".utf8)

private func picture(_ names: String...) throws -> FullSizePicture {
    let renditions = try names.map { Rendition(url: try #require(URL(string: "https://media.example/\($0)"))) }
    return try #require(FullSizePicture(title: "Golden fox", renditions, fileExtension: "jpg"))
}

/// Writes files to a temporary folder, or fails.
private final class ScriptedFiles: ExportedPictureStore {
    let failure = Mutex<FileFailure?>(nil)
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sharing-test-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    func store(_ picture: Data, named name: String) async throws(FileFailure) -> URL {
        if let failure = failure.withLock(\.self) { throw failure }
        let place = folder.appending(path: UUID().uuidString)
        do {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try picture.write(to: place.appending(path: name))
        } catch {
            throw FileFailure(file: error)
        }
        return place.appending(path: name)
    }

    func removeOldCopies() async {}
}
