import Foundation
public import Observation

/// Who is new in a list and who has left it since it was last looked at as a whole. Nothing is asked of the server before
/// a button says so; what was seen is kept in the library for the next time.
@MainActor @Observable public final class ListChangesViewModel {
    public enum Phase: Equatable, Sendable {
        /// The library is asked what was seen.
        case reading
        /// - Parameter last: nil when it was never looked at.
        case ready(last: ListSnapshotSummary?)
        case loading(loaded: NumberContent, about: NumberContent?)
        case shown(ListChangesContent)
        case tooManyRequests(needed: NumberContent, left: NumberContent)
        case failed(FailureContent)
    }

    public private(set) var phase = Phase.reading
    @ObservationIgnored public let kind: RelationKind
    /// What the list is of.
    @ObservationIgnored public let origin: Item
    /// How many requests looking takes; nil when nobody can tell.
    public var requests: NumberContent? { list.requests }

    /// More of either than this are counted, but not shown.
    static let maxShown = 200

    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let list: CompleteList
    @ObservationIgnored private var snapshot: ListSnapshot?
    @ObservationIgnored private var items: [ItemID: Item] = [:]
    @ObservationIgnored private var reading: Task<Void, Never>?

    init(
        _ kind: RelationKind, of origin: Item, catalogs: Catalogs, flags: ItemFlagSource, time: TimeSource,
        formats: Formats
    ) {
        self.kind = kind
        self.origin = origin
        self.formats = formats
        self.time = time
        favoritesModel = flags.favoritesModel
        list = CompleteList(kind, of: origin, catalogs: catalogs, flags: flags, formats: formats)
        list.changed = { [weak self] in self?.listChanged() }
        reading = Task { [weak self, favoritesModel] in
            // Until the library is open there is nothing to compare with.
            for await library in Observations({ favoritesModel.library }) {
                guard let library else { continue }
                let snapshot = try? await library.listSnapshot(kind, of: origin.id)
                guard !Task.isCancelled else { return }
                self?.found(snapshot)
                return
            }
        }
    }

    isolated deinit { reading?.cancel() }

    /// Somebody of the lists that show.
    public func item(for id: ItemID) -> Item? { items[id] }

    /// Asks for the whole list, and compares.
    public func load() {
        if case .reading = phase { return }
        list.loadAll { [weak self] in self?.compare() }
    }

    /// Breaks off; what was known before stays known.
    public func cancel() { list.cancel() }

    private func found(_ snapshot: ListSnapshot?) {
        self.snapshot = snapshot
        phase = .ready(last: lastVisit)
    }

    private var lastVisit: ListSnapshotSummary? {
        snapshot.map {
            ListSnapshotSummary(
                day: formats.absolute($0.seenAt), count: NumberContent($0.items.count, formats: formats))
        }
    }

    private func listChanged() {
        switch list.phase {
        case .loading(let loaded, let about): phase = .loading(loaded: loaded, about: about)
        case .tooManyRequests(let needed, let left): phase = .tooManyRequests(needed: needed, left: left)
        case .failed(let failure): phase = .failed(failure)
        case .idle: phase = .ready(last: lastVisit)
        case .complete: break
        }
    }

    private func compare() {
        let now = time.now()
        let (before, after) = (snapshot?.items ?? [], list.items)
        let (old, current) = (Set(before.map(\.id)), Set(after.map(\.id)))
        let new = snapshot == nil ? [] : after.filter { !old.contains($0.id) }
        let left = before.filter { !current.contains($0.id) }
        items = Dictionary((new + left).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        phase = .shown(
            ListChangesContent(
                last: lastVisit, total: NumberContent(after.count, formats: formats), new: part(new, now),
                left: part(left, now)))
        let seen = ListSnapshot(items: after, seenAt: now)
        snapshot = seen
        favoritesModel.saveSnapshot(seen, as: kind, of: origin.id)
    }

    private func part(_ items: [Item], _ now: Date) -> ListChangesContent.Part {
        ListChangesContent.Part(
            count: NumberContent(items.count, formats: formats),
            rows: items.prefix(Self.maxShown).map { ItemContent($0, formats: formats, now: now) })
    }
}

/// When a list was looked at as a whole, and how long it was.
public struct ListSnapshotSummary: Equatable, Sendable {
    public let day: String
    public let count: NumberContent
}

/// What became of a list since it was last looked at.
public struct ListChangesContent: Equatable, Sendable {
    public struct Part: Equatable, Sendable {
        public let count: NumberContent
        /// The first of them.
        public let rows: [ItemContent]
    }

    /// Nil when it was never looked at before: then nobody is new.
    public let last: ListSnapshotSummary?
    /// How many there are now.
    public let total: NumberContent
    public let new: Part
    public let left: Part
}
