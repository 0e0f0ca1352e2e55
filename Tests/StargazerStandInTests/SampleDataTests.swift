import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct SampleDataTests {
    private let catalog = SampleCatalog(reference: StandInClient.start)

    @Test func `the sample data has enough of everything`() {
        let owners = ["odd-samples"] + BadPicture.allCases.map(\.rawValue)
        let wellKnown = catalog.known.filter { !owners.contains($0.owner) && !$0.topics.contains("odd") }
        #expect(wellKnown.count >= 120)
        #expect(Set(wellKnown.compactMap(\.language)).count >= 20)
        #expect(Set(catalog.known.map(\.id)).count == catalog.known.count)
        #expect(Set(catalog.known.map { $0.fullName.lowercased() }).count == catalog.known.count)
        #expect(wellKnown.allSatisfy { $0.summary != nil && $0.stars > 0 && $0.created > 1_100_000_000 })
    }

    @Test(arguments: ["swift", "python", "linux", "editor", "rust", "game", "web"])
    func `a broad query finds far more than the limit`(word: String) throws {
        #expect(try StandInClient().search(word).total_count > 2_500)
    }

    @Test func `every odd repository exists`() throws {
        func one(_ name: String) throws -> SampleRepository {
            try #require(catalog.repository(fullName: "odd-samples/\(name)"))
        }
        #expect(try one("no-description").summary == nil)
        #expect(try one("no-license").license == nil)
        #expect(try one("no-stars-yet").stars == 0)
        #expect(try one("no-language").language == nil)
        #expect(try one("no-language").homepage == nil)
        #expect(try one("no-license").homepage == "")
        #expect(catalog.known.contains { $0.name.count == 100 })
        let texts = catalog.known.compactMap(\.summary).joined()
        for text in ["星空", "天体", "별자리", "النجوم", "כוכבים", ":rocket:", "<a href='x'>", "&", "\u{202E}", "\u{07}"] {
            #expect(texts.contains(text), "\(text)")
        }
        let license = StandInClient().get("/repos/odd-samples/unknown-license").object["license"] as? [String: Any]
        #expect(license?["spdx_id"] as? String == "NOASSERTION")
        let homepages = Set(catalog.known.compactMap { $0.homepage?.prefix { $0 != ":" } })
        #expect(homepages.isSuperset(of: ["javascript", "ssh", "file", "https"]))
    }

    @Test func `control characters survive the JSON`() throws {
        let expected = try #require(catalog.repository(fullName: "odd-samples/control-characters")?.summary)
        let object = StandInClient().get("/repos/odd-samples/control-characters").object
        #expect(object["description"] as? String == expected)
    }

    @Test func `generated repositories are the same every time and differ from each other`() {
        let again = SampleCatalog(reference: StandInClient.start)
        let ids = catalog.generated.ids
        let names = ids.compactMap { catalog.generated[$0]?.materialized.fullName }
        #expect(Set(names).count == ids.count)
        for id in stride(from: 0, to: ids.count, by: 997).map({ ids[$0] }) {
            #expect(catalog.repository(id: id)?.fullName == again.repository(id: id)?.fullName)
            #expect(catalog.repository(id: id)?.summary == again.repository(id: id)?.summary)
        }
    }

    @Test func `a generated repository is found by the words of its own text only`() throws {
        for id in stride(from: 0, to: catalog.generated.ids.count, by: 1_213).map({ catalog.generated.ids[$0] }) {
            let repository = try #require(catalog.generated[id])
            for word in "driver plain tests course data".split(separator: " ").map(String.init) {
                let text = "\(repository.name) \(repository.topics) \(repository.summary ?? "")".lowercased()
                let term = SearchTerm(word, isNegated: false)
                #expect((repository.relevance(of: term, in: .all) != nil) == text.contains(word), "\(word) in \(text)")
            }
        }
    }
}
