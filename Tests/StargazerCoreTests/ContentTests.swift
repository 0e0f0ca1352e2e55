import Foundation
import TestSupport
import Testing

@testable import StargazerCore

struct ContentTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let formats = Formats.sample()

    @Test func `a row is formatted once and for all`() throws {
        let item = Item.sample(1) { repository in
            repository.owner = "vapor-community"
            repository.name = "swift"
            repository.summary = "  The :rocket: language\n"
            repository.stars = 66_912
            repository.language = "Swift"
            repository.pushedAt = now.addingTimeInterval(-7_300)
            repository.isArchived = true
            repository.webURL = URL(string: "https://example.org/vapor-community/swift")
            repository.cloneURL = URL(string: "https://example.org/vapor-community/swift.git")
        }
        let row = ItemRowContent(item, isFavorite: true, formats: formats, now: now)
        #expect(row.id == .sample(1))
        #expect(row.title == "vapor-community/swift")
        #expect(row.summary == "The 🚀 language")
        #expect((row.stars, row.starsFull, row.starCount) == ("66.9K", "66,912", 66_912))
        #expect(row.language == "Swift")
        #expect(row.pushed == "2 hours ago")
        #expect(try #require(row.pushedFull).hasPrefix("January 15, 2027"))
        #expect(row.isArchived && !row.isFork && !row.isMirror && !row.isTemplate)
        #expect(row.isFavorite)
        #expect(row.initials == "VC")
        #expect(row.webURL == item.webURL)
        #expect(row.cloneURL == item.repository?.cloneURL)
    }

    @Test func `what is missing stays missing`() {
        let row = ItemRowContent(.sample(1), formats: formats, now: now)
        #expect(row.summary.isEmpty)
        #expect(row.language == nil && row.pushed == nil && row.pushedFull == nil && row.webURL == nil)
        #expect(!row.isFavorite)
    }

    @Test func `names are cleaned as descriptions are`() {
        let row = ItemRowContent(
            .sample(1) {
                $0.owner = "o\u{202E}w"
                $0.name = "n\nx"
                $0.language = "C\u{7}"
            }, formats: formats, now: now)
        #expect(row.title == "ow/n x")
        #expect(row.language == "C")
    }

    @Test(arguments: [("apple", "A"), ("vapor-community", "VC"), ("a-b-c", "AC"), ("日本", "日"), ("--", ""), ("", "")])
    func `initials are of the first and last part`(name: String, initials: String) {
        #expect(name.initials == initials)
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "ssh://host/x", "data:text/html,x", "mailto:a@b.c", "https:///x",
        "example.org",
    ])
    func `only web addresses are offered`(address: String) throws {
        let url = try #require(URL(string: address))
        let details = DetailsContent(.sample(1) { $0.homepage = url }, formats: formats, now: now)
        #expect(details.homepage == nil)
        #expect(details.homepageText == nil)
        let row = ItemRowContent(
            .sample(1) {
                $0.webURL = url
                $0.cloneURL = url
            }, formats: formats, now: now)
        #expect(row.webURL == nil)
        #expect(row.cloneURL == nil)
    }

    @Test func `a homepage is written without scheme`() throws {
        let details = DetailsContent(
            .sample(1) { $0.homepage = URL(string: "HTTPS://www.swift.org/docs/") }, formats: formats, now: now)
        #expect(details.homepageText == "www.swift.org/docs")
        #expect(details.homepage != nil)
    }

    @Test func `watchers are unknown until the details are there`() throws {
        let item = Item.sample(3)
        #expect(DetailsContent(item, formats: formats, now: now).watchersFull == nil)
        guard case .repository(let full) = ItemDetails.sample(3, watchers: 2_431, parentName: "apple/swift") else {
            return
        }
        let details = DetailsContent(item, details: full, formats: formats, now: now)
        #expect(details.watchersFull == "2,431")
        #expect(details.watcherCount == 2_431)
        #expect(details.parentName == "apple/swift")
    }
}
