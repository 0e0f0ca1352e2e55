import Foundation
@testable import StargazerLibrary
import TestSupport

@testable import StargazerCore
@testable import StargazerServices

/// A star list with a batch for each number, the item of the same number.
private final class NumberedList: StarLists {
    let host = "test"
    let service = "Test"
    private let items: [Int]
    /// Asked about each batch, or about each item that the list lacks.
    private let server: JobServer
    private let isMissing: Bool

    init(_ items: [Int], _ server: JobServer, isMissing: Bool = false) {
        (self.items, self.server, self.isMissing) = (items, server, isMissing)
    }

    func owner(named login: String) async throws(CatalogFailure) -> StarListOwner {
        StarListOwner(login: "ada", number: 1, stars: items.count, requests: items.count)
    }

    func number(of login: String) async throws(CatalogFailure) -> Int64? { 1 }

    func stars(of login: String, after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch {
        let index = cursor.flatMap { Int($0.opaque) } ?? 0
        if !isMissing { try server.answer(about: items[index]) }
        let item = Item.sample(items[index]) { $0.stars = 77 }
        return StarredBatch(
            items: [StarredItem(item: item, starredAt: nil)],
            end: index + 1 < items.count ? .more(BatchCursor("\(index + 1)")) : .complete, position: index + 1)
    }

    func item(_ id: ItemID) async throws(CatalogFailure) -> Item {
        let number = Int(id.id) ?? 0
        try server.answer(about: number)
        return .sample(number) { $0.stars = 77 }
    }
}

extension JobScene {
    /// The favorites as the server has them now.
    fileprivate var read: [Int] {
        library.favorites.filter { ($0.item.facts as? Repository)?.stars == 77 }.compactMap { Int($0.id.id) }
            .filter { $0 < 100 }.sorted()
    }
}

/// Bringing a user's stars.
final class StarListScene: JobScene {
    let stage = JobStage()
    private let lists: NumberedList
    private let owner: StarListOwner
    private var model: StarImportViewModel?

    init(_ items: [Int]) {
        owner = StarListOwner(login: "ada", number: 1, stars: items.count, requests: items.count)
        lists = NumberedList(items, stage.server)
    }

    var phase: BackgroundPhase { model?.job.phase ?? .idle }
    func start() async {
        let isFirst = model == nil
        let stars = StarImportViewModel(
            lists, writer: .attached(to: library), network: network,
            formats: .sample(), time: time.source)
        model = stars
        if isFirst { stars.bring(owner) } else { await stars.resume() }
        // A failure before the first batch leaves nothing to continue.
        if !stars.isRunning { stars.bring(owner) }
    }
    func pause() { model?.job.pause() }
    func resume() { model?.job.resume() }
    func cancel() async { model?.cancel() }
    func ask() async { model?.bring(owner) }
    func done() async -> [Int] { read }
}

/// Comparing a star list that was brought, and asking about what it lacks.
final class StarUpdateScene: JobScene {
    let stage = JobStage()
    private let lists: NumberedList
    private var model: StarListUpdater?
    private var stars: StarImportViewModel?

    /// - Parameter isMissing: whether the list lacks the items, and has one other.
    init(_ items: [Int], isMissing: Bool) async throws {
        lists = NumberedList(isMissing ? [100] : items, stage.server, isMissing: isMissing)
        let library = stage.library
        let list = StarListID(host: lists.host, login: "ada")
        let owner = StarListOwner(login: "ada", number: 1, stars: items.count, requests: 1)
        let batch = { (numbers: [Int]) in
            StarredBatch(items: numbers.map { StarredItem(item: .sample($0), starredAt: nil) }, end: .complete)
        }
        _ = try await library.beginStarList(owner, on: lists.host, StarListWish(keepsInStep: true))
        _ = try await library.bringStars(batch(isMissing ? items + [100] : items), of: list)
        guard isMissing else {
            await stage.time.advance(by: .seconds(8 * 24 * 3_600), sleepers: 0)
            try await library.addNewStars([], of: list, isOwn: false)
            return
        }
        _ = try await library.beginStarList(
            StarListOwner(login: "ada", number: 1, stars: 1, requests: 1), on: lists.host,
            StarListWish(isCompared: true))
        _ = try await library.bringStars(batch([100]), of: list)
        await stage.time.advance(by: .seconds(25 * 3_600), sleepers: 0)
    }

    var phase: BackgroundPhase { model?.job.phase ?? .idle }
    func start() async {
        let writer = LibraryWriter.attached(to: library)
        let stars = StarImportViewModel(
            lists, writer: writer, network: network, formats: .sample(),
            time: time.source)
        self.stars = stars
        model = StarListUpdater(
            lists, stars: stars, writer: writer, network: network, formats: .sample(), time: time.source)
        model?.start()
    }
    func pause() { model?.job.pause() }
    func resume() { model?.job.resume() }
    func cancel() async { model?.cancel() }
    func ask() async { model?.refresh() }
    func done() async -> [Int] { read }
}
