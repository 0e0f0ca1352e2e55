import Foundation
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore

/// Saving several pictures into a temporary folder.
@MainActor final class PictureBatchSaverTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "batch-test-\(UUID().uuidString)")
    private let gate = AsyncGate()
    private let answers = Mutex<[String: Result<Data, CatalogFailure>]>([:])
    private let requested = Mutex<[String]>([])

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private func saver(_ answers: [String: Result<Data, CatalogFailure>]) -> PictureBatchSaver {
        self.answers.withLock { $0 = answers }
        return PictureBatchSaver(
            source: { [weak self] address, _ async throws(CatalogFailure) in
                guard let self else { throw .gone }
                requested.withLock { $0.append(address.lastPathComponent) }
                await gate.pass()
                if Task.isCancelled { throw .cancelled }
                return try (self.answers.withLock { $0[address.lastPathComponent] } ?? .failure(.gone)).get()
            }, formats: .sample())
    }

    private func picture(_ name: String, title: String = "Fox") throws -> FullSizePicture {
        let url = try #require(URL(string: "https://media.example/\(name)"))
        return try #require(FullSizePicture(title: title, [Rendition(url: url)], fileExtension: "jpg"))
    }

    private func result(_ saver: PictureBatchSaver) async throws -> PictureBatchResult {
        await eventually { if case .ended = saver.phase { true } else { false } }
        guard case .ended(let result) = saver.phase else { throw CatalogFailure.gone }
        return result
    }

    @Test func `pictures of one name get numbers, and no file is overwritten`() async throws {
        try Data("precious".utf8).write(to: folder.appending(path: "Fox.gif"))
        let gif = Data("GIF89a".utf8)
        let saver = saver(["a.gif": .success(gif), "b.gif": .success(gif), "c.jpg": .success(gif)])
        saver.save([try picture("a.gif"), try picture("b.gif"), try picture("c.jpg")], to: folder)
        let result = try await result(saver)
        #expect(result.saved.number == 3 && result.failures.isEmpty && !result.isCancelled)
        #expect(files == ["Fox (2).gif", "Fox (3).gif", "Fox (4).gif", "Fox.gif"])
        #expect(try Data(contentsOf: folder.appending(path: "Fox.gif")) == Data("precious".utf8))
        #expect(try Data(contentsOf: folder.appending(path: "Fox (4).gif")) == gif)
    }

    @Test func `each failure is named, in the order of the pictures`() async throws {
        let saver = saver(["b.jpg": .success(Data("b".utf8)), "c.jpg": .failure(.timedOut)])
        let pictures = try ["a", "b", "c"].map { try picture("\($0).jpg", title: $0) }
        saver.save(pictures, to: folder)
        let result = try await result(saver)
        #expect(result.saved.number == 1 && result.count.number == 3)
        #expect(result.failures.map(\.name) == ["a.jpg", "c.jpg"])
        #expect(result.failures.map(\.reason) == [.picture(.gone), .picture(.timedOut)])
        #expect(files == ["b.jpg"])
    }

    @Test func `a failure that all would have ends it`() async throws {
        let saver = saver([:])
        answers.withLock { answers in for number in 1...50 { answers["\(number).jpg"] = .failure(.offline) } }
        saver.save(try (1...50).map { try picture("\($0).jpg", title: "\($0)") }, to: folder)
        let result = try await result(saver)
        #expect(result.failures.count == 50 && Set(result.failures.map(\.reason.isOffline)) == [true])
        #expect(requested.withLock(\.count) <= 6)
        #expect(files.isEmpty)
    }

    @Test func `a folder that is gone is a failure of the file`() async throws {
        let saver = saver(["a.jpg": .success(Data("a".utf8))])
        saver.save([try picture("a.jpg")], to: folder.appending(path: "gone"))
        #expect(try await result(saver).failures.map(\.reason) == [.file(.notFound)])
    }

    @Test func `cancelling keeps what is complete and leaves nothing else`() async throws {
        let saver = saver([:])
        answers.withLock { answers in for number in 1...9 { answers["\(number).jpg"] = .success(Data("x".utf8)) } }
        gate.close()
        saver.save(try (1...9).map { try picture("\($0).jpg", title: "\($0)") }, to: folder)
        await eventually { self.requested.withLock(\.count) == 3 }
        #expect(saver.isWorking)
        saver.cancel()
        gate.open()
        let result = try await result(saver)
        #expect(result.isCancelled && result.saved.number == 0 && result.failures.isEmpty)
        #expect(files.isEmpty && requested.withLock(\.count) == 3)
        saver.dismiss()
        #expect(saver.phase == .idle)
    }

    @Test func `cancelling while a file is written leaves no file`() async throws {
        let saver = saver(["a.jpg": .success(Data("a".utf8))])
        saver.write = { bytes, place in
            withUnsafeCurrentTask { $0?.cancel() }
            return await PictureSaver.write(bytes, to: place)
        }
        saver.save([try picture("a.jpg")], to: folder)
        #expect(try await result(saver).saved.number == 0)
        #expect(files.isEmpty)
    }
}

extension PictureSavingFailure {
    fileprivate var isOffline: Bool { self == .picture(.offline) }
}
