public import Foundation
public import Observation

/// The one state of saving a picture; what ended is there to be said once.
public enum PictureSavingPhase: Equatable, Sendable {
    case idle
    /// `arrived` says how much is there, such as `1.2 MB`; `fraction` is nil while nobody knows of how much.
    case working(name: String, arrived: String?, fraction: Double?)
    /// `name` is the file's.
    case saved(name: String)
    case failed(PictureSavingFailure, name: String)
    /// Broken off: no file was written.
    case cancelled
}

/// Why a picture was not saved; a file that was there before is untouched then.
public enum PictureSavingFailure: Equatable, Sendable {
    case picture(CatalogFailure)
    case file(FileFailure)
}

/// Fetches pictures in the best size that is to be had, and writes them to files: one at a time, whole or not at all.
@MainActor @Observable public final class PictureSaver {
    /// Fetches a picture.
    /// - Parameter arrived: told how many bytes are there, and of how many where the server says so.
    public typealias Source =
        @Sendable (_ address: URL, _ arrived: @escaping @Sendable (Int, Int?) -> Void) async throws(CatalogFailure) ->
        Data

    public private(set) var phase = PictureSavingPhase.idle

    @ObservationIgnored private let source: Source
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var working: Task<Void, Never>?
    /// Tells the work that shows from what was given up.
    @ObservationIgnored private var ticket = 0

    public init(source: @escaping Source, formats: Formats) {
        self.source = source
        self.formats = formats
    }

    isolated deinit { working?.cancel() }

    public var isWorking: Bool {
        if case .working = phase { return true }
        return false
    }

    /// Does nothing while another picture is saved. Whoever calls has asked about a file that is there already.
    public func save(_ picture: FullSizePicture, to place: URL) {
        guard !isWorking else { return }
        ticket += 1
        let name = place.lastPathComponent
        phase = .working(name: name, arrived: nil, fraction: nil)
        let (source, reportProgress) = (source, progress(of: ticket, name: name))
        working = Task { [weak self] in
            let ended: PictureSavingPhase
            do throws(CatalogFailure) {
                let bytes = try await picture.bytes { address throws(CatalogFailure) in
                    try await source(address, reportProgress)
                }
                ended = await Self.write(bytes, to: place)
            } catch {
                ended = error == .cancelled ? .cancelled : .failed(.picture(error), name: name)
            }
            self?.phase = ended
        }
    }

    /// Breaks off what is under way; nothing of it stays. What is on disk already when that is heard is done.
    public func cancel() { working?.cancel() }

    /// What ended has been said.
    public func dismiss() {
        if !isWorking { phase = .idle }
    }

    private func progress(of ticket: Int, name: String) -> @Sendable (Int, Int?) -> Void {
        { [weak self, formats] done, all in
            let fraction = all.flatMap { $0 > 0 ? min(1, Double(done) / Double($0)) : nil }
            Task { @MainActor in
                guard let self, ticket == self.ticket, self.isWorking else { return }
                self.phase = .working(name: name, arrived: formats.bytes(done), fraction: fraction)
            }
        }
    }

    @concurrent private static func write(_ bytes: Data, to place: URL) async -> PictureSavingPhase {
        do {
            try await AtomicFile.write(to: place) { handle in
                try handle.write(contentsOf: bytes)
                try Task.checkCancellation()
            }
            return .saved(name: place.lastPathComponent)
        } catch is CancellationError {
            return .cancelled
        } catch let failure as FileFailure {
            return .failed(.file(failure), name: place.lastPathComponent)
        } catch {
            return .failed(.file(FileFailure(file: error)), name: place.lastPathComponent)
        }
    }
}
