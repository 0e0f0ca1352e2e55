import Foundation

/// Answers like GIPHY's API, from sample pictures. Media files are under `/media`.
public struct GiphyStandIn: StandInService {
    private let rules: MediaServiceRules

    public init(options: StandInOptions) { rules = MediaServiceRules(options: options) }

    public func response(to request: StandInRequest) -> StandInResponse? {
        let call = MediaAPICall(request)
        guard let first = call.parts.first, first == "v1" || first == "media" else { return nil }
        if let failedDelivery = rules.failedDelivery { return failedDelivery }
        if first == "media" {
            let media = GiphyMedia(parts: call.parts, pictures: rules.pictures)
            return rules.response(media.response, mayBeCut: false)
        }
        return rules.response(rules.gatewayResponse ?? refusal(call) ?? found(call))
    }

    private func refusal(_ call: MediaAPICall) -> APIResponse? {
        switch rules.options.scenario {
        case .unauthorized: return .giphyFailure(401, "Unauthorized")
        case .forbidden: return .giphyFailure(403, "Forbidden")
        case .rateLimit, .secondary: return .giphyFailure(429, "API rate limit exceeded")
        case .gone where isOne(call): return .giphyFailure(404, "Not Found!")
        case .blocked where isOne(call): return .giphyFailure(451, "Unavailable For Legal Reasons")
        case .badQuery where call.parts.last == "search": return .giphyFailure(400, "The sample server refuses this.")
        default: break
        }
        guard MediaServiceRules.isValidKey(call.query["api_key"] ?? "") else {
            return .giphyFailure(401, "Unauthorized")
        }
        return nil
    }

    private func isOne(_ call: MediaAPICall) -> Bool {
        call.parts.count == 3 && call.parts[1] == "gifs" && !["search", "trending"].contains(call.parts[2])
    }

    private func found(_ call: MediaAPICall) -> APIResponse {
        let pictures = rules.pictures
        let payload = GiphyPayload(media: rules.base + "/media", identity: identity(call))
        switch call.parts.dropFirst().joined(separator: "/") {
        case "trending/searches":
            return payload.response(.array(["golden", "lighthouse", "snow", "harbor", "kite"].map(JSON.string)))
        case "gifs/search/tags":
            let tags = SamplePictures.tags(beginningWith: call.query["q"] ?? "")
            let pageItems = tags.prefix(call.number("limit", or: 5, in: 1...50))
            return payload.response(
                .array(
                    pageItems.map { tag in
                        .object(JSONObject(["name": .string(tag), "analytics_response_payload": .string("")]))
                    }))
        case "gifs/trending": return list(pictures.all, call, payload)
        case "gifs/search":
            let words = call.query["q"] ?? ""
            if words.count > 50 { return .giphyFailure(414, "URI Too Long") }
            return list(pictures.find(words), call, payload)
        case _ where isOne(call):
            guard let number = GiphyPayload.number(call.parts[2]), pictures.all.indices.contains(number - 1) else {
                return .giphyFailure(404, "Not Found!")
            }
            return payload.response(payload.gif(pictures.all[number - 1]))
        default: return .giphyFailure(404, "Not Found!")
        }
    }

    private func list(_ found: [SamplePicture], _ call: MediaAPICall, _ payload: GiphyPayload) -> APIResponse {
        let limit = call.number("limit", or: 25, in: 1...50)
        guard let offset = Int(call.query["offset"] ?? "0"), (0...4_999).contains(offset) else {
            return .giphyFailure(400, "Bad offset")
        }
        let pageItems = rules.pageItems(found, from: offset, count: limit)
        let page = JSONObject([
            "total_count": .int(found.count), "count": .int(pageItems.count), "offset": .int(offset),
        ])
        return payload.response(.array(pageItems.map(payload.gif)), pagination: .object(page))
    }

    /// Returns a response ID derived from the request. Error answers have an empty one.
    private func identity(_ call: MediaAPICall) -> String {
        String(format: "%016llx", Seed(call.parts.joined().utf8.reduce(0) { $0 &* 31 &+ Int($1) }).value)
    }
}

extension APIResponse {
    static func giphyFailure(_ status: Int, _ sentence: String) -> APIResponse {
        let meta = JSONObject(["status": .int(status), "msg": .string(sentence), "response_id": .string("")])
        return .json(status, .object(JSONObject(["data": .array([]), "meta": .object(meta)])))
    }
}
