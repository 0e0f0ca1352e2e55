import Foundation
import StargazerCore

/// The search for files of one kind, which the catalogs of Wikimedia Commons share.
struct CommonsFiles: Sendable {
    let client: CommonsClient
    let kind: CommonsSearchText.Files
    let profile: CatalogProfile

    /// The most batches that are skipped because all their files are left out.
    private static let maxSkipped = 3

    func problems(in text: String) -> [QueryProblem] {
        profile.query.problems(in: text) + (isTooLong(text) ? [.commonsSearchTooLong] : [])
    }

    private func isTooLong(_ text: String) -> Bool { searchText(text).unicodeScalars.count > CommonsSearchText.longest }

    private func searchText(_ text: String) -> String {
        CommonsSearchText.text(text, of: kind, rules: profile.query)
    }

    /// - Parameter facts: returns nil for files to leave out.
    func search(
        _ query: SearchQuery, after cursor: BatchCursor?, facts: (CommonsFile) -> (any ItemFacts)?
    ) async throws(CatalogFailure) -> ResultBatch {
        guard !isTooLong(query.text) else { throw .badQuery(.commonsSearchTooLong) }
        let isTrending = query.text.allSatisfy(\.isWhitespace)
        var cursor = cursor
        var skipped = 0
        while true {
            let batch = try await client.search(
                searchText(query.text), order: isTrending ? "create_timestamp_desc" : Self.order(query.sort),
                width: .small, withMetadata: kind == .gifs, count: query.batchSize, after: cursor)
            let items = batch.pages.compactMap { item($0, facts: facts) }
            if items.isEmpty, case .more(let next) = batch.end, skipped < Self.maxSkipped {
                cursor = next
                skipped += 1
                continue
            }
            return ResultBatch(items: items, total: batch.total, end: batch.end)
        }
    }

    /// Returns the photo of the day; nil when there is none. It is optional, so failures are silent.
    func pictureOfTheDay() async -> Item? {
        do throws(CatalogFailure) {
            return try await client.pictureOfTheDay(client.now, width: .small).flatMap { item($0) { Photo($0) } }
        } catch {
            return nil
        }
    }

    private func item(_ page: CommonsPage, facts: (CommonsFile) -> (any ItemFacts)?) -> Item? {
        guard let file = CommonsFile(page, width: .small), let facts = facts(file) else { return nil }
        return Item(id: ItemID(catalog: profile.kind, host: profile.host, id: file.id), facts: facts)
    }

    func file(_ id: ItemID, width: CommonsClient.ThumbnailWidth) async throws(CatalogFailure) -> CommonsFile {
        guard let number = Int(id.id), number > 0, String(number) == id.id else { throw .gone }
        let page = try await client.file(number, width: width, withMetadata: kind == .gifs)
        guard let file = CommonsFile(page, width: width) else { throw .unreadable(code: "file") }
        return file
    }

    private static func order(_ sort: StargazerCore.SortOrder) -> String {
        switch sort.key {
        case .posted, .imported: sort.direction == .ascending ? "create_timestamp_asc" : "create_timestamp_desc"
        default: "relevance"
        }
    }
}
