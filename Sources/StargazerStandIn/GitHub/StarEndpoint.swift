import Foundation

/// `GET /user/starred` and `GET`, `PUT`, `DELETE /user/starred/{owner}/{repo}`.
struct StarEndpoint {
    let call: APICall
    let token: String
    let catalog: SampleCatalog
    let scenario: StandInScenario?
    let store: StarStore
    let now: Date

    /// Returns the account's stars, one page at a time.
    ///
    /// In a drifting list each next page starts with the last star of the previous page, so no star is missed.
    func list() -> APIResponse {
        var stars = store.stars(of: token, in: catalog).map { (star: $0, repository: catalog.repository(id: $0.id)) }
        if call.query["direction"] != "asc" { stars.reverse() }
        let perPage = min(max(call.query["per_page"].flatMap { Int($0) } ?? 30, 1), 100)
        let page = min(max(call.query["page"].flatMap { Int($0) } ?? 1, 1), Self.lastPage)
        let shift = scenario == .drift ? min(page - 1, SearchEndpoint.driftRepeats) : 0
        let payload = RepositoryPayload(call: call, catalog: catalog)
        let items = ((page - 1) * perPage..<page * perPage).compactMap { place -> JSON? in
            guard stars.indices.contains(place - shift) else { return nil }
            let (star, repository) = stars[place - shift]
            guard let item = repository.map(payload.listItem) else { return nil }
            if !call.accept.contains("star+json") { return item }
            var dated = JSONObject()
            dated.set("starred_at", RepositoryPayload.date(star.time))
            dated.set("repo", item)
            return .object(dated)
        }
        let last = (stars.count + shift + perPage - 1) / perPage
        let links = PageLinks(path: "\(call.api)/user/starred", query: call.query, page: page, last: last)
        return APIResponse.tagged(.array(items), call, headers: links.headers)
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
