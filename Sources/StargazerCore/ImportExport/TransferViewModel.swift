public import Foundation
public import Observation
public import StargazerLibrary
import Synchronization

/// The state of exporting and importing favorites. A finished transfer stays until it is dismissed.
public enum TransferPhase: Equatable, Sendable {
    case idle
    /// `fraction` is nil while the total is unknown.
    case working(TransferKind, done: NumberContent, fraction: Double?)
    case exported(NumberContent, name: String)
    /// A file was read. Nothing is written before `confirmImport`.
    case preview(ImportPreview)
    /// `existing` is the number of items that were favorites before, `annotated` of favorites that got a tag or a note.
    /// `lookups` is the number of items that are looked up now; nil when there are none.
    /// What can be undone shows as the last change of the ``UndoStack``.
    case imported(
        new: NumberContent, existing: NumberContent, annotated: NumberContent, lookups: NumberContent? = nil,
        canUndo: Bool = true)
    case exportFailed(FileFailure, name: String)
    case importFailed(FileFailure, name: String)
    /// The file is valid, but the library could not save its favorites.
    case saveFailed(LibraryFailure)
    /// Cancelled: no file was written, and no favorite was imported.
    case cancelled(TransferKind)
}

public enum TransferKind: Equatable, Sendable {
    case exporting
    case importing
}

/// Exports favorites to a file and imports them, with their tags, notes and saved searches.
@MainActor @Observable public final class TransferViewModel {
    public private(set) var phase = TransferPhase.idle

    @ObservationIgnored var imported: () -> Void = {}
    @ObservationIgnored private let disk: FavoritesFileIO
    @ObservationIgnored private let catalogs: Catalogs?
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let undo: UndoStack
    @ObservationIgnored private var working: Task<Void, Never>?
    /// Distinguishes the current transfer from cancelled ones.
    @ObservationIgnored private var ticket = 0
    /// What the preview shows.
    @ObservationIgnored private var plan: ImportPlan?

    /// - Parameter catalogs: look up what a file only names; nil to leave that out.
    /// - Parameter undo: over the same queue; nil for one of its own.
    package init(
        codecs: ItemCodecs, lookingUpIn catalogs: Catalogs? = nil, writer: LibraryWriter, undo: UndoStack? = nil,
        ownFolders: [URL] = [], formats: Formats, time: TimeSource
    ) {
        self.writer = writer
        self.undo = undo ?? UndoStack(writer: writer, time: time)
        self.catalogs = catalogs
        disk = FavoritesFileIO(codecs: codecs, ownFolders: ownFolders)
        self.formats = formats
        self.time = time
    }

    public var isWorking: Bool {
        if case .working = phase { return true }
        return false
    }

    /// Exports favorites. Does nothing while another transfer is running.
    /// - Parameter selection: the items to export; nil for all favorites.
    public func exportFavorites(
        to url: URL, as kind: FavoritesFileFormat, only selection: [ItemID]? = nil,
        wording: ExportWording = ExportWording()
    ) {
        let name = url.lastPathComponent
        work(.exporting) { [writer, disk, formats, time] progress in
            guard let library = await writer.library() else { return .saveFailed(.unavailable(code: "no library")) }
            do throws(FavoritesExportFailure) {
                let count = try await disk.write(
                    as: kind, to: url, now: time.now(), wording: wording, written: { progress($0, nil) }
                ) { @Sendable body throws(LibraryFailure) in
                    try await library.export(only: selection, body)
                }
                return .exported(NumberContent(count, formats: formats), name: name)
            } catch {
                switch error {
                case .file(let failure): return .exportFailed(failure, name: name)
                case .library(let failure): return .saveFailed(failure)
                case .cancelled: return .cancelled(.exporting)
                }
            }
        }
    }

    /// Reads a file and shows what an import of it would do. Does nothing while another transfer is running.
    public func importFavorites(from url: URL) {
        plan = nil
        work(.importing) { [weak self, writer, disk, catalogs, formats, time] _ in
            let name = url.lastPathComponent
            do throws(FileFailure) {
                let file = try await disk.read(url, now: time.now())
                guard let library = await writer.library() else { return .saveFailed(.unavailable(code: "no library")) }
                if Task.isCancelled { return .cancelled(.importing) }
                do throws(LibraryFailure) {
                    let plan = try await ImportPlan(file, in: library, lookingUpIn: catalogs)
                    if Task.isCancelled { return .cancelled(.importing) }
                    self?.plan = plan
                    return .preview(ImportPreview(plan, name: name, formats: formats))
                } catch {
                    return error == .cancelled ? .cancelled(.importing) : .saveFailed(error)
                }
            } catch {
                return error == .cancelled ? .cancelled(.importing) : .importFailed(error, name: name)
            }
        }
    }

    /// Imports what the preview shows, all or none.
    public func confirmImport() {
        guard case .preview = phase, let plan else { return }
        self.plan = nil
        work(.importing) { [undo, formats, imported] progress in
            let content = plan.content
            let lookups = content.lookups.isEmpty ? nil : NumberContent(content.lookups.count, formats: formats)
            let cancellation = CancellationFlag()
            let result = await withTaskCancellationHandler {
                await undo.perform { library throws(LibraryFailure) in
                    try await library.importContent(content) { count in
                        progress(min(count, plan.favorites), Double(count) / Double(max(1, content.steps)))
                        return !cancellation.isSet
                    }
                } as: { result in
                    .imported(
                        new: NumberContent(result.new, formats: formats),
                        existing: NumberContent(plan.favorites - result.new, formats: formats),
                        annotated: NumberContent(result.annotated, formats: formats), lookups: lookups)
                }
            } onCancel: {
                cancellation.set()
            }
            switch result {
            case .success(let result):
                imported()
                return .imported(
                    new: NumberContent(result.new, formats: formats),
                    existing: NumberContent(plan.favorites - result.new, formats: formats),
                    annotated: NumberContent(result.annotated, formats: formats), lookups: lookups,
                    canUndo: !result.inverses.isEmpty)
            case .failure(.cancelled): return .cancelled(.importing)
            case .failure(let failure): return .saveFailed(failure)
            }
        }
    }

    /// Closes the preview. Nothing was changed.
    public func cancelImport() {
        guard case .preview = phase else { return }
        plan = nil
        phase = .idle
    }

    /// Cancels the transfer and discards its changes. Changes that are already on disk stay.
    public func cancel() { working?.cancel() }

    public func settled() async { await working?.value }

    /// Dismisses the result of the last transfer. A preview stays until it is confirmed or cancelled.
    public func dismiss() {
        if case .preview = phase { return }
        if !isWorking { phase = .idle }
    }

    private func work(
        _ kind: TransferKind,
        _ work: @escaping @MainActor (_ progress: @escaping @Sendable (Int, Double?) -> Void) async -> TransferPhase
    ) {
        guard !isWorking else { return }
        ticket += 1
        phase = .working(kind, done: NumberContent(0, formats: formats), fraction: nil)
        let (ticket, formats) = (ticket, formats)
        let progress: @Sendable (Int, Double?) -> Void = { [weak self] done, fraction in
            let content = NumberContent(done, formats: formats)
            Task { @MainActor in
                guard let self, ticket == self.ticket, self.isWorking else { return }
                self.phase = .working(kind, done: content, fraction: fraction)
            }
        }
        working = Task { [weak self] in
            let ended = await work(progress)
            self?.phase = ended
        }
    }
}

/// A flag that tells work on another thread to stop.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
