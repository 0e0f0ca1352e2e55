import Foundation
import Synchronization

/// `GET /user`: the public profile, as for a token that may not read the private one.
enum AccountEndpoint {
    static let login = "sample-stargazer"

    static func response(to call: APICall, _ catalog: SampleCatalog) -> APIResponse {
        var user = OwnerPayload.object(login, call, catalog)
        user.set("name", "Sam Stargazer")
        user.set("company", .null)
        user.set("blog", "")
        user.set("location", "Hamburg, Germany")
        user.set("email", .null)
        user.set("hireable", .null)
        user.set("bio", "Astronomy and open source")
        user.set("twitter_username", .null)
        user.set("public_repos", 7)
        user.set("public_gists", 0)
        user.set("followers", 42)
        user.set("following", 5)
        user.set("created_at", "2015-04-12T20:15:00Z")
        user.set("updated_at", "2025-12-24T18:00:00Z")
        return APIResponse.tagged(.object(user), call)
    }
}

/// `GET`, `PUT`, `DELETE /user/following/{login}` and `GET /users/{login}/following/{login}`.
struct FollowEndpoint {
    let call: APICall
    let token: String
    let people: SamplePeople
    let store: FollowStore

    /// Answers whether the account follows a user, or follows or unfollows that user.
    func response(login: String) -> APIResponse {
        guard let person = people.person(login: login) else { return .notFound }
        switch call.method {
        case "PUT": store.set(true, person.id, for: token, in: people)
        case "DELETE": store.set(false, person.id, for: token, in: people)
        default: if !store.followed(by: token, in: people).contains(person.id) { return .notFound }
        }
        return .noContent
    }

    func response(login: String, follows other: String) -> APIResponse {
        guard let one = people.person(login: login), let other = people.person(login: other) else { return .notFound }
        return people.follows(one, other) ? .noContent : .notFound
    }
}

/// The accounts that each token follows, in memory.
final class FollowStore: Sendable {
    private let tokens = Mutex<[String: [Int]]>([:])

    /// Returns the followed accounts, in the order in which they were followed.
    func followed(by token: String, in people: SamplePeople) -> [Int] {
        tokens.withLock { $0[token] } ?? Self.initialFollows(people)
    }

    func set(_ isFollowed: Bool, _ id: Int, for token: String, in people: SamplePeople) {
        tokens.withLock { tokens in
            var followed = tokens[token] ?? Self.initialFollows(people)
            followed.removeAll { $0 == id }
            if isFollowed { followed.append(id) }
            tokens[token] = followed
        }
    }

    private static func initialFollows(_ people: SamplePeople) -> [Int] {
        guard let account = people.person(login: AccountEndpoint.login) else { return [] }
        return (0..<account.following).compactMap { people.followed($0, by: account)?.id }
    }
}

/// `GET /user/starred` and `GET`, `PUT`, `DELETE /user/starred/{owner}/{repo}`.
struct StarEndpoint {
    let call: APICall
    let token: String
    let catalog: SampleCatalog
    let scenario: StandInScenario?
    let store: StarStore
    let now: Date

    /// In a drifting list each next page starts with the last star of the previous page, so no star is missed.
    /// - Parameter path: the list's own address, without the server.
    func list(at path: String = "user/starred") -> APIResponse {
        var stars = store.stars(of: token, in: catalog)
        let changes = scenario == .later ? LaterRepositories(catalog) : nil
        if let changes { stars.removeAll { changes.isDeleted($0.id) || changes.isBlocked($0.id) } }
        if call.query["direction"] != "asc" { stars.reverse() }
        switch scenario {
        case .partialList: stars.removeFirst(stars.count / 3)
        case .emptyList: stars = []
        default: break
        }
        let perPage = min(max(call.query["per_page"].flatMap { Int($0) } ?? 30, 1), 100)
        let page = min(max(call.query["page"].flatMap { Int($0) } ?? 1, 1), Self.lastPage)
        let shift = scenario == .drift ? min(page - 1, SearchEndpoint.driftRepeats) : 0
        let payload = RepositoryPayload(call: call, catalog: catalog)
        let items = ((page - 1) * perPage..<page * perPage).compactMap { place -> JSON? in
            guard stars.indices.contains(place - shift) else { return nil }
            let star = stars[place - shift]
            if scenario == .brokenList, place == 1 { return .null }
            let repository = catalog.repository(id: star.id).map { changes?.later($0) ?? $0 }
            guard let item = repository.map(payload.listItem) else { return nil }
            if !call.accept.contains("star+json") { return item }
            var dated = JSONObject()
            dated.set("starred_at", RepositoryPayload.date(star.time))
            dated.set("repo", item)
            return .object(dated)
        }
        let last = (stars.count + shift + perPage - 1) / perPage
        let links = PageLinks(path: "\(call.api)/\(path)", query: call.query, page: page, last: last)
        let isPartial = scenario == .partialList
        let partial = isPartial ? [("X-GitHub-SSO", "partial-results; organizations=1501")] : []
        return APIResponse.tagged(.array(items), call, headers: links.headers + partial)
    }

    func one(fullName: String) -> APIResponse {
        let id = catalog.repository(fullName: fullName)?.id ?? catalog.renamed(fullName: fullName)
        guard let id else { return .notFound }
        if call.isStarWrite, scenario == .blocked { return ScenarioRules.blocked(id: id) }
        switch call.method {
        case "PUT": store.add(id, at: Int(now.timeIntervalSince1970), for: token, in: catalog)
        case "DELETE": store.remove(id, for: token, in: catalog)
        default: if !store.contains(id, for: token, in: catalog) { return .notFound }
        }
        return .noContent
    }

    /// Far more pages than any list has. The limit prevents overflow.
    private static let lastPage = 1_000_000
}

/// The stars of each token, in memory.
final class StarStore: Sendable {
    struct Star: Sendable {
        var id: Int
        /// Seconds since 1970.
        var time: Int
        /// Orders stars of the same second.
        var number: Int
    }
    private struct Stars {
        var byID: [Int: Star] = [:]
        var count = 0
    }
    private let tokens = Mutex<[String: Stars]>([:])

    /// Adds a star. An existing star stays unchanged, including its date.
    func add(_ id: Int, at time: Int, for token: String, in catalog: SampleCatalog) {
        change(token, catalog) { stars in
            if stars.byID[id] != nil { return }
            stars.count += 1
            stars.byID[id] = Star(id: id, time: time, number: stars.count)
        }
    }

    func remove(_ id: Int, for token: String, in catalog: SampleCatalog) {
        change(token, catalog) { $0.byID[id] = nil }
    }

    func contains(_ id: Int, for token: String, in catalog: SampleCatalog) -> Bool {
        change(token, catalog) { $0.byID[id] != nil }
    }

    /// Returns the stars, oldest first.
    func stars(of token: String, in catalog: SampleCatalog) -> [Star] {
        change(token, catalog) { $0.byID.values.sorted { ($0.time, $0.number) < ($1.time, $1.number) } }
    }

    private func change<Result: Sendable>(
        _ token: String, _ catalog: SampleCatalog, _ body: (inout Stars) -> Result
    ) -> Result {
        tokens.withLock { tokens in
            var stars = tokens[token] ?? Self.initialStars(token, catalog)
            defer { tokens[token] = stars }
            return body(&stars)
        }
    }

    /// Returns the initial stars. The known repositories come first, so even a few stars have familiar names.
    private static func initialStars(_ token: String, _ catalog: SampleCatalog) -> Stars {
        var stars = Stars()
        let count = count(in: token)
        let changes = catalog.laterNames.isEmpty ? nil : LaterRepositories(catalog)
        for id in catalog.ids(first: count) where changes?.isUnstarred(id) != true {
            guard let repository = catalog.repository(id: id) else { continue }
            let age = catalog.generated.reference - repository.created
            let time = repository.created + age / 1_000 * Seed(id).pick(21, below: 1_000)
            stars.count += 1
            stars.byID[id] = Star(id: id, time: time, number: stars.count)
        }
        guard changes != nil else { return stars }
        for id in catalog.ids(first: count + LaterRepositories.newStars).dropFirst(count) {
            stars.count += 1
            // Not the moment of the request: pages must not move by it.
            stars.byID[id] = Star(id: id, time: catalog.generated.reference, number: stars.count)
        }
        return stars
    }

    private static func count(in token: String) -> Int {
        guard let mark = token.range(of: "stars-", options: .backwards) else { return 0 }
        return max(0, Int(token[mark.upperBound...]) ?? 0)
    }
}
