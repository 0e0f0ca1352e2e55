import Foundation

/// `GET /avatars/u/{id}?s={size}`. It is not part of the API, so the API's rules and limits do not apply.
enum PictureEndpoint {
    /// Returns the picture; nil for any other address.
    static func answer(_ call: APICall) -> APIResponse? {
        let parts = call.parts
        guard parts.count == 3, parts[0] == "avatars", parts[1] == "u", let id = Int(parts[2]) else { return nil }
        if let bad = BadPicture(ownerID: id) { return bad.answer }
        let size = min(max(call.query["s"].flatMap { Int($0) } ?? 256, 16), 460)
        return APIResponse(
            status: 200, headers: [("cache-control", "max-age=300")], body: Avatar(ownerID: id, size: size).png,
            contentType: "image/png")
    }
}
