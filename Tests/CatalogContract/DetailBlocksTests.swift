import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerUI

/// The order and weight of the facts in the details.
@MainActor struct DetailBlocksTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let formats = Formats.sample()

    private func repository(
        _ supplements: [any SupplementFacts] = [], _ change: (inout Repository) -> Void = { _ in }
    ) -> [DetailBlock] {
        let item = Item.sample(1) {
            ($0.stars, $0.forks, $0.openIssues) = (31_200, 2_100, 1)
            $0.pushedAt = now.addingTimeInterval(-7_200)
            change(&$0)
        }
        let details = DetailsContent(
            item, details: RepositoryDetails(watchers: 843),
            supplements: supplements.map { $0.content(formats: formats, now: now) }, formats: formats, now: now)
        return RepositoryPresentation().allBlocks(of: details)
    }

    private func person(_ person: Person, _ relations: [RelationKind]) -> [DetailBlock] {
        let item = Item(id: ItemID(catalog: .people, host: "test", id: "1"), facts: person)
        let details = DetailsContent(
            item, details: PersonDetails(), relations: relations, formats: formats, now: now)
        return PersonPresentation().allBlocks(of: details)
    }

    private func words(_ blocks: [DetailBlock]) -> [String] {
        blocks.compactMap { block in
            switch block {
            case .numbers(let facts): "strong: " + facts.map { "\($0.text) \($0.label)" }.joined(separator: ", ")
            case .links(let facts): "rows: " + facts.map { "\($0.label) \($0.text)" }.joined(separator: ", ")
            case .line(let facts):
                "small: " + facts.map { $0.text.replacing("\u{A0}", with: " ") }.joined(separator: ", ")
            default: nil
            }
        }
    }

    @Test func `stars and activity of a repository come first, and the rest is small`() {
        let release = RepositoryRelease(tag: "v1.2", publishedAt: now.addingTimeInterval(-14 * 86_400))
        #expect(
            words(repository([release])) == [
                "strong: 31,200 Stars, 2 hours ago Last Push, 2 weeks ago Latest Release: v1.2",
                "small: 2,100 Forks, 1 Open Issue, 843 Watchers",
            ])
    }

    @Test func `what a repository has none of is left out of the small line`() {
        let blocks = words(repository { ($0.stars, $0.forks, $0.openIssues) = (0, 0, 0) })
        #expect(blocks == ["strong: 0 Stars, 2 hours ago Last Push", "small: 843 Watchers"])
    }

    @Test func `a person's zeros are left out, and their lists are rows`() {
        let all: [RelationKind] = [.followers, .following, .ownRepositories, .starred]
        let busy = Person(login: "golden", repositories: 24, gists: 9, followers: 1_234, following: 57)
        #expect(
            words(person(busy, all)) == [
                "strong: 1,234 Followers, 57 Following, 9 Gists", "rows: Repositories 24, Starred Repositories ",
            ])
        let quiet = Person(login: "quiet", repositories: 0, gists: 0, followers: 3, following: 0)
        #expect(words(person(quiet, all)) == ["strong: 3 Followers", "rows: Starred Repositories "])
        let unknown = Person(login: "unknown")
        #expect(
            words(person(unknown, all)) == [
                "strong:  Followers,  Following", "rows: Repositories , Starred Repositories ",
            ], "what is not known may be more than zero")
    }

    @Test func `a person's repositories among the favorites are a row if there are any`() async {
        let library = MemoryLibrary([
            .sample(1) { $0.owner = "golden" }, .sample(2), .sample(3) { $0.owner = "Golden" },
        ])
        let model = DetailsViewModel(
            catalogs: Catalogs([]), flags: ItemFlagSource(favoritesModel: await .sample(library, ManualTime())),
            time: ManualTime().source, formats: formats)
        model.preview(Item(id: ItemID(catalog: .people, host: "test", id: "1"), facts: Person(login: "golden")))
        guard case .shown(let preview, _) = model.phase else {
            Issue.record("no details")
            return
        }
        #expect(preview.awaitsOwnedFavorites, "the text waits for the row above it")
        await eventually("both are counted") {
            guard case .shown(let details, _) = model.phase, !details.awaitsOwnedFavorites else { return false }
            return words(PersonPresentation().allBlocks(of: details)).last == "rows: In Your Favorites 2"
        }
    }

    @Test func `a list that the account does not have is a number at most`() {
        let works = Person(login: "works", kind: .organization, repositories: 2, followers: 5, following: 1)
        #expect(
            words(person(works, [.followers, .ownRepositories])) == [
                "strong: 5 Followers, 1 Following", "rows: Repositories 2",
            ])
    }
}
