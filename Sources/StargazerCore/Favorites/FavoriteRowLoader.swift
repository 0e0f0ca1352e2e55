import Foundation
public import StargazerLibrary

/// Loads the content of favorites near the visible rows. The list has the IDs of all rows. Only a limited number of
/// contents is in memory; they are loaded before they become visible, off the main actor.
@MainActor public final class FavoriteRowLoader {
    /// Called with the rows whose content was loaded or has changed.
    public var changed: ([FavoriteRowID]) -> Void = { _ in }

    private struct Entry: Sendable {
        var stored: StoredFavorite
        var content: ItemContent
    }

    /// How many rows before and after the visible ones are loaded. A list view holds a hundred of them on either side.
    private static let prefetchDistance = 400
    /// The rows loaded immediately for a new query: as many as a list view creates.
    private static let initialRowCount = 256
    private static let margin = 200
    private static let capacity = 1_200

    private let flags: ItemFlagSource
    private let formats: Formats
    private let time: TimeSource
    /// The readable rows of the result, in order.
    private(set) var rows: [FavoriteRowID] = []
    private var answered: [FavoriteRowID] = []
    /// Rows that the library could not read. They are retried after each commit.
    private var unreadable: Set<FavoriteRowID> = []
    var readableChanged: () -> Void = {}
    private var entries: [FavoriteRowID: Entry] = [:]
    private var byID: [ItemID: FavoriteRowID] = [:]
    private var center = 0
    private var window = 0..<0
    private var loading: Task<Void, Never>?
    /// The row whose details are open. It stays in memory wherever the list is scrolled.
    private var openedRow: FavoriteRowID?
    /// The date that rows show because they are in order of it.
    private var dateKey: SortKey?
    /// Finds the lines of rows that match the query; nil without documents.
    var findLines: (@Sendable ([Item]) async -> [ItemID: DocumentLine])?
    /// The words of the query, which are marked in names.
    var words: [String] = []
    /// The names of several loaded rows.
    private var namesakes = Namesakes()
    /// Favorites added later are new.
    private var newSince: Date?
    private var updates: [FavoriteRowID: RowUpdate] = [:]
    private var missingWords: [FavoriteRowID: [String]] = [:]
    private var marks = RowMark.all
    /// Whether loaded rows may have changed in the library since.
    private var isStale = false

    init(flags: ItemFlagSource, formats: Formats, time: TimeSource) {
        self.flags = flags
        self.formats = formats
        self.time = time
    }

    isolated deinit { loading?.cancel() }

    /// Returns the row's content; nil until it has been loaded.
    public func content(of row: FavoriteRowID) -> ItemContent? { entries[row]?.content }

    func favorite(for id: ItemID) -> Favorite? { byID[id].flatMap { entries[$0]?.stored.favorite } }

    func hasNewUpdate(_ id: ItemID) -> Bool { byID[id].flatMap { updates[$0] }?.isSeen == false }

    func markOpened(at id: ItemID) { openedRow = byID[id] ?? openedRow }

    func containsItem(_ id: ItemID) -> Bool { byID[id].map(rows.contains) ?? false }

    /// Loads more rows when the scroll position comes near the end of the loaded ones.
    public func didScrollTo(_ position: Int) {
        center = position
        let lower = window.lowerBound == 0 || position >= window.lowerBound + Self.margin
        let upper = window.upperBound >= rows.count || position < window.upperBound - Self.margin
        if !(lower && upper) { load(around: position) }
    }

    /// - Parameters:
    ///   - first: the rows loaded with the result.
    ///   - isNew: whether the query has changed. The list is then replaced and scrolled to the top; `changed` is not
    ///     called for its rows before that.
    func show(
        _ rows: [FavoriteRowID], first: FormattedFavorites, isNew: Bool, dateKey: SortKey? = .added,
        updates: [FavoriteRowID: RowUpdate] = [:], missingWords: [FavoriteRowID: [String]] = [:],
        marks: Set<RowMark> = RowMark.all
    ) {
        answered = rows
        self.marks = marks
        self.updates = updates
        self.missingWords = missingWords
        self.dateKey = dateKey
        if isNew {
            loading?.cancel()
            (center, isStale, unreadable) = (0, false, [])
            // Rows loaded for another query may have changed since.
            (entries, byID) = ([:], [:])
        }
        removeUnreadableRows()
        if let row = openedRow, !self.rows.contains(row) { openedRow = nil }
        store(first)
        if !isNew { markRows() }
        if isNew { load(0..<min(Self.initialRowCount, rows.count)) }
    }

    /// Reloads the visible rows after a commit and evicts the distant ones, which may have changed too.
    func reloadContents() {
        isStale = true
        load(around: center)
        evictDistantRows()
    }

    /// Formats the loaded rows again, for relative dates that are out of date.
    func reformat() {
        let stored = entries.values.map(\.stored)
        Task { [weak self, formats, time, findLines, dateKey] in
            let lines = await findLines?(stored.map(\.favorite.item)) ?? [:]
            let formatted = await Self.formatted(
                stored, lines: lines, dateKey: dateKey, formats: formats, now: time.now())
            guard let self else { return }
            // Rows that were loaded or evicted meanwhile are newer.
            apply(FormattedFavorites(entries: formatted.entries.filter { entries[$0.stored.row]?.stored == $0.stored }))
        }
    }

    /// Updates the flags after the account's stars have changed.
    func refreshFlags() {
        var changed: [FavoriteRowID] = []
        for (row, entry) in entries {
            let flags = flags(of: entry.stored.favorite)
            guard entry.content.flags != flags else { continue }
            entries[row]?.content.flags = flags
            changed.append(row)
        }
        if !changed.isEmpty { self.changed(changed) }
    }

    /// Marks the favorites that were added after a date; nil marks none.
    func mark(newSince date: Date?) {
        guard date != newSince else { return }
        newSince = date
        markRows()
    }

    /// Shows in the loaded rows what has changed, what is new, and what is an exception.
    private func markRows() {
        var changed: [FavoriteRowID] = []
        for (row, entry) in entries {
            var content = entry.content
            mark(&content, entry.stored)
            guard content != entry.content else { continue }
            entries[row]?.content = content
            changed.append(row)
        }
        if !changed.isEmpty { self.changed(changed) }
    }

    private func mark(_ content: inout ItemContent, _ stored: StoredFavorite) {
        content.update = updates[stored.row]
        if let update = content.update {
            content.update?.when = formats.relative(update.noticedAt, now: time.now())
        }
        content.isNew = isNew(stored)
        content.marks = marks
    }

    private func isNew(_ stored: StoredFavorite) -> Bool {
        if let update = updates[stored.row] { return !update.isSeen }
        return newSince.map { stored.favorite.addedAt > $0 } ?? false
    }

    private func flags(of favorite: Favorite) -> ItemFlags {
        ItemFlags(
            isFavorite: true,
            isStarredOnServer: flags.stars?.state(of: favorite),
            isStarWaiting: flags.isStarWaiting(favorite.id, favorite.starRequest),
            follow: flags.follows?.states[favorite.id], isGone: favorite.isGone)
    }

    private func load(around center: Int) {
        // There may be fewer rows than at the last scroll position.
        let center = min(center, max(0, rows.count - 1))
        load(max(0, center - Self.prefetchDistance)..<min(rows.count, center + Self.prefetchDistance))
    }

    private func load(_ window: Range<Int>) {
        self.window = window
        var asked = isStale ? Array(rows[window]) : rows[window].filter { entries[$0] == nil }
        if let openedRow, isStale || entries[openedRow] == nil, !asked.contains(openedRow) { asked.append(openedRow) }
        if isStale { asked += unreadable }
        guard !asked.isEmpty else { return }
        let stamps = entries.mapValues(\.stored.stamp)
        loading?.cancel()
        loading = Task { [weak self, formats, time, findLines, dateKey, favoritesModel = flags.favoritesModel] in
            let read = await favoritesModel.read { [asked] library throws(LibraryFailure) in
                try await library.favorites(in: asked, cached: stamps)
            }
            guard let stored = read else { return }
            let lines = await findLines?(stored.map(\.favorite.item)) ?? [:]
            let formatted = await Self.formatted(
                stored, lines: lines, dateKey: dateKey, formats: formats, now: time.now())
            guard let self, !Task.isCancelled else { return }
            isStale = false
            apply(formatted)
            updateUnreadable(read: Set(stored.map(\.row)), of: asked.filter { stamps[$0] == nil })
        }
    }

    private func updateUnreadable(read: Set<FavoriteRowID>, of asked: [FavoriteRowID]) {
        let before = unreadable
        for row in asked {
            if read.contains(row) { unreadable.remove(row) } else { unreadable.insert(row) }
        }
        guard unreadable != before else { return }
        removeUnreadableRows()
        readableChanged()
    }

    private func removeUnreadableRows() {
        rows = unreadable.isEmpty ? answered : answered.filter { !unreadable.contains($0) }
        if !unreadable.isEmpty { unreadable.formIntersection(answered) }
    }

    private func apply(_ formatted: FormattedFavorites) {
        let rows = store(formatted) + formatted.entries.map(\.stored.row)
        if !rows.isEmpty { changed(rows) }
    }

    /// - Returns: loaded rows that have a namesake since then, or none any more.
    @discardableResult
    private func store(_ formatted: FormattedFavorites) -> [FavoriteRowID] {
        if entries.count + formatted.entries.count > Self.capacity { evictDistantRows() }
        for (stored, content) in formatted.entries {
            var content = content
            content.flags = flags(of: stored.favorite)
            mark(&content, stored)
            content.missingWords = missingWords[stored.row] ?? []
            content.matchingName = words.isEmpty ? nil : MatchingLineContent(name: content.name, containing: words)
            content.hasNamesake = hasNamesake(content, stored, namesakes)
            entries[stored.row] = Entry(stored: stored, content: content)
            byID[stored.favorite.id] = stored.row
        }
        return markNamesakes()
    }

    private func markNamesakes() -> [FavoriteRowID] {
        let namesakes = Namesakes(entries.values.lazy.map(\.content))
        guard namesakes != self.namesakes else { return [] }
        self.namesakes = namesakes
        let changed = entries.filter { $1.content.hasNamesake != hasNamesake($1.content, $1.stored, namesakes) }
        for row in changed.keys { entries[row]?.content.hasNamesake.toggle() }
        return Array(changed.keys)
    }

    /// Whether another favorite has the name, which may not be loaded.
    private func hasNamesake(_ content: ItemContent, _ stored: StoredFavorite, _ loaded: Namesakes) -> Bool {
        loaded.contains(content) || stored.hasNamesake && !content.context.isEmpty
    }

    private func evictDistantRows() {
        var nearbyRows = Set(window.clamped(to: rows.indices).map { rows[$0] })
        if let openedRow { nearbyRows.insert(openedRow) }
        for (row, entry) in entries where !nearbyRows.contains(row) {
            entries[row] = nil
            byID[entry.stored.favorite.id] = nil
        }
    }

    @concurrent
    static func formatted(
        _ stored: [StoredFavorite], lines: [ItemID: DocumentLine] = [:], dateKey: SortKey? = .added,
        formats: Formats, now: Date
    ) async -> FormattedFavorites {
        FormattedFavorites(
            entries: stored.map { stored in
                var content = ItemContent(stored.favorite.item, formats: formats, now: now)
                content.show(lines[content.id])
                content.orderDate = OrderDate(stored.favorite, dateKey, formats: formats, now: now)
                return (stored, content)
            })
    }
}

extension ItemContent {
    /// Shows a line that matches a search, in the description if it is a part of it.
    mutating func show(_ line: DocumentLine?) {
        (matchingLine, matchingSummary) = (nil, nil)
        guard let line else { return }
        if line.field == .description {
            let summary = MatchingLineContent(summary, words: Set(line.words.map { String(line.text[$0]) }))
            if summary.parts.contains(where: \.isMatch) { matchingSummary = summary }
        } else {
            matchingLine = MatchingLineContent(line)
        }
    }
}

/// Favorites and the content of their rows, formatted off the main actor.
struct FormattedFavorites: Sendable {
    var entries: [(stored: StoredFavorite, content: ItemContent)] = []
}
