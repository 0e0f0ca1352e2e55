import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The catalogs of Wikimedia Commons with scripted responses.
struct CommonsFixture {
    let transport: ScriptedTransport
    let photos: CommonsPhotoCatalog
    let gifs: CommonsGifCatalog
    let clock = SteppingClock()

    init(_ steps: [ScriptedTransport.Step] = []) {
        transport = ScriptedTransport(steps)
        let client = CommonsClient(
            server: CommonsServer.own, transport: transport, time: clock.source, language: "zh_CN")
        (photos, gifs) = (CommonsPhotoCatalog(client), CommonsGifCatalog(client))
    }

    /// The parameters of the requests, in order.
    var parameters: [[String: String]] {
        transport.requests.map { request in
            let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
            return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        }
    }

    func search(
        _ text: String = "owl", sort: ItemOrder = .bestMatch, size: Int = 50,
        after cursor: BatchCursor? = nil
    ) async throws(CatalogFailure) -> ResultBatch {
        try await photos.search(SearchQuery(text: text, sort: sort, batchSize: size), after: cursor)
    }

    func failure() async -> CatalogFailure? {
        do throws(CatalogFailure) {
            _ = try await search()
            return nil
        } catch {
            return error
        }
    }

    /// - Parameter more: members of the image.
    static func page(
        _ id: Int, index: Int, hasImage: Bool = true, width: Int = 2_000, height: Int = 1_000, _ more: String = ""
    ) -> String {
        let image =
            #","imageinfo":[{"url":"https://upload.wikimedia.org/\#(id).jpg","width":\#(width),"height":\#(height),"#
            + #""size":9,"thumburl":"https://thumb.wikimedia.org/330px-\#(id).jpg","thumbwidth":330\#(more)}]"#
        return #"{"pageid":\#(id),"ns":6,"title":"File:Owl \#(id).jpg","index":\#(index)\#(hasImage ? image : "")}"#
    }

    static func batch(_ pages: [String], more: String? = nil, isComplete: Bool = true, total: Int = 99)
        -> ScriptedTransport.Step
    {
        .json(
            (isComplete ? #"{"batchcomplete":true,"# : "{") + (more.map { #""continue":\#($0),"# } ?? "")
                + #""query":{"searchinfo":{"totalhits":\#(total)},"pages":[\#(pages.joined(separator: ","))]}}"#)
    }

    static func item(_ id: String = "42") -> Item {
        Item(id: ItemID(catalog: .photos, host: CommonsServer.own.host, id: id), facts: Photo(title: "old"))
    }
}
