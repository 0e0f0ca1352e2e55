import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct SampleDataTests {
    private let catalog = SampleCatalog(reference: StandInClient.start)
    private let oddCatalog = SampleCatalog(reference: StandInClient.start, hasOddItems: true)

    @Test func `the sample data has enough of everything`() {
        let known = oddCatalog.listed
        #expect(catalog.listed.count >= 120)
        #expect(Set(catalog.listed.compactMap(\.language)).count >= 20)
        #expect(Set(known.map(\.id)).count == known.count)
        #expect(Set(known.map { $0.fullName.lowercased() }).count == known.count)
        #expect(catalog.listed.allSatisfy { $0.summary != nil && $0.stars > 0 && $0.created > 1_100_000_000 })
    }

    @Test func `sample data without odd items is believable`() {
        let repositories = catalog.listed
        #expect(repositories.allSatisfy { $0.stars < 500_000 && $0.topics.count < 10 })
        #expect(repositories.allSatisfy { $0.homepage.map { $0.isEmpty || $0.hasPrefix("https://") } ?? true })
        let people = catalog.people.written
        #expect(people.allSatisfy { !$0.isGone && $0.followers < 100_000 })
        let pictures = SamplePictures(reference: 0, hasOddItems: false).all
        #expect(pictures.allSatisfy { $0.tags.count < 10 && $0.title.count < 60 })
        var texts: [String?] = repositories.flatMap { [$0.fullName, $0.summary] + $0.topics }
        texts += people.flatMap { [$0.login, $0.name, $0.company, $0.location, $0.blog, $0.bio] }
        texts += pictures.flatMap { [$0.title, $0.caption] + $0.tags }
        for text in texts.compactMap(\.self) {
            #expect(!text.contains("<") && text.count <= 100, "\(text)")
            let hidden = text.unicodeScalars.map(\.properties.generalCategory).filter {
                $0 == .control || $0 == .format
            }
            #expect(hidden.isEmpty, "\(text)")
        }
    }

    @Test(arguments: ["markdown editor", "music player", "terminal"])
    func `a search for an application finds ten repositories with many stars`(query: String) throws {
        let best = try StandInClient().search(query).items.prefix(10)
        #expect(best.count == 10)
        #expect(best.allSatisfy { $0.stargazers_count > 500 && $0.description != nil && !$0.topics.isEmpty })
    }

    @Test(arguments: [
        ("paperkite/quillmark", "Live preview"), ("tinfoil-works/tonearm", "Gapless playback"),
        ("mosswood/bracken", "scrollback"),
    ])
    func `the README of an application lists its features`(fullName: String, feature: String) throws {
        let repository = try #require(catalog.repository(fullName: fullName))
        let text = try #require(SampleReadme(of: repository).text)
        let summary = try #require(repository.summary)
        #expect(text.contains(feature) && text.contains(summary))
    }

    @Test(arguments: ["swift", "python", "linux", "editor", "rust", "game", "web"])
    func `a broad query finds far more than the limit`(word: String) throws {
        #expect(try StandInClient().search(word).total_count > 2_500)
    }

    @Test func `every odd repository exists`() throws {
        func one(_ name: String) throws -> SampleRepository {
            try #require(oddCatalog.repository(fullName: "odd-samples/\(name)"))
        }
        #expect(try one("no-description").summary == nil)
        #expect(try one("no-license").license == nil)
        #expect(try one("no-stars-yet").stars == 0)
        #expect(try one("no-language").language == nil)
        #expect(try one("no-language").homepage == nil)
        #expect(try one("no-license").homepage == "")
        #expect(oddCatalog.listed.contains { $0.name.count == 100 })
        let texts = oddCatalog.listed.compactMap(\.summary).joined()
        for text in ["星空", "天体", "별자리", "النجوم", "כוכבים", ":rocket:", "<a href='x'>", "&", "\u{202E}", "\u{07}"] {
            #expect(texts.contains(text), "\(text)")
        }
        let license = StandInClient(.odd).get("/repos/odd-samples/unknown-license").object["license"] as? [String: Any]
        #expect(license?["spdx_id"] as? String == "NOASSERTION")
        let homepages = Set(oddCatalog.listed.compactMap { $0.homepage?.prefix { $0 != ":" } })
        #expect(homepages.isSuperset(of: ["javascript", "ssh", "file", "https"]))
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
