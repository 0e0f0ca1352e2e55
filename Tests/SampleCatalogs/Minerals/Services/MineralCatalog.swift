import Foundation
import StargazerCore
import StargazerLibrary
import StargazerServices

/// Minerals, from a server that requires a key.
struct MineralCatalog: Catalog {
    static let host = "minerals.invalid"
    /// The most results that the server returns for one search.
    static let resultLimit = 10

    let profile = CatalogProfile(
        kind: .minerals, host: host, service: "Mineral Cabinet", shape: .cells,
        sorts: [.bestMatch, .hardness, .described], favoriteSorts: [.hardness], batchSizes: 2...10,
        resultLimit: resultLimit)
    let codec: any ItemCodec = MineralCodec()
    let key: ServiceAPIKey?
    let transport: any HTTPTransport
    let time: TimeSource

    var relations: (any Relations)? { MineralRelations(catalog: self) }

    func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
        try await list(
            "minerals",
            [
                "q": query.text, "sort": query.sort.key.rawValue, "direction": query.sort.direction.rawValue,
                "count": "\(min(max(query.batchSize, profile.batchSizes.lowerBound), profile.batchSizes.upperBound))",
            ], after: cursor)
    }

    func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == Self.host else { throw .otherServer(host: item.id.host) }
        guard item.facts is Mineral else { throw .unexpected(code: "foreign-item") }
        let payload = try await read(DetailsPayload.self, "minerals/\(item.id.id)")
        return ItemDetails(
            item: self.item(payload.mineral), facts: MineralDetails(system: payload.system, uses: payload.uses))
    }

    func list(
        _ path: String, _ parameters: [String: String], after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        var parameters = parameters
        if let cursor {
            guard let from = Int(cursor.opaque), from > 0 else { throw .unreadable(code: "cursor") }
            parameters["from"] = "\(from)"
        }
        let payload: ListPayload
        do throws(CatalogFailure) {
            payload = try await read(ListPayload.self, path, parameters)
        } catch .gone {
            // A list cannot be gone, unlike an item.
            throw .unexpected(code: "http-404")
        }
        var end = BatchEnd.complete
        if let next = payload.next {
            end = next < Self.resultLimit ? .more(BatchCursor("\(next)")) : .resultLimit(limit: Self.resultLimit)
        }
        return ResultBatch(
            items: payload.minerals.map(item), total: payload.total, isIncomplete: payload.isPartial ?? false, end: end)
    }

    private func item(_ payload: MineralPayload) -> Item {
        Item(id: ItemID(catalog: .minerals, host: Self.host, id: payload.id), facts: payload.entry.mineral)
    }

    private func read<Payload: Decodable>(
        _ type: Payload.Type, _ path: String, _ parameters: [String: String] = [:]
    ) async throws(CatalogFailure) -> Payload {
        guard let key = key?.value else { throw .unauthorized }
        var address = URLComponents()
        (address.scheme, address.host, address.path) = ("https", Self.host, "/" + path)
        address.queryItems = parameters.map { URLQueryItem(name: $0.key, value: $0.value) }
        guard let url = address.url else { throw .unexpected(code: "address") }
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await transport.send(HTTPRequest(url: url, headers: ["X-Key": key.revealed]))
        } catch {
            throw CatalogFailure(error)
        }
        if let failure = MineralErrorResponse.failure(response, now: time.now()) { throw failure }
        do { return try JSONDecoder().decode(type, from: response.body) } catch { throw .unreadable(code: "json") }
    }
}

/// The minerals from the same place, and all others.
struct MineralRelations: Relations {
    let catalog: MineralCatalog

    func kinds(of item: Item) -> [RelationKind] {
        guard item.id.host == MineralCatalog.host, let mineral = item.facts as? Mineral else { return [] }
        return mineral.place.isEmpty ? [.others] : [.samePlace, .others]
    }

    func items(
        _ kind: RelationKind, of item: Item, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        guard kinds(of: item).contains(kind), let mineral = item.facts as? Mineral else {
            throw .unexpected(code: "relation")
        }
        var batch =
            kind == .others
            ? try await catalog.list("minerals", [:], after: cursor)
            : try await catalog.list("places", ["name": mineral.place], after: cursor)
        batch.items.removeAll { $0.id == item.id }
        batch.total = batch.total.map { max(0, $0 - 1) }
        return batch
    }
}
