import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport

@testable import StargazerCore
@testable import StargazerServices

/// Checks that every text, number and URL shown keeps its limits, whatever the server sent. Collects violations.
struct ContentInvariants {
    private(set) var violations: [String] = []

    private static let formats = Formats.sample()
    private static let now = ResponseSamples.now
    /// `CleanText.line` adds an ellipsis to a truncated line, and a description can have direction isolates.
    private static let maxLineLength = 1_001
    private static let maxURLLength = 2_048
    private static let host = GitHubServer.gitHub.host

    mutating func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) {
        if !isKept { violations.append(promise()) }
    }

    mutating func check(_ items: [Item]) {
        for item in items.prefix(3) { check(item) }
        // These are the same for all items, and expensive.
        if let first = items.first { checkRoundTrip(first) }
    }

    mutating func check(_ details: ItemDetails) {
        check(details.item, details.facts)
        checkRoundTrip(details.item)
    }

    private mutating func check(_ item: Item, _ facts: (any DetailFacts)? = nil) {
        let row = ItemContent(item, formats: Self.formats, now: Self.now)
        let details = DetailsContent(item, details: facts, formats: Self.formats, now: Self.now)
        for name in [row.name, row.context, row.aside, row.picture.name] { line(name, "name", limit: 201) }
        line(item.cleanTitle, "title", limit: 201)
        line(row.title, "title", limit: 201)
        description(row.summary, limit: 351)
        description(details.summary, limit: Self.maxLineLength)
        optional([item.facts.credit], "credit", limit: 701)
        address(item.facts.creditLink, "credited page")
        address(row.webURL, "page")
        address(row.picture.url, "picture")
        for link in row.links { address(link.url, "link") }
        expect(isSound(item.id), "an identity of this server: \(item.id)")
        if let more = details.more as? GifDetailsContent { check(more) }
        if let more = details.more as? PhotoDetailsContent { check(more) }
        if let more = row.more as? RepositoryContent {
            expect(!more.stars.isEmpty && !more.starsFull.isEmpty, "stars are said")
            expect(more.stars.count < 40, "compact stars are short: \(more.stars)")
            optional([more.language, more.pushed, more.pushedFull], "row", limit: 101)
        }
        if let more = details.more as? RepositoryDetailsContent { check(more, item) }
        if let more = row.more as? PersonContent {
            for number in [more.followers, more.repositories].compactMap(\.self) {
                expect(!number.full.isEmpty && number.text.count < 40, "compact counts are short: \(number.text)")
            }
        }
        if let more = details.more as? PersonDetailsContent { check(more) }
    }

    private func isSound(_ id: ItemID) -> Bool {
        switch id.catalog {
        case .gifs, .photos:
            id.host == CommonsServer.own.host
                ? Int(id.id).map { $0 > 0 } ?? false
                : id.host == (id.catalog == .gifs ? GiphyServer.own : FlickrServer.own).host
                    && (1...100).contains(id.id.utf8.count)
        default: id.host == Self.host && Int64(id.id) != nil
        }
    }

    private mutating func check(_ picture: PictureContent, _ tags: [String]) {
        address(picture.url, "still")
        address(picture.animated, "moving picture")
        line(picture.name, "what is to be seen", limit: 201)
        if case .ratio(let ratio) = picture.shape { expect((0.1...10).contains(ratio), "a shape: \(ratio)") }
        expect(tags.count <= 50, "at most fifty tags")
        for tag in tags { line(tag, "tag", limit: 101) }
    }

    private mutating func check(_ more: GifDetailsContent) {
        check(more.picture, more.tags)
        optional([more.author, more.rating, more.size, more.bytes, more.added], "details", limit: 201)
        optional([more.licenseName, more.made, more.service], "details", limit: 201)
        address(more.licensePage, "license")
        address(more.page, "page")
        optional([more.frames?.text, more.sourceText], "details")
        address(more.authorPage, "author")
        address(more.source, "source")
    }

    private mutating func check(_ more: PhotoDetailsContent) {
        check(more.picture, more.tags)
        optional(
            [
                more.owner, more.realName, more.location, more.taken, more.posted, more.size, more.licenseName,
                more.service,
            ], "details", limit: 201)
        address(more.licensePage, "license")
        address(more.page, "page")
        optional([more.views?.text, more.comments?.text], "details")
        address(more.ownerPage, "author")
    }

    private mutating func check(_ more: PersonDetailsContent) {
        line(more.login, "login", limit: 201)
        for fact in [more.company, more.location, more.email].compactMap(\.self) {
            expect(!fact.isEmpty, "a fact says something")
            description(fact, limit: 201)
        }
        optional([more.websiteText, more.memberSince], "details")
        address(more.website, "website")
        for number in [more.followers, more.following, more.repositories, more.gists].compactMap(\.self) {
            expect(!number.text.isEmpty && number.text.count < 40, "a number is said")
        }
    }

    private mutating func check(_ more: RepositoryDetailsContent, _ item: Item) {
        line(more.owner, "owner", limit: 201)
        optional(
            [more.license, more.language, more.pushed, more.pushedFull, more.createdFull], "details", limit: 101)
        optional([more.parentName], "parent", limit: 401)
        for number in [more.stars, more.forks, more.openIssues, more.watchers, more.moreTopics].compactMap(\.self) {
            expect(!number.text.isEmpty && number.text.count < 40, "a number is said")
        }
        for topic in more.topics { line(topic, "topic", limit: 101) }
        let all = item.repository?.topics.count ?? 0
        expect(more.topics.count <= 50, "at most fifty topics")
        expect(more.topics.count + (more.moreTopics?.number ?? 0) == all, "no topic is passed over in silence")
        address(more.homepage, "homepage")
        optional([more.homepageText], "homepage")
    }

    /// Encoding and decoding an item must not change it.
    private mutating func checkRoundTrip(_ item: Item) {
        guard let codec = codecs[item.id.catalog] else { return expect(false, "a catalog") }
        do {
            let data = try codec.encode(item.facts)
            let back = try ItemFactsReader().facts(data, format: codec.format, by: codec)
            // Texts beyond 20,000 bytes are cut when they are read.
            expect(
                Item(id: item.id, facts: back) == item || data.count > 20_000,
                "what is written is read as it was: \(item.facts)")
            let again = try ItemFactsReader().facts(codec.encode(back), format: codec.format, by: codec)
            expect(
                Item(id: item.id, facts: again) == Item(id: item.id, facts: back),
                "what is read is written as it was: \(item.facts)")
            let record = try ItemRecord(item, by: codecs)
            expect(!record.snapshot.utf8.contains(0), "a snapshot without NUL")
        } catch {
            expect(false, "what is kept can be read: \(error)")
        }
        let words = SearchWords.text(of: item.facts)
        expect(!words.utf8.contains(0), "words without NUL")
        expect(words.unicodeScalars.count <= 4 * SearchWords.maxLength, "words without end: \(words.utf8.count)")
        let key = SearchWords.titleKey(item.title)
        expect(key.unicodeScalars.count <= 4 * SearchWords.maxTitleLength, "a title's key without end")
        for sort in codec.sortKeys {
            if let value = item.facts.value(of: sort)?.number { expect(value.isFinite, "\(sort.rawValue) is a number") }
        }
    }

    mutating func check(_ batch: ResultBatch, of query: SearchQuery) {
        expect(batch.items.count <= GitHubEndpoint.batchSizes.upperBound, "no more than a batch: \(batch.items.count)")
        check(batch.items)
        let rows = batch.items.map { ItemContent($0, formats: Self.formats, now: Self.now) }
        let list = ResultList(first: FormattedBatch(batch: batch, rows: rows))
        let content = list.content(formats: Self.formats, catalogResultLimit: 1_000, footer: nil)
        expect(content.count.shown <= batch.items.count, "no more rows than items")
        expect((content.count.total ?? .max) >= content.count.shown, "a total of at least what is shown")
        expect(Set(content.rows.map(\.id)).count == content.rows.count, "no row comes twice")
    }

    mutating func check(_ batch: StarredBatch) {
        expect(batch.items.count <= GitHubEndpoint.batchSizes.upperBound, "no more than a batch: \(batch.items.count)")
        check(batch.items.map(\.item))
        for date in batch.items.compactMap(\.starredAt) {
            expect(date.timeIntervalSince1970.isFinite && ISO8601Date(ISO8601Date(date).text) != nil, "a star's date")
        }
    }

    mutating func check(_ account: Account) {
        let facts = AccountFacts(account, formats: Self.formats, now: Self.now)
        line(account.login, "login", limit: 255)
        expect(!account.login.isEmpty, "a login")
        optional([facts.name], "account")
        for scope in facts.scopes ?? [] { line(scope, "scope") }
        expect((facts.scopes ?? []).joined(separator: ", ").unicodeScalars.count <= 2_000, "scopes fit a label")
        address(account.avatarURL, "avatar")
        switch facts.expiry {
        case .unknown: break
        case .later(let text), .over(let text): line(text, "expiry")
        case .soon(let text, let days):
            line(text, "expiry")
            expect((1...7).contains(days), "a few days")
        }
        check(account.limits)
    }

    mutating func check(_ limits: [RateLimit]) {
        expect(limits.count <= 2, "the limits that are spent")
        for limit in limits {
            let content = LimitContent(limit, formats: Self.formats, now: Self.now)
            expect((limit.remaining ?? 0) >= 0 && (limit.limit ?? 0) >= 0, "nothing less than none is left")
            optional([content.remaining, content.limit, content.countdown], "limit")
        }
    }

    mutating func check(_ failure: CatalogFailure, now: Date) {
        if let date = failure.retryDate {
            expect((0...7_200).contains(date.timeIntervalSince(now)), "a pause of two hours at most: \(date)")
            expect(!Self.formats.timeOfDay(date).isEmpty, "a time of day")
        }
        switch failure {
        case .rateLimited(let limit): check([limit])
        case .unreadable(let code), .unexpected(let code):
            expect(
                code.utf8.count <= 200 && code.allSatisfy(\.isASCII), "a code that can be reported: \(code.prefix(300))"
            )
        case .blocked(_, let link): address(link, "reason")
        default: break
        }
    }

    private mutating func optional(_ texts: [String?], _ what: String, limit: Int = maxLineLength) {
        for text in texts.compactMap(\.self) { line(text, what, limit: limit) }
    }

    private mutating func line(_ text: String, _ what: @autoclosure () -> String, limit: Int = maxLineLength) {
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            if Self.isForbidden(scalar) {
                return expect(false, "\(what()) holds U+\(String(scalar.value, radix: 16))")
            }
        }
        expect(count <= limit, "\(what()) of \(count) scalars")
    }

    private mutating func description(_ text: String, limit: Int) {
        let isIsolated = text.unicodeScalars.first == "\u{2068}" && text.unicodeScalars.last == "\u{2069}"
        let inner = isIsolated ? String(text.unicodeScalars.dropFirst().dropLast()) : text
        line(inner, "description", limit: limit)
        expect(isIsolated || CleanText.isolated(inner) == inner, "right to left stands by itself")
    }

    private mutating func address(_ url: URL?, _ what: String) {
        guard let url else { return }
        expect(["http", "https"].contains(url.scheme?.lowercased()), "\(what): only http and https: \(url)")
        expect(!(url.host() ?? "").isEmpty, "\(what): a host: \(url)")
        expect(url.absoluteString.utf8.count <= Self.maxURLLength, "\(what): an address without end")
    }

    /// Control characters, and characters that change the writing direction or are invisible.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xE0000...0xE007F:
            true
        default: false
        }
    }
}
