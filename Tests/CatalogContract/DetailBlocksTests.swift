import Foundation
import StargazerCore
import StargazerLibrary
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
            case .rows(let facts):
                facts.isEmpty
                    ? nil : "rows: " + facts.map { "\($0.label) \($0.text)" }.joined(separator: ", ")
            case .figures(let facts):
                "line: "
                    + facts.map { [$0.text, $0.label].filter { !$0.isEmpty }.joined(separator: " ") }
                    .joined(separator: " · ")
            default: nil
            }
        }
    }

    @Test func `the figures of a repository are one line`() {
        let release = RepositoryRelease(tag: "v1.2", publishedAt: now.addingTimeInterval(-14 * 86_400))
        let line = "31,200 Stars · 2,100 Forks · 1 Issue · Pushed 2 hours ago · 843 Watchers · v1.2, 2 weeks ago"
        #expect(words(repository([release])) == ["line: " + line])
    }

    @Test func `what a repository has none of is left out of the line`() {
        let blocks = words(repository { ($0.stars, $0.forks, $0.openIssues) = (0, 0, 0) })
        #expect(blocks == ["line: Pushed 2 hours ago · 843 Watchers"])
    }

    @Test func `each fact of a repository is said once`() {
        let item = Item.sample(1) {
            $0.homepage = URL(string: "https://a.example/")
            $0.createdAt = Date(timeIntervalSince1970: 1_600_000_000)
        }
        let details = DetailsContent(
            item, details: RepositoryDetails(watchers: 843, parentName: "octo/origin", kilobytes: 12_400),
            formats: formats, now: now)
        let presentation = RepositoryPresentation()
        let more = presentation.moreFacts(of: details)
        #expect(more.map(\.label) == ["Homepage", "Forked From", "Created", "Size"])
        #expect(more.map(\.text) == ["a.example", "octo/origin", "Sep 13, 2020", "12.4 MB"])
        let line = words(presentation.allBlocks(of: details)).joined()
        #expect(!more.contains { line.contains($0.text) })
    }

    @Test func `a repository is starred or not, signed in or not, and what is only here says so`() {
        let presentation = RepositoryPresentation()
        func words(_ flags: ItemFlags) -> String {
            let details = DetailsContent(.sample(1), flags: flags, formats: formats, now: now)
            let action = presentation.accountAction(of: details.item)
            let label = presentation.favoriteLabel(of: details)
            return [label.text, action?.isOffered == true ? "two buttons" : nil, action?.note].compactMap(\.self)
                .joined(separator: ", ")
        }
        #expect(words(ItemFlags()) == "Star")
        #expect(words(ItemFlags(isFavorite: true)) == "Starred")
        #expect(words(ItemFlags(isFavorite: true, isStarredOnServer: true)) == "Starred")
        #expect(words(ItemFlags(isFavorite: true, isStarredOnServer: false)) == "Starred, Only on this computer")
        #expect(words(ItemFlags(isStarredOnServer: false)) == "Star")
        #expect(
            words(ItemFlags(isFavorite: true, isStarredOnServer: true, isStarWaiting: true)) == "Waiting for GitHub")
    }

    @Test(arguments: [0, -1, .max]) func `a size that is not known is not said`(kilobytes: Int) {
        let details = DetailsContent(
            .sample(1), details: RepositoryDetails(watchers: 1, kilobytes: kilobytes), formats: formats, now: now)
        #expect(!RepositoryPresentation().moreFacts(of: details).contains { $0.label == "Size" })
    }

    @Test func `a person's zeros are left out, and their lists are rows`() {
        let all: [RelationKind] = [.followers, .following, .ownRepositories, .starred]
        let busy = Person(login: "golden", repositories: 24, gists: 9, followers: 1_234, following: 57)
        #expect(
            words(person(busy, all)) == [
                "rows: Followers 1,234, Following 57, Repositories 24, Stars "
            ])
        let quiet = Person(login: "quiet", repositories: 0, gists: 0, followers: 3, following: 0)
        #expect(words(person(quiet, all)) == ["rows: Followers 3, Stars "])
        let unknown = Person(login: "unknown")
        #expect(
            words(person(unknown, all)) == ["rows: Followers , Following , Repositories , Stars "],
            "what is not known may be more than zero")
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
            return words(PersonPresentation().allBlocks(of: details)).last?.hasSuffix("In Your Favorites 2") == true
        }
    }

    @Test func `where a person is found follows in rows of its own, and the rest under Details`() {
        let golden = Person(
            login: "golden", company: "GNOME", location: "Lisbon", website: URL(string: "https://a.example/"),
            email: "g@a.example", gists: 9, followers: 3, createdAt: now)
        #expect(
            words(person(golden, [.followers])) == [
                "rows: Followers 3", "rows: Company GNOME, Location Lisbon, Website a.example",
            ])
        let item = Item(id: ItemID(catalog: .people, host: "test", id: "1"), facts: golden)
        let details = DetailsContent(item, details: PersonDetails(), formats: formats, now: now)
        #expect(
            PersonPresentation().moreFacts(of: details).map(\.label) == ["Gists", "Email", "Member Since"])
    }

    @Test func `a list that the account does not have is a number at most`() {
        let works = Person(login: "works", kind: .organization, repositories: 2, followers: 5, following: 1)
        #expect(
            words(person(works, [.followers, .ownRepositories])) == [
                "rows: Followers 5, Following 1, Repositories 2"
            ])
    }
}
