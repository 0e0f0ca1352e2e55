import Foundation
import StargazerCore
@testable import StargazerLibrary
import StargazerStandIn
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// Responses of GIPHY, Flickr and Wikimedia Commons that should not exist, from their bytes to the text shown and stored.
struct HostileMediaTests {
    private static let addresses = [
        "/v1/gifs/search?q=golden&limit=2", "/v1/gifs/trending?limit=1",
        "/services/rest/?method=flickr.photos.search&text=golden&per_page=2&format=json&extras=" + extras,
        commons + "&gsrsearch=golden%20filetype:bitmap",
        commons + "%7Cmetadata&gsrsearch=golden%20filetype:bitmap%20filemime:gif",
    ]
    private static let commons =
        "/w/api.php?action=query&format=json&generator=search&gsrnamespace=6&gsrlimit=2&iiurlwidth=330"
        + "&iiprop=url%7Cextmetadata"
    private static let extras =
        "description,license,date_upload,date_taken,owner_name,tags,views,path_alias,url_n,url_z,url_l"

    /// Returns one response to every request.
    private final class CorruptingTransport: HTTPTransport {
        private let mutation: Mutex<Mutation>
        private let sample: ResponseSample

        init(_ sample: ResponseSample, _ random: FuzzRandom) {
            mutation = Mutex(Mutation(random: random))
            self.sample = sample
        }

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            mutation.withLock { $0.response(sample, to: request.url) }
        }
    }

    private func sample(_ target: String) -> ResponseSample {
        let options = StandInOptions(
            baseURL: URL(string: "https://media.invalid") ?? URL(filePath: "/"), now: { ResponseSamples.now })
        let answer = StandInServices(options: options).response(
            to: StandInRequest(target: target + "&api_key=k3y", headers: ["User-Agent": "test (https://test.invalid)"]))
        return ResponseSample(
            status: answer.status, headers: Dictionary(answer.headers.map { ($0.name, $0.value) }) { $1 },
            body: answer.body)
    }

    private func catalog(_ which: Int, _ transport: any HTTPTransport, _ time: TimeSource) -> any Catalog {
        let commons = CommonsClient(server: CommonsServer.own, transport: transport, time: time, language: "en")
        return switch which {
        case 0, 1:
            GiphyCatalog(
                GiphyServer.own, GiphyServer.key(for: GiphyServer.own, secret: Secret("k3y")), transport, time)
        case 2:
            FlickrCatalog(
                FlickrServer.own, FlickrServer.key(for: FlickrServer.own, secret: Secret("k3y")), transport, time)
        case 3: CommonsPhotoCatalog(commons)
        default: CommonsGifCatalog(commons)
        }
    }

    @Test(arguments: 0..<5) func `no response traps or exceeds its limits`(which: Int) async throws {
        let sample = sample(Self.addresses[which])
        #expect(sample.status == 200)
        var (values, failures) = (0, 0)
        let seed = FuzzRun().seed
        for number in 0..<1_500 {
            let random = FuzzRandom(seed: seed, number: number)
            var invariants = ContentInvariants()
            let clock = SteppingClock(ResponseSamples.now)
            let transport = CorruptingTransport(sample, random)
            let catalog = catalog(which, transport, clock.source)
            let query = SearchQuery(text: "golden")
            do throws(CatalogFailure) {
                let batch = try await catalog.search(query, after: nil)
                invariants.check(batch, of: query)
                values += 1
            } catch {
                invariants.check(error, now: clock.now)
                failures += 1
            }
            for problem in invariants.violations.prefix(3) {
                Issue.record("seed \(seed), answer \(number) of \(Self.addresses[which]): \(problem)")
            }
            if !invariants.violations.isEmpty { break }
            if number % 100 == 0 { await Task.yield() }
        }
        #expect(values > 100 && failures > 100)
    }
}
