import Foundation

/// `GET /search/repositories`.
struct SearchEndpoint {
    static let ceiling = 1_000
    /// The number of repositories that a drifting list shows twice.
    static let driftRepeats = 7

    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?
    let cache: SearchResultCache

    func response() -> APIResponse {
        guard let query = call.query["q"], !query.allSatisfy(\.isWhitespace) else { return .badQuery(code: "missing") }
        let text = SearchExpression(query)
        // Checked first, since such a query may have thousands of words.
        if let refusal = Self.refusal(of: text) { return refusal }
        let search = RepositorySearch(text)
        if let refusal = refusal(of: search.filter) { return refusal }

        let perPage = min(max(call.query["per_page"].flatMap { Int($0) } ?? 30, 1), 100)
        let page = max(call.query["page"].flatMap { Int($0) } ?? 1, 1)
        // GitHub refuses only pages that begin beyond the limit, so the last page may extend past it.
        guard (page - 1).multipliedReportingOverflow(by: perPage).partialValue < Self.ceiling, page <= Self.ceiling
        else { return .beyondThousand }

        let sort = call.query["sort"].flatMap(RepositorySort.init)
        let isAscending = call.query["order"] == "asc"
        let ids = cache.ids(of: query, sort: sort, ascending: isAscending) {
            search.ids(in: catalog, sort: sort, ascending: isAscending)
        }
        let payload = RepositoryPayload(call: call, catalog: catalog)
        let places = (page - 1) * perPage..<page * perPage
        let items = places.compactMap { place -> JSON? in
            guard place < ids.count else { return nil }
            let shift = scenario == .drift ? min(place / perPage, Self.driftRepeats) : 0
            return catalog.repository(id: ids[place - shift]).map(payload.searchItem)
        }
        var body = JSONObject()
        body.set("total_count", ids.count + (scenario == .drift ? (page - 1) % 4 * 3 : 0))
        body.set("incomplete_results", scenario == .incomplete)
        body.set("items", .array(items))
        let last = (min(ids.count, Self.ceiling) + perPage - 1) / perPage
        let links = PageLinks(path: "\(call.api)/search/repositories", query: call.query, page: page, last: last)
        return .json(200, .object(body), headers: [("cache-control", "no-cache")] + links.headers)
    }

    static func refusal(of text: SearchExpression) -> APIResponse? {
        if text.wordLength > 256 { return .badQuery("The search is longer than 256 characters.") }
        if text.operatorCount > 5 { return .badQuery("More than five AND / OR / NOT operators were used.") }
        return nil
    }

    private func refusal(of filter: SearchFilter) -> APIResponse? {
        if filter.hasForeignOnly { return .badQuery("None of the search qualifiers apply to this search type.") }
        let isAnyKnown =
            filter.owners.contains(where: catalog.hasOwner)
            || filter.fullNames.contains { catalog.repository(fullName: $0) != nil }
        if !filter.owners.isEmpty || !filter.fullNames.isEmpty, !isAnyKnown {
            return .badQuery(
                "The listed users and repositories cannot be searched either because the resources do not exist or "
                    + "you do not have permission to view them.")
        }
        return nil
    }
}

/// The `Link` header, in the order of relations that GitHub has used since 2019.
struct PageLinks {
    let path: String
    let query: RawQuery
    let page: Int
    let last: Int

    var headers: [(name: String, value: String)] {
        var relations: [(name: String, page: Int)] = []
        if page > 1 { relations.append(("prev", min(page - 1, max(last, 1)))) }
        if page < last { relations += [("next", page + 1), ("last", last)] }
        if page > 1 { relations.append(("first", 1)) }
        if relations.isEmpty { return [] }
        let links = relations.map { "<\(path)?\(query.setting("page", String($0.page)))>; rel=\"\($0.name)\"" }
        return [("link", links.joined(separator: ", "))]
    }
}

/// `GET /search/users`.
struct PeopleSearchEndpoint {
    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?

    func response() -> APIResponse {
        guard let query = call.query["q"], !query.allSatisfy(\.isWhitespace) else { return .badQuery(code: "missing") }
        let text = SearchExpression(query, qualifiers: PeopleSearch.qualifiers)
        if let refusal = SearchEndpoint.refusal(of: text) { return refusal }
        let perPage = min(max(call.query["per_page"].flatMap { Int($0) } ?? 30, 1), 100)
        let page = max(call.query["page"].flatMap { Int($0) } ?? 1, 1)
        guard (page - 1).multipliedReportingOverflow(by: perPage).partialValue < SearchEndpoint.ceiling,
            page <= SearchEndpoint.ceiling
        else { return .beyondThousand }
        let found = PeopleSearch(text).found(
            among: catalog.people.candidates, sort: call.query["sort"].flatMap(PeopleSort.init),
            ascending: call.query["order"] == "asc")
        let payload = PersonPayload(call: call, catalog: catalog)
        let items = ((page - 1) * perPage..<page * perPage).compactMap { place -> JSON? in
            guard place < found.count else { return nil }
            let shift = scenario == .drift ? min(place / perPage, SearchEndpoint.driftRepeats) : 0
            return payload.searchItem(found[place - shift])
        }
        var body = JSONObject()
        body.set("total_count", found.count + (scenario == .drift ? (page - 1) % 4 * 3 : 0))
        body.set("incomplete_results", scenario == .incomplete)
        body.set("items", .array(items))
        let last = (min(found.count, SearchEndpoint.ceiling) + perPage - 1) / perPage
        let links = PageLinks(path: "\(call.api)/search/users", query: call.query, page: page, last: last)
        return .json(200, .object(body), headers: [("cache-control", "no-cache")] + links.headers)
    }
}
