import Foundation

/// Answers as GIPHY's API would, from sample pictures. Its media stand under `/media`.
public struct GiphyStandIn: StandInSite {
    private let rules: SiteRules

    public init(options: StandInOptions) { rules = SiteRules(options: options) }

    public func answer(_ request: StandInRequest) -> StandInResponse? {
        let call = SiteCall(request)
        guard let first = call.parts.first, first == "v1" || first == "media" else { return nil }
        if let silence = rules.silence { return silence }
        if first == "media" { return rules.response(GiphyMedia(parts: call.parts).answer, mayBeCut: false) }
        return rules.response(rules.gateway ?? refusal(call) ?? found(call))
    }

    private func refusal(_ call: SiteCall) -> Answer? {
        switch rules.options.scenario {
        case .unauthorized: return .giphyFailure(401, "Unauthorized")
        case .forbidden: return .giphyFailure(403, "Forbidden")
        case .rateLimit, .secondary: return .giphyFailure(429, "API rate limit exceeded")
        case .gone where isOne(call): return .giphyFailure(404, "Not Found!")
        case .blocked where isOne(call): return .giphyFailure(451, "Unavailable For Legal Reasons")
        case .badQuery where call.parts.last == "search": return .giphyFailure(400, "The sample server refuses this.")
        default: break
        }
        guard SiteRules.isGood(call.query["api_key"] ?? "") else { return .giphyFailure(401, "Unauthorized") }
        return nil
    }

    private func isOne(_ call: SiteCall) -> Bool {
        call.parts.count == 3 && call.parts[1] == "gifs" && !["search", "trending"].contains(call.parts[2])
    }

    private func found(_ call: SiteCall) -> Answer {
        let pictures = rules.pictures
        let payload = GiphyPayload(media: rules.base + "/media", identity: identity(call))
        switch call.parts.dropFirst().joined(separator: "/") {
        case "trending/searches":
            return payload.answer(.array(["golden", "lighthouse", "snow", "harbor", "kite"].map(JSON.string)))
        case "gifs/search/tags":
            let tags = SamplePictures.tags(beginningWith: call.query["q"] ?? "")
            let shown = tags.prefix(call.number("limit", or: 5, in: 1...50))
            return payload.answer(
                .array(
                    shown.map { tag in
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
            return payload.answer(payload.gif(pictures.all[number - 1]))
        default: return .giphyFailure(404, "Not Found!")
        }
    }

    private func list(_ found: [SamplePicture], _ call: SiteCall, _ payload: GiphyPayload) -> Answer {
        let limit = call.number("limit", or: 25, in: 1...50)
        guard let offset = Int(call.query["offset"] ?? "0"), (0...4_999).contains(offset) else {
            return .giphyFailure(400, "Bad offset")
        }
        let shown = rules.shown(found, from: offset, count: limit)
        let page = JSONObject([
            "total_count": .int(found.count), "count": .int(shown.count), "offset": .int(offset),
        ])
        return payload.answer(.array(shown.map(payload.gif)), pagination: .object(page))
    }

    /// Made of what was asked, as GIPHY's are of whatever; those without one stand for no answer.
    private func identity(_ call: SiteCall) -> String {
        String(format: "%016llx", Seed(call.parts.joined().utf8.reduce(0) { $0 &* 31 &+ Int($1) }).value)
    }
}

extension Answer {
    static func giphyFailure(_ status: Int, _ sentence: String) -> Answer {
        let meta = JSONObject(["status": .int(status), "msg": .string(sentence), "response_id": .string("")])
        return .json(status, .object(JSONObject(["data": .array([]), "meta": .object(meta)])))
    }
}
