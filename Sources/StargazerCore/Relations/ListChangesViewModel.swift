import Foundation
public import Observation
public import StargazerLibrary

/// Finds the new and the lost members of a list since it was last loaded completely.
/// The list is only loaded when the user presses the button; the library then saves it for the next time.
@MainActor @Observable public final class ListChangesViewModel {
    public enum Phase: Equatable, Sendable {
        /// The library is loading the last snapshot.
        case reading
        /// - Parameter last: nil when the list was never loaded.
        case ready(last: ListSnapshotSummary?)
        case unfinished(CompleteListProgress)
        case shown(ListChangesContent)
    }

    public private(set) var phase = Phase.reading
    @ObservationIgnored public let kind: RelationKind
    /// The item that the list belongs to.
    @ObservationIgnored public let origin: Item
    /// The requests that loading needs; nil when unknown.
    public var requests: NumberContent? { list.requests }

    /// The most new and the most lost members to show. All are counted.
    static let maxShown = 200

    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let list: CompleteLists
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
        list = CompleteLists(kind, of: origin, catalogs: catalogs, flags: flags, formats: formats)
        list.changed = { [weak self] in self?.listChanged() }
        reading = Task { [weak self, favoritesModel] in
            // Without an open library there is nothing to compare with.
            for await library in Observations({ favoritesModel.library }) where library != nil {
                // Until it is known, a new list would be saved over it.
                let read = await favoritesModel.read { library throws(LibraryFailure) in
                    try await library.listSnapshot(kind, of: origin.id)
                }
                guard let snapshot = read else { continue }
                self?.found(snapshot)
                return
            }
        }
    }

    isolated deinit { reading?.cancel() }

    public func item(for id: ItemID) -> Item? { items[id] }

    /// Loads the whole list and compares it with the last snapshot.
    public func load() {
        if case .reading = phase { return }
        list.loadAll { [weak self] in self?.compare() }
    }

    /// Cancels loading. The last snapshot stays.
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
        case .unfinished(let progress): phase = .unfinished(progress)
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

/// When a list was last loaded completely, and its length.
public struct ListSnapshotSummary: Equatable, Sendable {
    public let day: String
    public let count: NumberContent
}

public struct ListChangesContent: Equatable, Sendable {
    public struct Part: Equatable, Sendable {
        public let count: NumberContent
        /// The first of the members.
        public let rows: [ItemContent]
    }

    /// Nil when the list was never loaded before; then no member is new.
    public let last: ListSnapshotSummary?
    /// The current number of members.
    public let total: NumberContent
    public let new: Part
    public let left: Part
}
