import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

struct ItemContentTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let formats = Formats.sample()

    @Test func `a row has all its formatted text`() throws {
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
        let row = ItemContent(item, flags: ItemFlags(isFavorite: true), formats: formats, now: now)
        #expect(row.id == .sample(1))
        #expect(row.title == "vapor-community/swift")
        #expect((row.context, row.name) == ("vapor-community", "swift"))
        #expect(row.summary == "The 🚀 language")
        #expect(row.isFavorite && row.isStarredOnServer == nil)
        #expect((row.picture.name, row.picture.shape) == ("vapor-community", .round))
        #expect(row.webURL == item.webURL)
        #expect(row.links == item.repository?.cloneURL.map { [ItemLink(.clone, $0)] })
        let more = try #require(row.more as? RepositoryContent)
        #expect((more.stars, more.starsFull, more.starCount) == ("66.9K", "66,912", 66_912))
        #expect(more.language == "Swift")
        #expect(more.pushed == "2 h ago")
        #expect(try #require(more.pushedFull).hasPrefix("January 15, 2027"))
        #expect(more.flags.isArchived && !more.flags.isFork && !more.flags.isMirror && !more.flags.isTemplate)
    }

    @Test func `missing values stay missing`() {
        let row = ItemContent(.sample(1), formats: formats, now: now)
        #expect(row.summary.isEmpty && row.webURL == nil && row.links.isEmpty && row.picture.url == nil)
        let more = row.more as? RepositoryContent
        #expect(more?.language == nil && more?.pushed == nil && more?.pushedFull == nil)
        #expect(!row.isFavorite)
    }

    @Test func `names are cleaned like descriptions`() {
        let row = ItemContent(
            .sample(1) {
                $0.owner = "o\u{202E}w"
                $0.name = "n\nx"
                $0.language = "C\u{7}"
            }, formats: formats, now: now)
        #expect(row.title == "ow/n x")
        #expect((row.more as? RepositoryContent)?.language == "C")
    }

    @Test(arguments: [("apple", "A"), ("vapor-community", "VC"), ("a-b-c", "AC"), ("日本", "日"), ("--", ""), ("", "")])
    func `initials come from the first and last part of the name`(name: String, initials: String) {
        #expect(name.initials == initials)
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "ssh://host/x", "data:text/html,x", "mailto:a@b.c", "https:///x",
        "example.org",
    ])
    func `only web addresses are offered`(address: String) throws {
        let url = try #require(URL(string: address))
        let details = details(.sample(1) { $0.homepage = url })
        #expect(details?.homepage == nil)
        #expect(details?.homepageText == nil)
        let row = ItemContent(
            .sample(1) {
                $0.webURL = url
                $0.cloneURL = url
            }, formats: formats, now: now)
        #expect(row.webURL == nil)
        #expect(row.links.isEmpty)
    }

    @Test func `a homepage is shown without its scheme`() {
        let details = details(.sample(1) { $0.homepage = URL(string: "HTTPS://www.swift.org/docs/") })
        #expect(details?.homepageText == "www.swift.org/docs")
        #expect(details?.homepage != nil)
    }

    @Test func `watchers are unknown until the details are loaded`() {
        let preview = DetailsContent(.sample(3), formats: formats, now: now)
        #expect(!preview.isComplete)
        #expect(details(.sample(3))?.watchers == nil)
        let facts = ItemDetails.sample(3, watchers: 2_431, parentName: "apple/swift").facts
        #expect(DetailsContent(.sample(3), details: facts, formats: formats, now: now).isComplete)
        #expect(details(.sample(3), facts)?.watchers == NumberContent(2_431, formats: formats))
        #expect(details(.sample(3), facts)?.watchers?.text == "2,431")
        #expect(details(.sample(3), facts)?.parentName == "apple/swift")
    }

    @Test func `a row lays out no more text than it can show`() {
        let long = String(repeating: "x\u{5E9}", count: 25_000)
        let item = Item.sample(1) {
            ($0.owner, $0.name, $0.summary, $0.language, $0.license) = (long, long, long, long, long)
        }
        let row = ItemContent(item, formats: formats, now: now)
        #expect(row.name.count == 200 && row.context.count == 200 && row.name.hasSuffix("…"))
        #expect(row.summary.count == 352 && row.fullSummary.count == 1_002)
        #expect((row.more as? RepositoryContent)?.language?.count == 100)
        let whole = DetailsContent(item, formats: formats, now: now)
        #expect(whole.summary == row.fullSummary)
        #expect(details(item)?.license?.count == 100)
    }

    @Test func `a title is clean text for a sentence`() {
        let item = Item.sample(1) {
            ($0.owner, $0.name) = ("o\u{202E}w\u{7}", "n\n" + String(repeating: "x", count: 50_000))
        }
        #expect(item.cleanTitle.hasPrefix("ow/n xxx"))
        #expect(item.cleanTitle.hasSuffix("x…") && item.cleanTitle.count == 200)
    }

    @Test func `an address beyond the length limit is dropped`() {
        let url = URL(string: "https://host/" + String(repeating: "a", count: URL.maxWebURLLength))
        let row = ItemContent(
            .sample(1) { ($0.webURL, $0.cloneURL, $0.ownerAvatarURL) = (url, url, url) }, formats: formats, now: now)
        #expect(url != nil && row.webURL == nil && row.links.isEmpty && row.picture.url == nil)
    }

    @Test func `a limited number of topics is shown`() {
        let most = RepositoryDetailsContent.maxTopics
        let few = details(.sample(1) { $0.topics = (1...most).map { "topic\($0)" } })
        #expect(few?.topics.count == most && few?.moreTopics == nil)
        let many = details(
            .sample(1) { $0.topics = [String(repeating: "x", count: 100_000)] + (1...5_000).map { "topic\($0)" } })
        #expect(many?.topics.count == most)
        #expect(many?.topics.allSatisfy { $0.count <= 100 } == true)
        #expect(many?.moreTopics == NumberContent(5_001 - most, formats: formats))
    }

    @Test(
        arguments: [
            (0, 0), (2.5, 3), (-2.5, -3), (1e18, 1_000_000_000_000_000_000), (1e19, .max), (-1e300, .min),
            (.infinity, .max), (-.infinity, .min), (.nan, 0), (9_223_372_036_854_775_808, .max),
        ] as [(Double, Int)])
    func `any number can be converted to an integer`(value: Double, number: Int) {
        #expect(Int(clamping: value) == number)
    }

    private func details(_ item: Item, _ facts: (any DetailFacts)? = nil) -> RepositoryDetailsContent? {
        DetailsContent(item, details: facts, formats: formats, now: now).more as? RepositoryDetailsContent
    }
}
