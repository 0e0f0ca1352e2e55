import Foundation

extension APIResponse {
    /// Returns the JSON with a weak `ETag`, or 304 with the strong form, like GitHub, when the client has cached it.
    static func tagged(_ json: JSON, _ call: APICall, headers: [(name: String, value: String)] = []) -> APIResponse {
        tagged(json.data, call, headers: headers)
    }

    /// - Parameter contentType: nil for that of JSON.
    static func tagged(
        _ body: Data, _ call: APICall, contentType: String? = nil, headers: [(name: String, value: String)] = []
    ) -> APIResponse {
        let tag = "\"\(digest(body))\""
        let audience = call.token == nil ? "public" : "private"
        let caching = [("cache-control", "\(audience), max-age=60, s-maxage=60")] + headers
        if let known = call.ifNoneMatch, known == tag || known == "W/\(tag)" {
            return APIResponse(status: 304, headers: caching + [("etag", tag)], body: Data())
        }
        var response = APIResponse(status: 200, headers: caching + [("etag", "W/\(tag)")], body: body)
        if let contentType { response.contentType = contentType }
        return response
    }

    private static func digest(_ body: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(format: "%016lx%016lx", hash, hash &* 0x9e37_79b9_7f4a_7c15)
    }
}
