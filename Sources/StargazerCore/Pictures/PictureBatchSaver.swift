public import Foundation
public import Observation
public import StargazerLibrary

/// The state of saving several pictures. A result stays until it is dismissed.
public enum PictureBatchPhase: Equatable, Sendable {
    case idle
    case working(done: NumberContent, count: NumberContent)
    case ended(PictureBatchResult)
}

public struct PictureBatchResult: Equatable, Sendable {
    public struct Failure: Equatable, Sendable {
        /// The file name that the picture would have.
        public let name: String
        public let reason: PictureSavingFailure
    }

    /// The name of the folder.
    public let folder: String
    public let saved: NumberContent
    public let count: NumberContent
    /// The pictures that were not saved, except when saving was cancelled before them.
    public let failures: [Failure]
    public let isCancelled: Bool
}

/// Saves pictures in the best available size into a folder, each completely or not at all. No file is overwritten.
@MainActor @Observable public final class PictureBatchSaver {
    public private(set) var phase = PictureBatchPhase.idle

    /// Fills the file that was created for a picture.
    typealias Writer = @Sendable (_ bytes: Data, _ url: URL) async -> PictureSavingPhase

    @ObservationIgnored private let source: PictureSaver.Source
    @ObservationIgnored var write: Writer = PictureSaver.write
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var working: Task<Void, Never>?

    /// The number of pictures that load at once, which limits the memory.
    private static let width = 3

    public init(source: @escaping PictureSaver.Source, formats: Formats) {
        self.source = source
        self.formats = formats
    }

    isolated deinit { working?.cancel() }

    public var isWorking: Bool {
        if case .working = phase { return true }
        return false
    }

    /// Saves pictures under their suggested names. Does nothing while others are being saved.
    public func save(_ pictures: [FullSizePicture], to folder: URL) {
        guard !isWorking, !pictures.isEmpty else { return }
        report(0, of: pictures.count)
        working = Task { [weak self, source, write] in
            let (saved, failures) = await Self.save(pictures, to: folder, from: source, write) { done in
                self?.report(done, of: pictures.count)
            }
            guard let self else { return }
            // Cancelling after the last picture changes nothing.
            let isCancelled = Task.isCancelled && saved + failures.count < pictures.count
            self.phase = .ended(
                PictureBatchResult(
                    folder: folder.lastPathComponent, saved: NumberContent(saved, formats: self.formats),
                    count: NumberContent(pictures.count, formats: self.formats), failures: failures,
                    isCancelled: isCancelled))
        }
    }

    /// Stops saving. Files that are already complete stay.
    public func cancel() { working?.cancel() }

    public func settled() async { await working?.value }

    public func dismiss() {
        if !isWorking { phase = .idle }
    }

    private func report(_ done: Int, of count: Int) {
        phase = .working(
            done: NumberContent(done, formats: formats), count: NumberContent(count, formats: formats))
    }

    /// - Parameter progressed: called with the number of pictures that are done.
    /// - Returns: the number of saved pictures, and the failures in the order of the pictures.
    private static func save(
        _ pictures: [FullSizePicture], to folder: URL, from source: @escaping PictureSaver.Source,
        _ write: @escaping Writer, progressed: (Int) -> Void
    ) async -> (Int, [PictureBatchResult.Failure]) {
        var results: [Int: PictureSavingFailure?] = [:]
        /// A failure that the following pictures would have, too.
        var common: PictureSavingFailure?
        await withTaskGroup(of: (Int, PictureSavingFailure?).self) { group in
            var next = 0
            func start() {
                guard next < pictures.count, common == nil, !Task.isCancelled else { return }
                let (place, picture) = (next, pictures[next])
                group.addTask { (place, await save(picture, to: folder, from: source, write)) }
                next += 1
            }
            for _ in 0..<width { start() }
            for await (place, failure) in group {
                results[place] = .some(failure)
                if let failure, failure.isCommon { common = failure }
                progressed(results.count)
                start()
            }
        }
        let failures = pictures.enumerated().compactMap { place, picture -> PictureBatchResult.Failure? in
            guard let failure = results[place] ?? common, failure != .picture(.cancelled) else { return nil }
            return PictureBatchResult.Failure(name: picture.fileName, reason: failure)
        }
        return (results.values.count { $0 == nil }, failures)
    }

    /// - Returns: why it was not saved; nil when it was.
    @concurrent private static func save(
        _ picture: FullSizePicture, to folder: URL, from source: @escaping PictureSaver.Source, _ write: Writer
    ) async -> PictureSavingFailure? {
        let bytes: Data
        do throws(CatalogFailure) {
            bytes = try await picture.bytes { address throws(CatalogFailure) in try await source(address) { _, _ in } }
        } catch {
            return .picture(error)
        }
        guard !Task.isCancelled else { return .picture(.cancelled) }
        do throws(FileFailure) {
            let name = PictureFormat(bytes).map(picture.fileName) ?? picture.fileName
            let place = try UniqueFile.create(name, in: folder)
            let outcome = await write(bytes, place)
            if case .saved = outcome { return nil }
            // The failure to write is what is shown.
            try? FileManager.default.removeItem(at: place)
            if case .failed(let failure, _) = outcome { return failure }
            return .picture(.cancelled)
        } catch {
            return .file(error)
        }
    }
}

extension PictureSavingFailure {
    /// Whether other pictures for the same folder would fail for this reason, too.
    fileprivate var isCommon: Bool {
        switch self {
        case .picture(let failure) where failure.isUnreachable: true
        case .file(.diskFull), .file(.notAllowed), .file(.notFound), .file(.folder): true
        default: false
        }
    }
}
