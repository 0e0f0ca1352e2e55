public import Foundation
public import Observation
public import StargazerLibrary

/// The state of saving a picture. A finished save stays until it is dismissed.
public enum PictureSavingPhase: Equatable, Sendable {
    case idle
    /// `arrived` is the amount loaded, such as `1.2 MB`; `fraction` is nil while the total is unknown.
    case working(name: String, arrived: String?, fraction: Double?)
    case saved(name: String)
    case failed(PictureSavingFailure, name: String)
    /// Cancelled: no file was written.
    case cancelled
}

/// Why a picture was not saved. An existing file stays untouched.
public enum PictureSavingFailure: Error, Equatable, Sendable {
    case picture(CatalogFailure)
    case file(FileFailure)
}

/// Loads pictures in the best available size and saves them, one at a time, completely or not at all.
@MainActor @Observable public final class PictureSaver {
    /// Loads a picture.
    /// - Parameter arrived: called with the number of bytes loaded, and the total if the server states it.
    public typealias Source =
        @Sendable (_ address: URL, _ arrived: @escaping @Sendable (Int, Int?) -> Void) async throws(CatalogFailure) ->
        Data

    public private(set) var phase = PictureSavingPhase.idle

    @ObservationIgnored private let source: Source
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var working: Task<Void, Never>?
    /// Distinguishes the current save from cancelled ones.
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

    /// Saves a picture, unless another save is running. The caller has confirmed replacing an existing file.
    public func save(_ picture: FullSizePicture, to url: URL) {
        guard !isWorking else { return }
        ticket += 1
        let name = url.lastPathComponent
        phase = .working(name: name, arrived: nil, fraction: nil)
        let (source, reportProgress) = (source, progress(of: ticket, name: name))
        working = Task { [weak self] in
            let ended: PictureSavingPhase
            do throws(CatalogFailure) {
                let bytes = try await picture.bytes { address throws(CatalogFailure) in
                    try await source(address, reportProgress)
                }
                ended = await Self.write(bytes, to: url)
            } catch {
                ended = error == .cancelled ? .cancelled : .failed(.picture(error), name: name)
            }
            self?.phase = ended
        }
    }

    /// Cancels the save and discards its data. A file that is already complete stays.
    public func cancel() { working?.cancel() }

    public func settled() async { await working?.value }

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

    @concurrent static func write(_ bytes: Data, to place: URL) async -> PictureSavingPhase {
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
