import Foundation
public import Observation
public import StargazerLibrary

/// The user's saved searches, in step with the library. All windows share them.
@MainActor @Observable public final class SavedSearchesModel {
    /// In the user's order.
    public private(set) var searches: [SavedSearch] = []
    /// The numbers of new results, without zeros.
    public private(set) var newCounts: [SavedSearchID: Int] = [:]

    static let maxNewFavorites = 100
    /// The most searches whose new favorites are counted: each is a query after every change of the library.
    private static let maxCountedSearches = 50

    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let documents: (any DocumentStore)?
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let undo: UndoStack
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameters:
    ///   - documents: searched too for new favorites; nil for none.
    ///   - undo: over the same queue; nil for one of its own.
    init(
        flags: ItemFlagSource, documents: (any DocumentStore)?, writer: LibraryWriter, undo: UndoStack? = nil,
        time: TimeSource
    ) {
        self.flags = flags
        self.documents = documents
        self.writer = writer
        self.undo = undo ?? UndoStack(writer: writer, time: time)
        self.time = time
        let (favoritesModel, stars) = (flags.favoritesModel, flags.stars)
        watching = Task { [weak self] in
            let news = Observations {
                (favoritesModel.revision, favoritesModel.library != nil, stars?.host)
            }
            for await _ in news {
                let read = await favoritesModel.read { library throws(LibraryFailure) in
                    try await library.savedSearches()
                }
                if let read { await self?.show(read) }
            }
        }
    }

    isolated deinit { watching?.cancel() }

    public subscript(_ id: SavedSearchID) -> SavedSearch? { searches.first { $0.id == id } }

    /// Reads the searches after a change.
    func reload() async {
        // The commit makes the loop above read them too, until that succeeds.
        if let stored = try? await flags.favoritesModel.library?.savedSearches() { await show(stored) }
    }

    private func show(_ stored: [SavedSearch]) async {
        if stored != searches { searches = stored }
        var counts: [SavedSearchID: Int] = [:]
        var counted = 0
        for search in stored {
            if case .favorites(let scope)? = ListSource(text: search.source) {
                counted += 1
                guard counted <= Self.maxCountedSearches else { continue }
                counts[search.id] = await newFavorites(search, in: scope) ?? newCounts[search.id]
            } else {
                counts[search.id] = search.newCount
            }
        }
        // Another commit may have changed the searches meanwhile; its own reload counts for them.
        guard stored == searches else { return }
        counts = counts.filter { $0.value > 0 }
        if counts != newCounts { newCounts = counts }
    }

    /// Counts the favorites that match and were added since the user last saw the search.
    /// - Returns: nil after a failed read: their number is the last one that is known.
    private func newFavorites(_ search: SavedSearch, in scope: FavoritesScope) async -> Int? {
        guard let seenAt = search.seenAt else { return 0 }
        guard let library = flags.favoritesModel.library else { return nil }
        let query = FavoritesQuery(
            text: search.text, order: .sorted(ItemOrder(.added)), scope: scope, account: flags.stars?.host)
        let favorites = FavoritesSearch(library: library, documents: documents)
        // The caller keeps the last count.
        guard let answer = try? await favorites.favorites(query, reading: Self.maxNewFavorites) else { return nil }
        // Rows that have only most of the words come last, and are not in the count of the list either.
        return answer.first.prefix(answer.rows.count).count { $0.favorite.addedAt > seenAt }
    }

    // MARK: Changes

    /// Saves a search as the last one.
    public func add(_ name: String, _ draft: SavedSearchDraft) async throws(AnnotationFailure) -> SavedSearch {
        let query = SavedSearchQuery(text: draft.text, order: draft.order)
        let fields = SavedSearchFields(name: name, source: draft.source.text, query: query)
        guard let search = try await edit(.addSearch(fields), .searchSaved(name)).search else { throw .deleted }
        return search
    }

    public func rename(_ id: SavedSearchID, to name: String) async throws(AnnotationFailure) {
        try await edit(.renameSearch(id, from: nil, to: name), .searchRenamed(name))
    }

    public func update(_ id: SavedSearchID, to draft: SavedSearchDraft) async throws(AnnotationFailure) {
        let query = SavedSearchQuery(text: draft.text, order: draft.order)
        try await edit(.updateSearch(id, from: nil, to: query), .searchUpdated(name(of: id)))
    }

    public func delete(_ id: SavedSearchID) async throws(AnnotationFailure) {
        try await edit(.deleteSearch(id, nil), .searchDeleted(name(of: id)))
    }

    public func canMove(_ id: SavedSearchID, by step: Int) -> Bool {
        searches.firstIndex { $0.id == id }.map { searches.indices.contains($0 + step) } ?? false
    }

    /// Moves a search up (-1) or down (1).
    public func move(_ id: SavedSearchID, by step: Int) async throws(AnnotationFailure) {
        var ids = searches.map(\.id)
        guard canMove(id, by: step), let index = ids.firstIndex(of: id) else { return }
        ids.swapAt(index, index + step)
        try await edit(.orderSearches(ids, from: nil), .searchMoved(name(of: id)))
    }

    private func name(of id: SavedSearchID) -> String { self[id]?.name ?? "" }

    @discardableResult
    private func edit(_ edit: LibraryEdit, _ kind: UserChange.Kind) async throws(AnnotationFailure) -> AppliedEdit {
        let result: Result<AppliedEdit, AnnotationFailure>
        do throws(AnnotationFailure) {
            result = .success(try await undo.perform(edit, as: UserChange(kind)))
        } catch {
            result = .failure(error)
        }
        // The caller shows what is saved.
        await reload()
        return try result.get()
    }

    // MARK: What the user has seen

    func seenResults(of id: SavedSearchID) async throws(LibraryFailure) -> SeenResults? {
        try await flags.favoritesModel.library?.seenResults(of: id)
    }

    /// Records that the user sees the results now. A failure only makes results count as new again.
    func recordSeen(_ id: SavedSearchID, _ results: SeenResults? = nil) async {
        let now = time.now()
        // Then nothing is recorded.
        try? await write { library throws(AnnotationFailure) in
            try await library.recordSeen(id, at: now, results: results)
        }
    }

    /// Records how many results of a service's answer are new. If that fails, the service is asked again in an hour.
    func recordResponse(_ batch: ResultBatch, host: String, to id: SavedSearchID) async {
        let seen: SeenResults?
        do throws(LibraryFailure) { seen = try await seenResults(of: id) } catch { return }
        let (now, new) = (time.now(), seen?.newIDs(in: batch, host: host).count ?? 0)
        // Then nothing is recorded.
        try? await write { library throws(AnnotationFailure) in
            try await library.recordNewResults(new, of: id, at: now)
        }
    }

    private func write<Value: Sendable>(
        _ change: @escaping LibraryWriter.Change<Value, AnnotationFailure>
    ) async throws(AnnotationFailure) -> Value {
        let result = await writer.result(of: change)
        // The caller shows what is saved.
        await reload()
        return try result.get()
    }
}

/// What a window would save as a search: its source, text and order.
public struct SavedSearchDraft: Sendable, Equatable {
    /// Not a saved search.
    public let source: ListSource
    public let text: String
    /// Nil for the default order.
    public let order: ItemOrder?

    /// Nil when there is nothing to save: a list as its row of the sidebar shows it.
    init?(source: ListSource, text: String, order: ItemOrder?) {
        let isBlank = text.allSatisfy(\.isWhitespace)
        switch source {
        case .savedSearch: return nil
        case .search: if isBlank { return nil }
        case .favorites: if isBlank, order == nil { return nil }
        }
        self.source = source
        self.text = text
        self.order = order
    }

    /// What the search searches for; nil for a search that this version cannot open.
    public init?(_ search: SavedSearch) {
        guard let source = ListSource(text: search.source) else { return nil }
        self.init(source: source, text: search.text, order: search.order)
    }

    /// A name made of the text, as long as a name may be; nil when there is no text.
    public var name: String? {
        let line = CleanText.line(text, limit: Tag.maxNameLength).trimmingCharacters(in: .whitespaces)
        return line.isEmpty ? nil : line
    }
}

extension SavedSearch {
    /// Returns why a search cannot have this name; nil when it can.
    public static func problem(ofName name: String) -> AnnotationFailure? {
        let line = CleanText.line(name, limit: .max).trimmingCharacters(in: .whitespaces)
        if line.unicodeScalars.count > Tag.maxNameLength { return .nameTooLong }
        return line.isEmpty ? .emptyName : nil
    }
}
