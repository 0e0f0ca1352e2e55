import Foundation

/// `GET /search/users`.
struct PeopleSearchEndpoint {
    let call: APICall
    let catalog: SampleCatalog
    let scenario: StandInScenario?

    func answer() -> APIResponse {
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
