import Foundation

/// Answers like Flickr's API, from sample pictures. Errors have status 200. Pictures are under `/photos`.
public struct FlickrStandIn: StandInService {
    private let rules: MediaServiceRules

    public init(options: StandInOptions) { rules = MediaServiceRules(options: options) }

    public func response(to request: StandInRequest) -> StandInResponse? {
        let call = MediaAPICall(request)
        guard call.parts == ["services", "rest"] || call.parts.first == "photos" && call.parts.count == 2 else {
            return nil
        }
        if let failedDelivery = rules.failedDelivery { return failedDelivery }
        if call.parts.count == 2, call.parts[0] == "photos" {
            let picture = FlickrPicture(name: call.parts[1], pictures: rules.pictures)
            return rules.response(picture.response, mayBeCut: false)
        }
        return rules.response(rules.gatewayResponse ?? refusal(call) ?? found(call))
    }

    private func refusal(_ call: MediaAPICall) -> APIResponse? {
        let method = call.query["method"] ?? ""
        let isOne = method == "flickr.photos.getInfo"
        switch rules.options.scenario {
        case .unauthorized: return .flickrFailure(100, "Invalid API Key (Key has invalid format)")
        case .forbidden:
            return .flickrFailure(99, "Insufficient permissions. Method requires read privileges; none granted.")
        case .rateLimit, .secondary:
            return APIResponse(
                status: 429, headers: [("retry-after", "42")], body: Data("Too Many Requests".utf8),
                contentType: "text/plain")
        case .gone where isOne: return .flickrFailure(1, "Photo not found")
        case .blocked where isOne: return .flickrFailure(2, "Permission denied")
        case .badQuery where method == "flickr.photos.search": return .flickrFailure(18, "Illogical arguments")
        default: break
        }
        guard MediaServiceRules.isValidKey(call.query["api_key"] ?? "") else {
            return .flickrFailure(100, "Invalid API Key (Key has invalid format)")
        }
        if call.query["format"] != "json" {
            let body = "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"ok\">\n</rsp>\n"
            return APIResponse(status: 200, body: Data(body.utf8), contentType: "text/xml; charset=utf-8")
        }
        return nil
    }

    private func found(_ call: MediaAPICall) -> APIResponse {
        let pictures = rules.pictures
        let payload = FlickrPayload(base: rules.base + "/photos")
        switch call.query["method"] ?? "" {
        case "flickr.test.echo":
            return .flickr(JSONObject(["method": .object(JSONObject(["_content": .string("flickr.test.echo")]))]))
        case "flickr.tags.getHotList":
            let tags = ["golden", "lighthouse", "harbor", "fox", "snow"].map { tag in
                JSON.object(JSONObject(["_content": .string(tag), "thm_data": .object(JSONObject())]))
            }
            let list = JSONObject(["tag": .array(tags)])
            return .flickr(
                JSONObject(["period": .string("day"), "count": .int(tags.count), "hottags": .object(list)]))
        case "flickr.tags.getRelated":
            let tag = call.query["tag"] ?? ""
            let tags = pictures.tags(with: tag).prefix(30).map { JSON.object(JSONObject(["_content": .string($0)])) }
            return .flickr(
                JSONObject([
                    "tags": .object(JSONObject(["source": .string(tag), "tag": .array(Array(tags))]))
                ]))
        case "flickr.interestingness.getList": return list(pictures.all, call, payload)
        case "flickr.people.getPublicPhotos":
            let owner = SamplePictures.authors.firstIndex { FlickrPayload.id(of: $0) == call.query["user_id"] }
            guard let owner else { return .flickrFailure(1, "User not found") }
            return list(pictures.all.filter { $0.author == SamplePictures.authors[owner] }, call, payload)
        case "flickr.photos.search":
            let words = call.query["text"] ?? ""
            guard !words.allSatisfy(\.isWhitespace) else {
                return .flickrFailure(
                    3, "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead.")
            }
            let licenses = call.query["license"].map { Set($0.split(separator: ",").compactMap { Int($0) }) }
            let found = pictures.find(words).filter { licenses?.contains(FlickrPayload.license($0)) ?? true }
            return list(sorted(found, by: call.query["sort"] ?? ""), call, payload)
        case "flickr.photos.getInfo":
            let number = call.query["photo_id"].flatMap(FlickrPayload.number)
            guard let number, pictures.all.indices.contains(number - 1) else {
                return .flickrFailure(1, "Photo \"\(call.query["photo_id"] ?? "")\" not found (invalid ID)")
            }
            return .flickr(JSONObject(["photo": payload.full(pictures.all[number - 1])]))
        case let method: return .flickrFailure(112, "Method \"\(method)\" not found")
        }
    }

    private func sorted(_ found: [SamplePicture], by sort: String) -> [SamplePicture] {
        let isAscending = sort.hasSuffix("-asc")
        let value: (SamplePicture) -> Int
        switch sort.split(separator: "-").dropLast().joined(separator: "-") {
        case "date-posted": value = \.postedAt
        case "date-taken": value = FlickrPayload.takenAt
        case "interestingness": value = FlickrPayload.views
        default: return found
        }
        return found.sorted { isAscending ? value($0) < value($1) : value($0) > value($1) }
    }

    private func list(_ found: [SamplePicture], _ call: MediaAPICall, _ payload: FlickrPayload) -> APIResponse {
        let size = call.number("per_page", or: 100, in: 1...500)
        let page = call.number("page", or: 1, in: 1...5_000)
        let pageItems = rules.pageItems(found, from: (page - 1) * size, count: size)
        let extras = Set((call.query["extras"] ?? "").split(separator: ",").map(String.init))
        return .flickr(
            JSONObject([
                "photos": .object(
                    JSONObject([
                        "page": .int(page), "pages": .int((found.count + size - 1) / size), "perpage": .int(size),
                        "total": .int(found.count), "photo": .array(pageItems.map { payload.item($0, extras: extras) }),
                    ]))
            ]))
    }
}

extension APIResponse {
    static func flickr(_ body: JSONObject) -> APIResponse {
        var body = body
        body.set("stat", "ok")
        return .json(200, .object(body))
    }

    static func flickrFailure(_ code: Int, _ sentence: String) -> APIResponse {
        .json(
            200,
            .object(JSONObject(["stat": .string("fail"), "code": .int(code), "message": .string(sentence)])))
    }
}
