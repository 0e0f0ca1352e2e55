import Foundation
public import Observation
public import StargazerLibrary

/// The state of copying a picture. A result stays until it is dismissed.
public enum PictureCopyPhase: Equatable, Sendable {
    case idle
    /// `arrived` is the amount loaded, such as `1.2 MB`; `fraction` is nil while the total is unknown.
    case loading(name: String, arrived: String?, fraction: Double?)
    case loaded(ExportedPicture)
    case failed(PictureSavingFailure)
}

/// Loads pictures in the best available size into files, to copy them or to drag them into other programs.
@MainActor @Observable public final class PictureExport {
    public typealias Loading = Task<Result<ExportedPicture, PictureSavingFailure>, Never>

    /// The state of the picture to copy. Dragged pictures do not change it.
    public private(set) var phase = PictureCopyPhase.idle

    @ObservationIgnored private let source: PictureSaver.Source
    @ObservationIgnored private let files: any ExportedPictureStore
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var copying: Task<Void, Never>?
    /// Distinguishes the current copy from cancelled ones.
    @ObservationIgnored private var ticket = 0
    /// The files of the pictures loaded last, oldest first.
    @ObservationIgnored private var recent: [(picture: FullSizePicture, file: URL)] = []

    /// The number of files that are used again without loading the picture.
    private static let recentLimit = 16

    public init(source: @escaping PictureSaver.Source, files: any ExportedPictureStore, formats: Formats) {
        self.source = source
        self.files = files
        self.formats = formats
    }

    isolated deinit { copying?.cancel() }

    public var isLoading: Bool {
        if case .loading = phase { return true }
        return false
    }

    /// Loads a picture to copy it, in place of one that is still loading.
    public func copy(_ picture: FullSizePicture) {
        copying?.cancel()
        ticket += 1
        let ticket = ticket
        phase = .loading(name: picture.fileName, arrived: nil, fraction: nil)
        let loading = load(picture, onProgress: progress(of: ticket, name: picture.fileName))
        copying = Task { [weak self] in
            let result = await withTaskCancellationHandler {
                await loading.value
            } onCancel: {
                loading.cancel()
            }
            guard let self, ticket == self.ticket, self.isLoading else { return }
            switch result {
            case .success(let shared): self.phase = .loaded(shared)
            case .failure(.picture(.cancelled)): self.phase = .idle
            case .failure(let failure): self.phase = .failed(failure)
            }
        }
    }

    /// Cancels loading the picture to copy. The clipboard keeps its content.
    public func cancel() {
        copying?.cancel()
        if isLoading { phase = .idle }
    }

    public func dismiss() {
        if !isLoading { phase = .idle }
    }

    /// Starts loading a picture into a file. Cancel the task when the file is not needed.
    public func load(
        _ picture: FullSizePicture, onProgress: @escaping @Sendable (Int, Int?) -> Void = { _, _ in }
    ) -> Loading {
        let known = recent.last { $0.picture == picture }?.file
        return Task { [weak self, source, files] in
            do throws(PictureSavingFailure) {
                if let known, let shared = await Self.read(known) { return .success(shared) }
                let shared = try await Self.load(picture, from: source, into: files, onProgress)
                self?.record(picture, shared.file)
                return .success(shared)
            } catch {
                return .failure(error)
            }
        }
    }

    private func record(_ picture: FullSizePicture, _ file: URL) {
        recent.removeAll { $0.picture == picture }
        recent.append((picture, file))
        if recent.count > Self.recentLimit { recent.removeFirst() }
    }

    private func progress(of ticket: Int, name: String) -> @Sendable (Int, Int?) -> Void {
        { [weak self, formats] done, all in
            let fraction = all.flatMap { $0 > 0 ? min(1, Double(done) / Double($0)) : nil }
            Task { @MainActor in
                guard let self, ticket == self.ticket, self.isLoading else { return }
                self.phase = .loading(name: name, arrived: formats.bytes(done), fraction: fraction)
            }
        }
    }

    @concurrent private static func load(
        _ picture: FullSizePicture, from source: @escaping PictureSaver.Source, into files: any ExportedPictureStore,
        _ onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(PictureSavingFailure) -> ExportedPicture {
        let bytes: Data
        do throws(CatalogFailure) {
            bytes = try await picture.bytes { address throws(CatalogFailure) in try await source(address, onProgress) }
        } catch {
            throw .picture(error)
        }
        guard !Task.isCancelled else { throw .picture(.cancelled) }
        guard let format = PictureFormat(bytes) else { throw .picture(.unreadable(code: "picture-form")) }
        do throws(FileFailure) {
            let file = try await files.store(bytes, named: picture.fileName(for: format))
            return ExportedPicture(file: file, bytes: bytes, format: format)
        } catch {
            throw .file(error)
        }
    }

    /// Returns nil when the file is gone or was changed into something else.
    @concurrent private static func read(_ file: URL) async -> ExportedPicture? {
        // The caller makes the file again.
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= maxFileBytes,
            let bytes = try? Data(contentsOf: file), let format = PictureFormat(bytes)
        else { return nil }
        return ExportedPicture(file: file, bytes: bytes, format: format)
    }

    /// The largest picture that is downloaded, in bytes.
    nonisolated private static let maxFileBytes = 32 << 20
}
