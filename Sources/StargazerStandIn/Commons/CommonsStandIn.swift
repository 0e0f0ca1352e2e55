import Foundation

/// Answers like the API of Wikimedia Commons, from sample pictures. Each picture is a photo and a GIF.
/// Errors have status 200. Files are under `/wikimedia`.
public struct CommonsStandIn: StandInService {
    private let rules: MediaServiceRules

    public init(options: StandInOptions) { rules = MediaServiceRules(options: options) }

    /// The most files whose facts are in one response under the scenario `incomplete`.
    private static let partSize = 20

    public func response(to request: StandInRequest) -> StandInResponse? {
        let call = MediaAPICall(request)
        guard call.parts == ["w", "api.php"] || call.parts.first == "wikimedia" else { return nil }
        if let failedDelivery = rules.failedDelivery { return failedDelivery }
        if call.parts.first == "wikimedia" {
            let picture = CommonsPicture(parts: call.parts, pictures: rules.pictures)
            return rules.response(picture.response, mayBeCut: false)
        }
        return rules.response(rules.gatewayResponse ?? errorResponse(to: request, call) ?? result(of: call))
    }

    private func errorResponse(to request: StandInRequest, _ call: MediaAPICall) -> APIResponse? {
        let isOne = call.query["pageids"] != nil
        switch rules.options.scenario {
        case .unauthorized: return .commonsText(401, "Unauthorized")
        case .forbidden: return .commonsText(403, "Forbidden")
        case .rateLimit, .secondary:
            return .commonsText(429, "Too many requests", headers: [("retry-after", "42")])
        case .blocked where isOne: return .commonsText(451, "Unavailable For Legal Reasons")
        case .badQuery where !isOne:
            return .commonsFailure("cirrussearch-parse-error", "The search was not understood.")
        default: break
        }
        // A user agent needs a name and a contact.
        guard request.header("User-Agent")?.contains("://") == true else {
            return .commonsText(403, "Please set a user-agent and respect our robot policy.")
        }
        guard call.query["format"] == "json" else {
            return APIResponse(status: 200, body: Data("<!DOCTYPE html>\n<html></html>\n".utf8))
        }
        return nil
    }

    private func result(of call: MediaAPICall) -> APIResponse {
        guard call.query["action"] == "query" else {
            return .commonsFailure("badvalue", "Unrecognized value for parameter \"action\".")
        }
        if let ids = call.query["pageids"] { return one(ids, call) }
        switch call.query["generator"] {
        case "search": return search(call)
        case "prefixsearch" where call.query["gpsnamespace"] == "14": return categories(call)
        case "images" where call.query["titles"]?.hasPrefix("Template:Potd/") == true: return pictureOfTheDay(call)
        default: return .commons(JSONObject(), more: nil)
        }
    }

    /// Answers with categories whose titles begin with a text. The pages have no order but their index.
    private func categories(_ call: MediaAPICall) -> APIResponse {
        let tags = SamplePictures.tags(beginningWith: call.query["gpssearch"] ?? "")
        let pages = tags.prefix(call.number("gpslimit", or: 10, in: 1...500)).enumerated().map { place, tag in
            JSON.object(
                JSONObject([
                    "pageid": .int(80_000_000 + place), "ns": .int(14), "index": .int(place + 1),
                    "title": .string("Category:\(tag.prefix(1).uppercased())\(tag.dropFirst())"),
                ]))
        }
        return .commons(JSONObject(pages.isEmpty ? [:] : ["pages": .array(pages.reversed())]), more: nil)
    }

    /// Answers with the file that the template of a day shows.
    private func pictureOfTheDay(_ call: MediaAPICall) -> APIResponse {
        let picture = rules.pictures.all[Self.pictureOfTheDay - 1]
        let page = payload(call).page(picture, isGIF: false, index: nil, hasFacts: true)
        return .commons(JSONObject(["pages": .array([page])]), more: nil)
    }

    private static let pictureOfTheDay = 10

    private func one(_ ids: String, _ call: MediaAPICall) -> APIResponse {
        let known = Int(ids).flatMap(CommonsPayload.File.init)
        guard let known, rules.pictures.all.indices.contains(known.number - 1), rules.options.scenario != .gone else {
            let page = JSONObject(["pageid": .int(Int(ids) ?? 0), "missing": .bool(true)])
            return .commons(JSONObject(["pages": .array([.object(page)])]), more: nil)
        }
        let picture = rules.pictures.all[known.number - 1]
        let page = payload(call).page(picture, isGIF: known.isGIF, index: nil, hasFacts: true)
        return .commons(JSONObject(["pages": .array([page])]), more: nil)
    }

    private func search(_ call: MediaAPICall) -> APIResponse {
        let text = call.query["gsrsearch"] ?? ""
        guard text.count <= 300 else {
            return .commonsFailure("cirrussearch-query-too-long", "Search request is longer than the maximum.")
        }
        let offset = call.number("gsroffset", or: 0, in: 0...10_000)
        let limit = call.number("gsrlimit", or: 10, in: 1...500)
        guard offset + limit <= 10_000 else {
            return .commonsFailure("cirrussearch-offset-too-large", "Could not retrieve results.")
        }
        let search = CommonsSearch(text)
        let all = call.query["gsrnamespace"] == "6" ? search.find(in: rules.pictures) : []
        let sorted = search.sorted(all, by: call.query["gsrsort"] ?? "relevance")
        let batch = rules.pageItems(sorted, from: offset, count: limit)
        let isParted = rules.options.scenario == .incomplete
        let start = isParted ? call.number("iicontinue", or: 0, in: 0...500) : 0
        let end = isParted ? start + Self.partSize : Int.max
        let payload = payload(call)
        let pages = batch.enumerated().map { place, picture in
            payload.page(
                picture, isGIF: search.isForGIFs, index: offset + place + 1, hasFacts: place >= start && place < end)
        }
        var query = JSONObject(["searchinfo": .object(JSONObject(["totalhits": .int(sorted.count)]))])
        // Without results there are no pages. The array has no order.
        if !pages.isEmpty { query.set("pages", .array(pages.reversed())) }
        if end < batch.count {
            return .commons(
                query, more: JSONObject(["iicontinue": .string(String(end)), "continue": .string("gsroffset||")]),
                isComplete: false)
        }
        let next = offset + limit
        let more = JSONObject(["gsroffset": .int(next), "continue": .string("gsroffset||")])
        return .commons(query, more: next < sorted.count ? more : nil)
    }

    private func payload(_ call: MediaAPICall) -> CommonsPayload {
        CommonsPayload(
            base: rules.base, width: call.query["iiurlwidth"].flatMap { Int($0) },
            properties: Set((call.query["iiprop"] ?? "").split(separator: "|").map(String.init)),
            facts: Set((call.query["iiextmetadatafilter"] ?? "").split(separator: "|").map(String.init)),
            hasOddItems: rules.options.hasOddItems)
    }
}

extension APIResponse {
    static func commons(_ query: JSONObject, more: JSONObject?, isComplete: Bool = true) -> APIResponse {
        let warning = JSONObject(["warnings": .string("A sample warning.")])
        return .json(
            200,
            .object(
                JSONObject([
                    "batchcomplete": isComplete ? .bool(true) : nil, "continue": more.map(JSON.object),
                    "warnings": .object(JSONObject(["main": .object(warning)])),
                    "query": .object(query),
                ])))
    }

    static func commonsFailure(_ code: String, _ info: String) -> APIResponse {
        let error = JSONObject(["code": .string(code), "info": .string(info)])
        return .json(200, .object(JSONObject(["error": .object(error), "servedby": .string("mw-sample")])))
    }

    static func commonsText(
        _ status: Int, _ text: String, headers: [(name: String, value: String)] = []
    ) -> APIResponse {
        APIResponse(status: status, headers: headers, body: Data(text.utf8), contentType: "text/plain")
    }
}
