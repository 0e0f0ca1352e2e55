import Foundation

/// `GET /avatars/u/{id}` and `GET /raw/{owner}/{repo}/{branch}/docs/{name}.png`, the pictures in sample READMEs. They are
/// not part of the API, so the API's rules and limits do not apply.
enum PictureEndpoint {
    /// Returns the picture; nil for any other address.
    static func response(to call: APICall) -> APIResponse? {
        let parts = call.parts
        if parts.count == 3, parts[0] == "avatars", parts[1] == "u", let id = Int(parts[2]) {
            return BadPicture(ownerID: id)?.response ?? .picture(PictureFile.avatar(id), "image/png", maxAge: 300)
        }
        guard parts.count == 6, parts[0] == "raw", parts[4] == "docs" else { return nil }
        return readmePicture(parts[5], owner: parts[1]).map { .picture($0, "image/png", maxAge: 300) }
    }

    private static func readmePicture(_ name: String, owner: String) -> Data? {
        switch name {
        case "logo.png": PictureFile.avatar(SampleOwner.id(of: owner))
        case "screenshot.png": PictureFile.screenshot
        case _ where name.hasPrefix("badge-") && name.hasSuffix(".png"): PictureFile.badge
        default: nil
        }
    }
}

extension APIResponse {
    /// - Parameter maxAge: How long clients may cache the picture, in seconds.
    static func picture(_ body: Data, _ type: String, maxAge: Int = 86_400) -> APIResponse {
        APIResponse(status: 200, headers: [("cache-control", "max-age=\(maxAge)")], body: body, contentType: type)
    }
}
