import Foundation

/// `GET /users/{login}`, `GET /user/{id}` and their lists: `followers`, `following`, `repos`, `starred`.
struct PersonEndpoint {
    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?
    let follows: FollowStore
    let stars: StarStore
    let now: Date

    private static let noSuchUser = APIResponse.failure(
        404, "Not Found", documentation: "https://docs.github.com/rest/users/users#get-a-user")
    /// Far more pages than any list has. The limit prevents overflow.
    private static let lastPage = 1_000_000
    /// In the scenario `later`: the number of followers that the account has lost, and of new ones.
    private static let leftLater = 2
    /// The most stars of any account but the signed-in one.
    private static let maxStars = 140

    func response() -> APIResponse {
        let parts = call.parts
        let person =
            parts[0] == "users"
            ? catalog.people.person(login: parts[1]) : Int(parts[1]).flatMap(catalog.people.person(id:))
        guard let person else { return Self.noSuchUser }
        if scenario == .blocked { return ScenarioRules.blocked(id: person.id) }
        let payload = PersonPayload(call: call, catalog: catalog)
        guard parts.count == 3 else {
            return APIResponse.tagged(
                payload.full(person, isTaken: scenario == .takenName && StarCollectors.isOne(person)), call)
        }
        let people = catalog.people
        switch parts[2] {
        case "followers":
            let gone = scenario == .later && person.login == AccountEndpoint.login ? Self.leftLater : 0
            return list(min(person.followers, GeneratedPeople.count - gone), of: person) { place in
                people.follower(place, of: person, after: gone).map(payload.listItem)
            }
        case "following" where person.login == AccountEndpoint.login && call.token != nil:
            let followed = follows.followed(by: call.token ?? "", in: people)
            return list(followed.count, of: person) { people.person(id: followed[$0]).map(payload.listItem) }
        case "following":
            return list(person.following, of: person) { place in
                people.followed(place, by: person).map(payload.listItem)
            }
        case "repos": return list(repositories(of: person), of: person)
        case "starred" where StarCollectors.isOne(person):
            let endpoint = StarEndpoint(
                call: call, token: person.login, catalog: catalog, scenario: scenario, store: stars, now: now)
            return endpoint.list(at: "user/\(person.id)/starred")
        case "starred": return starList(of: person)
        default: return .notFound
        }
    }

    private func repositories(of person: SamplePerson) -> [SampleRepository] {
        let all = catalog.people.repositories(of: person)
        return call.query["sort"] == "pushed"
            ? all.sorted { ($0.pushed, $0.id) > ($1.pushed, $1.id) } : all.sorted { $0.fullName < $1.fullName }
    }

    private func starred(by person: SamplePerson) -> [SampleRepository] {
        if person.isOrganization { return [] }
        let seed = Seed(person.id)
        let count = person.followers > 1_000 ? Self.maxStars : seed.pick(30, below: 60)
        let known = catalog.listed.filter { !$0.topics.contains("odd") }
        return (0..<min(count, known.count)).map { known[(seed.pick(31, below: 999) + $0) % known.count] }
    }

    /// Returns the stars with their dates, if asked for, the newest first unless asked otherwise.
    private func starList(of person: SamplePerson) -> APIResponse {
        var stars = Array(starred(by: person).enumerated())
        if call.query["direction"] == "asc" { stars.reverse() }
        let payload = RepositoryPayload(call: call, catalog: catalog)
        return list(stars.count, of: person) { place in
            let item = payload.listItem(stars[place].element)
            guard call.accept.contains("star+json") else { return item }
            var dated = JSONObject()
            let age = (stars[place].offset + 1) * Self.secondsBetweenStars
            dated.set("starred_at", RepositoryPayload.date(catalog.generated.reference - age))
            dated.set("repo", item)
            return .object(dated)
        }
    }

    private static let secondsBetweenStars = 400_000

    private func list(_ repositories: [SampleRepository], of person: SamplePerson) -> APIResponse {
        let payload = RepositoryPayload(call: call, catalog: catalog)
        return list(repositories.count, of: person) { payload.listItem(repositories[$0]) }
    }

    private func list(_ count: Int, of person: SamplePerson, item: (Int) -> JSON?) -> APIResponse {
        let perPage = min(max(call.query["per_page"].flatMap { Int($0) } ?? 30, 1), 100)
        let page = min(max(call.query["page"].flatMap { Int($0) } ?? 1, 1), Self.lastPage)
        let shift = scenario == .drift ? min(page - 1, SearchEndpoint.driftRepeats) : 0
        let items = ((page - 1) * perPage..<page * perPage).compactMap { place -> JSON? in
            place - shift < count ? item(place - shift) : nil
        }
        // GitHub's links identify the account by its number.
        let links = PageLinks(
            path: "\(call.api)/user/\(person.id)/\(call.parts[2])", query: call.query, page: page,
            last: (count + shift + perPage - 1) / perPage)
        return APIResponse.tagged(.array(items), call, headers: links.headers)
    }
}

/// An account in GitHub's JSON: the short object of lists and searches, and the full object of its own endpoint.
struct PersonPayload {
    let call: APICall
    let catalog: SampleCatalog

    func searchItem(_ person: SamplePerson) -> JSON {
        var object = OwnerPayload.object(person.listedLogin, id: person.id, call, catalog)
        object.set("score", 1)
        return .object(object)
    }

    func listItem(_ person: SamplePerson) -> JSON {
        .object(OwnerPayload.object(person.login, id: person.id, call, catalog))
    }

    /// - Parameter isTaken: whether another account has the name.
    func full(_ person: SamplePerson, isTaken: Bool = false) -> JSON {
        var object = OwnerPayload.object(person.login, id: person.id + (isTaken ? 900_000_000 : 0), call, catalog)
        object.set("name", .text(person.name))
        object.set("company", .text(person.company))
        object.set("blog", person.blog)
        object.set("location", .text(person.location))
        object.set("email", .text(person.email))
        object.set("hireable", .null)
        object.set("bio", .text(person.bio))
        object.set("twitter_username", .null)
        object.set("public_repos", person.repositories)
        object.set("public_gists", person.gists)
        object.set("followers", person.followers)
        object.set("following", person.following)
        object.set("created_at", RepositoryPayload.date(person.created))
        object.set("updated_at", RepositoryPayload.date(max(person.created, catalog.generated.reference - 900_000)))
        return .object(object)
    }
}
