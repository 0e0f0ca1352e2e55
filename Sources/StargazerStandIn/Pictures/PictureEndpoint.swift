import Foundation

/// `GET /avatars/u/{id}` and `GET /raw/{owner}/{repo}/{branch}/docs/{name}`, the pictures in sample READMEs. They are
/// not part of the API, so the API's rules and limits do not apply.
enum PictureEndpoint {
    /// Returns the picture; nil for any other address.
    static func response(to call: APICall) -> APIResponse? {
        let parts = call.parts
        if parts.count == 3, parts[0] == "avatars", parts[1] == "u", let id = Int(parts[2]) {
            return BadPicture(ownerID: id)?.response ?? .picture(PictureFile.avatar(id), "image/png", maxAge: 300)
        }
        guard parts.count == 6, parts[0] == "raw", parts[4] == "docs" else { return nil }
        if parts[5].hasPrefix("badge-"), parts[5].hasSuffix(".svg") {
            let label = String(parts[5].dropFirst("badge-".count).dropLast(".svg".count))
            return .picture(Data(badge(label).utf8), "image/svg+xml; charset=utf-8", maxAge: 300)
        }
        return readmePicture(parts[5], owner: parts[1]).map { .picture($0, "image/png", maxAge: 300) }
    }

    /// Returns a badge as READMEs have them.
    private static func badge(_ label: String) -> String {
        let label = label.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let (left, right) = (12 + 7 * label.count, 54)
        let text = #"<text y="14" text-anchor="middle" x="#
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20">
            <clipPath id="r"><rect width="\(left + right)" height="20" rx="3"/></clipPath>
            <g clip-path="url(#r)"><rect width="\(left)" height="20" fill="#555"/>
            <rect x="\(left)" width="\(right)" height="20" fill="#4c1"/></g>
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
            \(text)"\(left / 2)">\(label)</text>\(text)"\(left + right / 2)">passing</text></g></svg>
            """
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
