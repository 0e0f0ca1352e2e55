import Foundation
public import Observation
public import StargazerLibrary

/// What the user did, for the words about it.
public struct UserChange: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case favoritesAdded, favoritesRemoved
        case starSet, updatesSeen
        case tagSet(String), tagUnset(String)
        case tagRenamed(String, to: String), tagColored(String), tagMerged(String, into: String), tagDeleted(String)
        case note
        case searchSaved(String), searchRenamed(String), searchUpdated(String), searchMoved(String)
        case searchDeleted(String)
        case historyCleared(searches: Int, viewed: Int)
        case imported(
            new: NumberContent, existing: NumberContent, annotated: NumberContent, lookups: NumberContent?)
    }

    public var kind: Kind
    /// The number of items that changed.
    public var count: Int
    /// The name of the only item.
    public var title: String?
    /// The only item.
    public var item: ItemID?

    public init(_ kind: Kind, count: Int = 0, title: String? = nil) {
        self.kind = kind
        self.count = count
        self.title = title
    }

    /// Adds the tag that another change sets.
    fileprivate mutating func join(_ other: UserChange) {
        guard case .tagSet(let tags) = kind, case .tagSet(let tag) = other.kind else { return }
        kind = .tagSet("\(tags), \(tag)")
    }
}

/// The result of a change, of its undo or of its redo, to be shown once.
public struct UndoReport: Sendable, Equatable {
    public enum Step: Sendable {
        case done, undone, redone
    }

    public let serial: Int
    public let step: Step
    public let change: UserChange
    /// The entry that a button of the message undoes; nil if there is none.
    public let entry: Int?
    public var hasChanged = true
    /// The parts that had changed since and were left as they are.
    public var skipped = 0
    /// The stars that are set again and get a new date on the server.
    public var newStars = 0
    /// The items that are favorites again.
    public var restored: [ItemID] = []
}

/// A question before an undo or redo that changes many stars on the server.
public struct UndoConfirmation: Sendable, Equatable {
    /// Whether the stars are set.
    public let isSet: Bool
    public let stars: Int
    /// How long the server's rate allows it to take, rounded up.
    public let minutes: Int
}

/// The user's changes of the library that can be undone, shared by all windows.
@MainActor @Observable public final class UndoStack {
    /// A change that can be undone or redone.
    @MainActor final class Entry {
        let id: Int
        var change: UserChange
        /// The edits to apply, in this order.
        var edits: [LibraryEdit]
        let account: OutboxAccount?
        let madeAt: Date
        fileprivate var unwritten = 0

        init(id: Int, _ change: UserChange, edits: [LibraryEdit], account: OutboxAccount?, madeAt: Date) {
            (self.id, self.change, self.edits, self.account, self.madeAt) = (id, change, edits, account, madeAt)
        }

        var weight: Int { edits.reduce(0) { $0 + $1.weight } }
    }

    /// A step that failed, to be shown once.
    public struct Problem: Sendable, Equatable {
        public let serial: Int
        public let failure: AnnotationFailure
    }

    private enum Direction { case undo, redo }

    /// The oldest first.
    private var done: [Entry] = []
    private var undone: [Entry] = []
    public private(set) var report: UndoReport?
    public private(set) var problem: Problem?
    /// Shown until it is answered.
    public private(set) var confirmation: UndoConfirmation?

    /// Changes the favorites and their stars; the favorites model sets it.
    @ObservationIgnored var favorites: FavoriteEdits?
    /// Called before every step: what the user did before it, and has not ended, is an entry of its own.
    @ObservationIgnored var endOpenEdits: () -> Void = {}
    /// Called when a history was cleared or restored by an undo or redo.
    @ObservationIgnored var historyChanged: (CatalogKind) -> Void = { _ in }
    /// Called when an import was undone or redone.
    @ObservationIgnored var importChanged: () -> Void = {}
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var stepping: Task<Void, Never>?
    @ObservationIgnored private var lastSerial = 0
    /// Counts the user's changes: what is undone before the next one can be redone.
    @ObservationIgnored private var generation = 0
    /// Counts the libraries.
    @ObservationIgnored private var epoch = 0
    /// What the question is about.
    @ObservationIgnored private var questioned: (entry: Entry, direction: Direction)?

    static let maxEntries = 100
    static let maxIDs = 100_000
    /// The most stars that change without a question.
    static let starLimit = 20
    /// How long a removed favorite that is added again gets its old date.
    static let datePeriod: TimeInterval = 60

    package init(writer: LibraryWriter, time: TimeSource) {
        self.writer = writer
        self.time = time
    }

    public var canUndo: Bool { !done.isEmpty }
    public var canRedo: Bool { !undone.isEmpty }
    public var nextUndo: UserChange.Kind? { done.last?.change.kind }
    public var nextRedo: UserChange.Kind? { undone.last?.change.kind }
    var counts: (undo: Int, redo: Int) { (done.count, undone.count) }

    // MARK: Changes by the user

    /// Changes that are one entry, unless another change comes between them.
    @MainActor final class Group {
        fileprivate var entry: Entry?
    }

    /// Begins an entry for everything that one press changes. It can be undone as soon as it is written.
    /// - Parameters:
    ///   - endsOpenEdits: false for an edit that ends itself.
    ///   - group: changes of tags that the entry continues.
    func begin(_ change: UserChange, endsOpenEdits: Bool = true, in group: Group? = nil) -> Entry {
        if endsOpenEdits { endOpenEdits() }
        generation += 1
        undone = []
        if let entry = group?.entry, entry === done.last {
            entry.change.join(change)
            return entry
        }
        defer { group?.entry = done.last }
        let entry = Entry(
            id: nextSerial(), change, edits: [], account: favorites?.account(), madeAt: time.now())
        done.append(entry)
        return entry
    }

    /// Queues an edit of an entry. Queue all edits of an entry at once.
    func write(
        _ edit: LibraryEdit, sending changes: [OutboxChange] = [], in entry: Entry,
        done ended: @escaping (Result<AppliedEdit, AnnotationFailure>) -> Void = { _ in }
    ) {
        entry.unwritten += 1
        writer.add { library throws(AnnotationFailure) in
            try await library.apply(edit, sending: changes, if: .none)
        } done: { [self] result in
            entry.unwritten -= 1
            if case .success(let applied) = result {
                if let inverse = applied.inverse { entry.edits.insert(inverse, at: 0) }
                entry.change.title = entry.change.title ?? applied.title
            }
            ended(result)
            if entry.unwritten == 0 { finish(entry) }
        }
    }

    /// Queues an edit that is an entry of its own, and waits for it.
    func perform(_ edit: LibraryEdit, as change: UserChange) async throws(AnnotationFailure) -> AppliedEdit {
        let result = await withCheckedContinuation { continuation in
            write(edit, in: begin(change)) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Queues an import of a file that is an entry of its own, and waits for it.
    /// - Parameter summary: what it did.
    func perform(
        _ change: @escaping LibraryWriter.Change<ImportResult, LibraryFailure>,
        as summary: @escaping (ImportResult) -> UserChange.Kind
    ) async -> Result<ImportResult, LibraryFailure> {
        let entry = begin(UserChange(summary(ImportResult())))
        return await withCheckedContinuation { continuation in
            writer.add(change) { [self] result in
                if case .success(let result) = result {
                    (entry.change.kind, entry.edits) = (summary(result), result.inverses)
                }
                finish(entry)
                continuation.resume(returning: result)
            }
        }
    }

    func markUpdatesSeen() { write(.markUpdates(nil, isSeen: true), in: begin(UserChange(.updatesSeen))) }

    /// Ends an entry whose edits have been written.
    func finish(_ entry: Entry) {
        guard !entry.edits.isEmpty else { return done.removeAll { $0 === entry } }
        describe(entry)
        trim()
        let isKept = done.contains { $0 === entry }
        report = UndoReport(
            serial: nextSerial(), step: .done, change: entry.change, entry: isKept ? entry.id : nil)
    }

    /// Returns what a favorite was that was removed a moment ago.
    func recentRemoval(of id: ItemID) -> FavoriteMark? {
        let now = time.now()
        for entry in done.reversed() where now.timeIntervalSince(entry.madeAt) < Self.datePeriod {
            for case .restoreFavorites(let marks) in entry.edits {
                if let mark = marks.first(where: { $0.id == id }) { return mark }
            }
        }
        return nil
    }

    /// Forgets everything: the library is another one.
    func clear() {
        epoch += 1
        generation += 1
        (done, undone, confirmation, report) = ([], [], nil, nil)
    }

    /// Sends the removals of stars that wait: no message offers to undo them any more.
    public func messageEnded() { favorites?.releaseStars() }

    private func describe(_ entry: Entry) {
        let items = Set(entry.edits.lazy.flatMap(\.items))
        entry.change.count = items.count
        entry.change.item = items.count == 1 ? items.first : nil
        if items.count > 1 { entry.change.title = nil }
    }

    private func trim() {
        if done.count > Self.maxEntries { done.removeFirst(done.count - Self.maxEntries) }
        var weight = (done + undone).reduce(0) { $0 + $1.weight }
        while weight > Self.maxIDs, let oldest = done.first ?? undone.first {
            weight -= oldest.weight
            if done.isEmpty { undone.removeFirst() } else { done.removeFirst() }
        }
    }

    private func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }

    // MARK: Undo and redo

    /// - Returns: false when there is none.
    @discardableResult
    public func undo() -> Bool { step(.undo) }

    @discardableResult
    public func redo() -> Bool { step(.redo) }

    /// Undoes a change if it is the last one.
    public func undoEntry(_ entry: Int) { if done.last?.id == entry { step(.undo) } }

    public func respond(_ isAccepted: Bool) {
        guard confirmation != nil, let (entry, direction) = questioned else { return }
        (confirmation, questioned) = (nil, nil)
        guard isAccepted else { return }
        endOpenEdits()
        // Other changes may have been made since; they stay.
        let isThere = direction == .undo ? done.contains { $0 === entry } : undone.contains { $0 === entry }
        guard isThere else { return }
        done.removeAll { $0 === entry }
        undone.removeAll { $0 === entry }
        start(entry, direction, isConfirmed: true)
    }

    /// Returns when all undos and redos so far have been saved or have failed.
    public func settled() async { await stepping?.value }

    @discardableResult
    private func step(_ direction: Direction) -> Bool {
        endOpenEdits()
        guard confirmation == nil, let entry = direction == .undo ? done.popLast() : undone.popLast() else {
            return false
        }
        start(entry, direction, isConfirmed: false)
        return true
    }

    private func start(_ entry: Entry, _ direction: Direction, isConfirmed: Bool) {
        // What the user did before may still wait to be written.
        let before = stepping
        stepping = Task { [generation, epoch] in
            await before?.value
            await writer.settled()
            guard epoch == self.epoch, !entry.edits.isEmpty else { return }
            await run(entry, direction, isConfirmed: isConfirmed, generation: generation)
        }
    }

    private func run(_ entry: Entry, _ direction: Direction, isConfirmed: Bool, generation: Int) async {
        let epoch = epoch
        // Signed in as another account, or signed out: only the library changes.
        let isSameAccount = entry.account != nil && entry.account == favorites?.account()
        let starred = isSameAccount ? entry.edits.flatMap(\.itemsWithStar) : []
        let (items, facts): ([Item], [ItemID: FavoriteFacts])
        do throws(LibraryFailure) {
            items = starred.isEmpty ? [] : try await writer.library()?.items(of: starred) ?? []
            facts = starred.isEmpty ? [:] : try await writer.library()?.facts(of: starred) ?? [:]
        } catch {
            // Without them, the favorites would change and their stars would not.
            guard epoch == self.epoch else { return }
            problem = Problem(serial: nextSerial(), failure: .library(error))
            putBack(entry, direction, generation)
            return
        }
        guard epoch == self.epoch else { return }
        let sent = starred.filter { facts[$0]?.starRequest == nil }
        if sent.count > Self.starLimit, !isConfirmed {
            guard putBack(entry, direction, generation) else { return }
            questioned = (entry, direction)
            confirmation = UndoConfirmation(
                isSet: entry.edits.contains { $0.makesFavorites == true }, stars: sent.count,
                minutes: (sent.count + 59) / 60)
            return
        }
        let outcome = await apply(entry.edits, Dictionary(items.map { ($0.id, $0) }) { $1 })
        guard epoch == self.epoch else { return }
        if let failure = outcome.failure {
            problem = Problem(serial: nextSerial(), failure: failure)
            entry.edits = outcome.failed
            putBack(entry, direction, generation)
        }
        for edit in entry.edits {
            switch edit {
            case .clearHistory(let catalog, _): historyChanged(catalog)
            case .restoreHistory(let history): historyChanged(history.catalog)
            case .removeImport, .restoreImport: importChanged()
            default: break
            }
        }
        guard outcome.failure == nil || !outcome.inverses.isEmpty else { return }
        let other = Entry(
            id: nextSerial(), entry.change, edits: outcome.inverses, account: isSameAccount ? entry.account : nil,
            madeAt: time.now())
        if !outcome.inverses.isEmpty {
            switch direction {
            case .undo: if generation == self.generation { undone.append(other) }
            case .redo: done.append(other)
            }
            trim()
        }
        var report = UndoReport(
            serial: nextSerial(), step: direction == .undo ? .undone : .redone, change: entry.change, entry: nil)
        report.hasChanged = !outcome.inverses.isEmpty
        report.skipped = outcome.skipped
        report.restored = entry.edits.filter { $0.makesFavorites == true }.flatMap(\.items)
        if entry.edits.contains(where: { $0.makesFavorites == true }) { report.newStars = sent.count }
        self.report = report
    }

    /// Puts an entry back where it was: below changes that were made since, which also end redo.
    /// - Returns: whether it can be undone or redone again.
    @discardableResult
    private func putBack(_ entry: Entry, _ direction: Direction, _ generation: Int) -> Bool {
        switch direction {
        case .undo: done.insert(entry, at: done.firstIndex { $0.id > entry.id } ?? done.count)
        case .redo:
            guard generation == self.generation else { return false }
            undone.append(entry)
        }
        return true
    }

    private struct Outcome {
        var inverses: [LibraryEdit] = []
        var skipped = 0
        var failed: [LibraryEdit] = []
        var failure: AnnotationFailure?
    }

    /// Applies the edits, each in a transaction of its own.
    /// - Parameter items: those whose stars change as well.
    private func apply(_ edits: [LibraryEdit], _ items: [ItemID: Item]) async -> Outcome {
        var outcome = Outcome()
        for edit in edits {
            let changes = favorites?.begin(edit, edit.itemsWithStar.compactMap { items[$0] }) ?? []
            writer.add { library throws(AnnotationFailure) in
                try await library.apply(edit, sending: changes, if: .unchanged)
            } done: { [self] result in
                favorites?.ended(edit, changes, result)
                switch result {
                case .success(let applied):
                    outcome.skipped += applied.skipped
                    if let inverse = applied.inverse { outcome.inverses.insert(inverse, at: 0) }
                case .failure(let failure):
                    outcome.failed.append(edit)
                    outcome.failure = failure
                }
            }
        }
        await writer.settled()
        return outcome
    }
}

/// How edits change the favorites that the screen shows, and their stars on the server.
@MainActor struct FavoriteEdits {
    /// The signed-in account; nil while signed out.
    var account: () -> OutboxAccount?
    /// Called before an edit is queued, with the items whose stars change. Returns the changes for the server.
    var begin: (LibraryEdit, [Item]) -> [OutboxChange]
    /// Called when both are on disk, or have failed.
    var ended: (LibraryEdit, [OutboxChange], Result<AppliedEdit, AnnotationFailure>) -> Void
    /// Sends the removals of stars that wait until they can no longer be undone.
    var releaseStars: () -> Void
}
