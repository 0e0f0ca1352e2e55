public import Observation
public import StargazerLibrary

/// A copy of the library as a list shows it.
public struct LibraryCopyContent: Sendable, Hashable, Identifiable {
    public var id: LibraryCopy.ID
    public var kind: LibraryCopy.Kind
    /// The day of a daily copy, and the time of any other.
    public var date: String
    public var size: String
    /// Nil if the copy cannot be read.
    public var favorites: NumberContent?
}

/// The result of restoring a copy, to be shown once.
public struct LibraryCopyOutcome: Sendable, Hashable {
    public var serial: Int
    public var copy: LibraryCopyContent
    /// Nil if the copy was restored.
    public var failure: LibraryCopyFailure?
}

@MainActor @Observable public final class LibraryCopiesViewModel {
    /// The newest first; nil until they are loaded.
    public private(set) var copies: [LibraryCopyContent]?
    public private(set) var isRestoring = false
    public private(set) var outcome: LibraryCopyOutcome?

    @ObservationIgnored private let load: @MainActor () async -> [LibraryCopy]
    @ObservationIgnored private let replace: @MainActor (LibraryCopy) async throws(LibraryCopyFailure) -> Void
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var loaded: [LibraryCopy] = []

    /// - Parameter load: returns the copies, the newest first.
    package init(
        load: @escaping @MainActor () async -> [LibraryCopy],
        restore: @escaping @MainActor (LibraryCopy) async throws(LibraryCopyFailure) -> Void, formats: Formats
    ) {
        self.load = load
        replace = restore
        self.formats = formats
    }

    public convenience init(_ app: AppModel) {
        self.init(
            load: { await app.libraryCopies() },
            restore: { copy throws(LibraryCopyFailure) in try await app.restoreLibrary(copy) }, formats: app.formats)
    }

    public func reload() async {
        loaded = await load()
        copies = loaded.map(content)
    }

    /// Restores a copy. Does nothing while another is being restored.
    public func restore(_ id: LibraryCopy.ID) async {
        guard !isRestoring, let copy = loaded.first(where: { $0.id == id }) else { return }
        isRestoring = true
        var failure: LibraryCopyFailure?
        do throws(LibraryCopyFailure) { try await replace(copy) } catch { failure = error }
        // There is one copy more now, and a missing one is gone.
        await reload()
        isRestoring = false
        outcome = LibraryCopyOutcome(serial: (outcome?.serial ?? 0) + 1, copy: content(copy), failure: failure)
    }

    private func content(_ copy: LibraryCopy) -> LibraryCopyContent {
        LibraryCopyContent(
            id: copy.id, kind: copy.kind,
            date: copy.kind == .daily ? formats.day(copy.date) : formats.absolute(copy.date),
            size: formats.bytes(copy.size), favorites: copy.favorites.map { NumberContent($0, formats: formats) })
    }
}
