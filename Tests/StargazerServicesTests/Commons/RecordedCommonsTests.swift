import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Replays recorded responses of Wikimedia Commons through its catalogs.
struct RecordedCommonsTests {
    private enum Outcome {
        case list(ResultBatch)
        case details(Item)
        case failure(CatalogFailure)
    }

    @Test(.enabled(if: Recordings.folder("commons") != nil, "no recorded exchanges here"))
    func `each recorded response is read, or fails as its error means`() async throws {
        let folder = try #require(Recordings.folder("commons"))
        var files = 0
        for exchange in try Recordings.exchanges(in: folder) {
            let comment = Comment(rawValue: exchange.id)
            switch try await outcome(of: exchange, in: folder) {
            case .list(let batch):
                files += batch.items.count
                for item in batch.items { check(item, comment) }
                let count = Self.counts[exchange.id] ?? 0
                #expect(batch.items.count == count, comment)
            case .details(let item):
                files += 1
                check(item, comment)
            case .failure(let failure): #expect(Self.failures[exchange.id] == failure, comment)
            }
        }
        #expect(files > 100)
        Recordings.log("recorded exchanges of Wikimedia Commons: \(files) files read")
    }

    private func check(_ item: Item, _ comment: Comment) {
        guard let photo = item.photo else { return #expect(Bool(false), comment) }
        #expect(!photo.title.isEmpty && photo.original != nil, comment)
        for text in [photo.owner, photo.caption, photo.licenseName, photo.takenText] {
            #expect(text?.contains("</") != true && text != "", comment)
        }
    }

    private func outcome(of exchange: RecordedExchange, in folder: URL) async throws -> Outcome {
        let isPart = exchange.kind.hasPrefix("extmetadata-")
        let body = String(decoding: try exchange.body(in: folder), as: UTF8.self)
        let step =
            isPart
            ? ScriptedTransport.Step.json(
                #"{"batchcomplete":true,"query":{"pages":[{"pageid":1,"imageinfo":[\#(withAddress(body))]}]}}"#)
            : try exchange.step(in: folder)
        // A batch in several parts ends after the first one here.
        let fixture = CommonsFixture([step] + Array(repeating: .json(#"{"batchcomplete":true}"#), count: 2))
        do throws(CatalogFailure) {
            guard let id = Self.ids[exchange.id] else { return .list(try await fixture.search()) }
            return .details(try await fixture.photos.details(of: CommonsFixture.item(id)).item)
        } catch {
            return .failure(error)
        }
    }

    /// The recorded parts lack the address of the file.
    private func withAddress(_ image: String) -> String {
        image.contains("\"url\"")
            ? image : image.replacing(/^\s*\{/, with: #"{"url":"https://upload.wikimedia.org/1.jpg","#)
    }

    /// The pages of single files.
    private static let ids = ["commons-o-02": "9809267", "commons-o-03": "9809267"]
    /// The files in lists: pages of the wiki with an address of a file.
    private static let counts = [
        "commons-o-01": 40, "commons-o-07": 6, "commons-o-08": 9, "commons-o-11": 28, "commons-o-12": 50,
        "commons-o-13": 1, "commons-o-14": 1, "commons-o-15": 1, "commons-o-16": 1, "commons-o-17": 1,
        "commons-o-18": 1, "commons-o-25": 1, "commons-o-26": 1, "commons-o-27": 1, "commons-o-29": 1,
        "commons-o-30": 1,
    ]
    private static let failures: [String: CatalogFailure] = [
        "commons-o-24": .unexpected(code: "files-unknown_action"),
        "commons-o-31": .throttled(until: SteppingClock().now.addingTimeInterval(10)),
    ]
}
