import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Replays recorded responses about people through the catalog.
@Suite(.enabled(if: Recordings.gitHub != nil, "no recorded exchanges here: set STARGAZER_RECORDINGS to their folder"))
struct RecordedPeopleTests {
    /// The expected result of an exchange, read off the recording by hand.
    enum Expected: Equatable {
        case list(total: Int?, count: Int, hasMore: Bool, first: String, id: String, last: String)
        case person(login: String, id: String, name: String?, counts: [Int?], kind: Person.Kind, website: String?)
        case gone
    }

    /// Other recordings about people concern the account itself.
    static let kinds: Set = [
        "search-users", "search-users-text-match", "users-followers", "users-following", "users-repos", "users-u",
        "users-u-404", "org", "user-followers",
    ]
    private static let byID: [String: Expected] = [
        "github-o-11": .list(total: 6, count: 6, hasMore: false, first: "mojombo", id: "1", last: "tomnomnom"),
        "github-o-12": .list(
            total: 6038, count: 30, hasMore: true, first: "ursachec", id: "497951", last: "lukaszklis"),
        "github-o-13": .list(total: 2, count: 1, hasMore: true, first: "defunkt", id: "2", last: "defunkt"),
        "github-o-14": .list(total: 2, count: 1, hasMore: false, first: "pengwynn", id: "865", last: "pengwynn"),
        "github-o-15": .list(total: 6038, count: 30, hasMore: true, first: "cloudhead", id: "40774", last: "txus"),
        "github-o-16": .list(
            total: 6038, count: 30, hasMore: true, first: "paulasmuth", id: "564023", last: "kilaulena"),
        "github-o-17": .list(total: 1, count: 1, hasMore: false, first: "mojombo", id: "1", last: "mojombo"),
        "github-o-60": .list(total: nil, count: 30, hasMore: true, first: "brosner", id: "124", last: "3rdman"),
        "github-o-61": .list(total: nil, count: 25, hasMore: true, first: "tadasv", id: "6939", last: "denine99"),
        "github-o-62": .list(total: nil, count: 50, hasMore: true, first: "tadasv", id: "6939", last: "marpaia"),
        "github-o-63": .list(total: nil, count: 30, hasMore: true, first: "aphyr", id: "3748", last: "persan"),
        "github-o-64": .list(
            total: nil, count: 70, hasMore: false, first: "tadasv", id: "6939", last: "python-hackers"),
        "github-o-69": .list(
            total: nil, count: 10, hasMore: false, first: "jacquev6/DrawTurksHead", id: "767403",
            last: "jacquev6/LowVoltage"),
        "github-o-70": .list(
            total: nil, count: 30, hasMore: true, first: "kohsuke/access-modifier", id: "601785",
            last: "kohsuke/convert-to-git"),
        "github-o-71": .list(
            total: nil, count: 30, hasMore: true, first: "sferik/410_in_140", id: "8601427", last: "sferik/homebrew"),
        "github-o-75": .person(
            login: "jacquev6", id: "327146", name: "Vincent Jacques", counts: [98, 62, 38, 18], kind: .person,
            website: "http://vincent-jacques.net"),
        "github-o-76": .person(
            login: "yurinnick", id: "2941035", name: "Nikolay Yurin", counts: [13, 5, 71, 16], kind: .person,
            website: nil),
        "github-o-77": .person(
            login: "maximevw", id: "48218208", name: "Maxime Wiewiora", counts: [7, 6, 6, 0], kind: .person,
            website: nil),
        "github-o-78": .gone,
        "github-o-93": .person(
            login: "BeaverSoftware", id: "21341965", name: "BeaverSoftware", counts: [130, 1, 121, 0],
            kind: .organization, website: "http://www.example.com"),
    ]

    private let folder: URL
    private let exchanges: [RecordedExchange]

    init() throws {
        folder = try #require(Recordings.gitHub)
        exchanges = try Recordings.exchanges(in: folder).filter { Self.kinds.contains($0.kind) }
    }

    @Test func `each recorded response gives the expected result`() async throws {
        for exchange in exchanges {
            let expected = try #require(Self.byID[exchange.id], "\(exchange.id) is not known")
            let outcome = await outcome(of: exchange, try exchange.step(in: folder))
            #expect(try outcome.get() == expected, Comment(rawValue: exchange.id))
        }
        Recordings.log("recorded exchanges about people: \(exchanges.count) held against the table")
    }

    @Test func `a mutated body fails`() async throws {
        for exchange in exchanges where exchange.status == 200 {
            let body = String(decoding: try exchange.body(in: folder), as: UTF8.self)
            let keys = ["total_count", "items", "login", "id", "followers", "public_repos"].filter {
                body.contains("\"\($0)\":")
            }
            let bodies = keys.map { body.replacing("\"\($0)\":", with: "\"mutated\":") }
            for mutant in bodies + [String(body.prefix(body.count / 2)), "<html></html>", ""] {
                guard case .failure(.unreadable) = await outcome(of: exchange, .json(mutant, headers: exchange.headers))
                else {
                    Issue.record("\(exchange.id): a mutated body was read: \(mutant.prefix(120))")
                    continue
                }
            }
        }
    }

    private func outcome(
        of exchange: RecordedExchange, _ step: ScriptedTransport.Step
    ) async -> Result<Expected, CatalogFailure> {
        let people = PeopleFixture([step])
        let cursor = BatchCursor(exchange.url)
        do throws(CatalogFailure) {
            switch exchange.kind {
            case "search-users", "search-users-text-match":
                return .success(Self.list(try await people.search("two words", after: cursor)))
            case "users-u", "users-u-404", "org":
                return .success(Self.person(try await people.catalog.details(of: item(of: exchange)).item))
            default:
                let kinds: [String: RelationKind] = ["users-following": .following, "users-repos": .ownRepositories]
                guard let relations = people.catalog.relations else { return .success(.gone) }
                return .success(
                    Self.list(
                        try await relations.items(
                            kinds[exchange.kind] ?? .followers, of: item(of: exchange), after: cursor)))
            }
        } catch {
            return error == .gone ? .success(.gone) : .failure(error)
        }
    }

    private func item(of exchange: RecordedExchange) -> Item {
        var id = "1"
        if case .person(_, let known, _, _, _, _) = Self.byID[exchange.id] { id = known }
        return Item(id: ItemID(catalog: .people, host: "api.github.com", id: id), facts: Person(login: "somebody"))
    }

    private static func list(_ batch: ResultBatch) -> Expected {
        var hasMore = false
        if case .more = batch.end { hasMore = true }
        let names = batch.items.map { $0.person?.login ?? $0.title }
        return .list(
            total: batch.total, count: batch.items.count, hasMore: hasMore, first: names.first ?? "",
            id: batch.items.first?.id.id ?? "", last: names.last ?? "")
    }

    private static func person(_ item: Item) -> Expected {
        guard let person = item.person else { return .gone }
        return .person(
            login: person.login, id: item.id.id, name: person.name,
            counts: [person.followers, person.following, person.repositories, person.gists], kind: person.kind,
            website: person.website?.absoluteString)
    }
}
