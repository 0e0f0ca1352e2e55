import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Replays recorded GIPHY and Flickr responses through their catalogs.
struct RecordedMediaTests {
    /// The expected result of an exchange, read off the recording by hand.
    enum Expected: Equatable, Sendable {
        case list(total: Int?, count: Int, hasMore: Bool, first: String, title: String, by: String?)
        case gif(id: String, title: String, by: String?)
        /// A key is accepted, or the catalog does not read the response.
        case fine
        case failure(CatalogFailure)
    }

    @Test(.enabled(if: Recordings.folder("giphy") != nil, "no recorded exchanges here"))
    func `each recorded GIPHY response gives the expected result`() async throws {
        let folder = try #require(Recordings.folder("giphy"))
        let exchanges = try Recordings.exchanges(in: folder)
        for exchange in exchanges {
            let outcome = await giphy(exchange, try exchange.step(in: folder))
            if let expected = Self.giphy[exchange.id] {
                #expect(outcome == expected, Comment(rawValue: exchange.id))
            } else if exchange.status == 200 {
                if case .failure(let failure) = outcome { Issue.record("\(exchange.id) came to \(failure)") }
            }
        }
        Recordings.log(
            "recorded exchanges of GIPHY: \(exchanges.count) read, \(Self.giphy.count) held against the table")
    }

    @Test(.enabled(if: Recordings.folder("flickr") != nil, "no recorded exchanges here"))
    func `each recorded Flickr response gives the expected result`() async throws {
        let folder = try #require(Recordings.folder("flickr"))
        let exchanges = try Recordings.exchanges(in: folder).filter { !$0.kind.hasPrefix("reflection") }
        for exchange in exchanges {
            let outcome = await flickr(exchange, try exchange.step(in: folder))
            let expected = try #require(Self.flickr[exchange.id], "\(exchange.id) is not known: \(outcome)")
            #expect(outcome == expected, Comment(rawValue: exchange.id))
        }
        Recordings.log("recorded exchanges of Flickr: \(exchanges.count) held against the table")
    }

    @Test(
        .enabled(if: Recordings.folder("giphy") != nil && Recordings.folder("flickr") != nil, "no recorded exchanges"))
    func `a mutated body fails`() async throws {
        var mutants = 0
        for (name, keys) in [("giphy", ["data", "id"]), ("flickr", ["photos", "photo", "id", "owner"])] {
            let folder = try #require(Recordings.folder(name))
            for exchange in try Recordings.exchanges(in: folder) where exchange.isList {
                let body = String(decoding: try exchange.body(in: folder), as: UTF8.self)
                var bodies = keys.compactMap { key in
                    body.contains("\"\(key)\":") ? body.replacing("\"\(key)\":", with: "\"mutated\":") : nil
                }
                bodies += [String(body.prefix(body.count / 2)), "<html></html>", ""]
                for mutant in bodies {
                    let step = ScriptedTransport.Step.json(mutant)
                    let outcome = name == "giphy" ? await giphy(exchange, step) : await flickr(exchange, step)
                    guard case .failure(.unreadable) = outcome else {
                        Issue.record("\(exchange.id): a mutated body was read: \(mutant.prefix(120))")
                        continue
                    }
                    mutants += 1
                }
            }
        }
        #expect(mutants > 20)
    }

    // MARK: Replay

    private func giphy(_ exchange: RecordedExchange, _ step: ScriptedTransport.Step) async -> Expected {
        let fixture = GiphyFixture([step])
        do throws(CatalogFailure) {
            switch exchange.kind {
            case "gif-by-id", "gifs-random":
                let id = exchange.kind == "gif-by-id" ? "l0HlyLQsbvhciAuKA" : "l378fBdMK6KSJEkGQ"
                let item = Item(id: ItemID(catalog: .gifs, host: "api.giphy.com", id: id), facts: Gif(title: ""))
                let gif = try await fixture.catalog.details(of: item).item
                return .gif(id: gif.id.id, title: gif.title, by: gif.gif?.author)
            case "trending-searches", "channels-search":
                try await fixture.catalog.check(Secret("k3y"))
                return .fine
            default: return Self.list(try await fixture.search())
            }
        } catch {
            return .failure(error)
        }
    }

    private func flickr(_ exchange: RecordedExchange, _ step: ScriptedTransport.Step) async -> Expected {
        let fixture = FlickrFixture([step])
        do throws(CatalogFailure) {
            switch exchange.kind {
            case "interestingness-getList", "photos-getRecent": return Self.list(try await fixture.search(""))
            case "people-getPublicPhotos":
                let item = Item(
                    id: ItemID(catalog: .photos, host: "api.flickr.com", id: "1"),
                    facts: Photo(title: "", ownerID: "78733179@N04"))
                return Self.list(
                    try await PhotoRelations(catalog: fixture.catalog).items(.sameAuthor, of: item, after: nil))
            case "fail-100-invalid-key", "oauth-problem-400", "tags-getHotList", "fail-112-unknown-method":
                try await fixture.catalog.check(Secret("k3y"))
                return .fine
            default: return Self.list(try await fixture.search("x"))
            }
        } catch {
            return .failure(error)
        }
    }

    private static func list(_ batch: ResultBatch) -> Expected {
        var hasMore = false
        if case .more = batch.end { hasMore = true }
        let first = batch.items.first
        return .list(
            total: batch.total, count: batch.items.count, hasMore: hasMore, first: first?.id.id ?? "",
            title: first?.title ?? "", by: first?.gif?.author ?? first?.photo?.owner)
    }

    private static let giphy: [String: Expected] = [
        "giphy-o-01": .list(
            total: 5, count: 5, hasMore: false, first: "l0IylOPCNkiqOgMyA", title: "Always Sunny Fx GIF", by: nil),
        "giphy-o-02": .gif(
            id: "l0HlyLQsbvhciAuKA", title: "summer surf GIF by haydiroket (Mert Keskin)",
            by: "haydiroket (Mert Keskin)"),
        "giphy-o-03": .fine, "giphy-o-04": .fine,
        "giphy-o-05": .list(
            total: 94_737, count: 1, hasMore: true, first: "l49JIgBhX4X6hyCGY", title: "cary elwes water GIF by ADWEEK",
            by: "ADWEEK"),
        "giphy-o-06": .gif(id: "l378fBdMK6KSJEkGQ", title: "drunk bbc two GIF by BBC", by: "BBC"),
        "giphy-o-07": .list(
            total: 879, count: 25, hasMore: true, first: "98uBZTzlXMhkk", title: "vs retaliate GIF", by: nil),
        "giphy-o-08": .failure(.unauthorized),
        "giphy-o-09": .failure(.throttled(until: SteppingClock().now.addingTimeInterval(60))),
        "giphy-o-10": .failure(.notAllowed(needs: nil)), "giphy-o-11": .failure(.unauthorized),
        "giphy-o-12": .failure(.throttled(until: SteppingClock().now.addingTimeInterval(60))),
    ]

    private static let flickr: [String: Expected] = [
        "flickr-o-01": .list(
            total: 2, count: 2, hasMore: false, first: "10115956703", title: "Jon Snow", by: "@janko-m"),
        "flickr-o-02": .list(total: 1, count: 1, hasMore: false, first: "8130464513", title: "Hana", by: nil),
        "flickr-o-03": .list(
            total: 1, count: 1, hasMore: false, first: "7093038981", title: "5 meter backflip", by: nil),
        "flickr-o-04": .list(
            total: 500, count: 94, hasMore: true, first: "10671336894", title: "Autumn Bracken Ashridge Nov 2013",
            by: nil),
        "flickr-o-05": .list(total: 1_000, count: 100, hasMore: true, first: "10100914094", title: "Abc", by: nil),
        "flickr-o-06": .list(total: 2, count: 2, hasMore: false, first: "10100895983", title: "photo", by: nil),
        "flickr-o-07": .failure(.unauthorized), "flickr-o-08": .failure(.unauthorized),
        "flickr-o-09": .failure(.unreadable(code: "photos-markup")), "flickr-o-10": .failure(.server(status: 201)),
        "flickr-o-11": .list(
            total: 112_301, count: 5, hasMore: true, first: "53624890009", title: "Andrea  Modelo  Model", by: nil),
        "flickr-o-12": .fine, "flickr-o-16": .failure(.unexpected(code: "photos-112")),
    ]
}

extension RecordedExchange {
    /// Whether the body is a list of pictures, in JSON.
    fileprivate var isList: Bool {
        status == 200
            && [
                "gifs-search", "gifs-trending", "gifs-by-ids", "photos-search", "interestingness-getList",
                "people-getPublicPhotos",
            ].contains(kind)
    }
}
