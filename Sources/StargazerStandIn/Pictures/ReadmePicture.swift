import Foundation

/// `GET /raw/{owner}/{repo}/{branch}/docs/{name}.png`: the pictures in sample READMEs.
enum ReadmePicture {
    /// Returns the picture; nil for any other address.
    static func answer(_ call: APICall) -> APIResponse? {
        let parts = call.parts
        guard parts.count == 6, parts[0] == "raw", parts[4] == "docs", parts[5].hasSuffix(".png") else { return nil }
        let name = parts[5].dropLast(4)
        let picture: Data? =
            switch name {
            case "logo": Avatar(ownerID: SampleOwner.id(of: parts[1]), size: 240).png
            case "screenshot": screenshot
            case _ where name.hasPrefix("badge-"): badge(length: name.count)
            default: nil
            }
        return picture.map {
            APIResponse(status: 200, headers: [("cache-control", "max-age=300")], body: $0, contentType: "image/png")
        }
    }

    /// Draws two fields next to each other, as high as badges.
    private static func badge(length: Int) -> Data {
        let width = 40 + length * 4
        let row = (0..<width).map { UInt8($0 < width * 3 / 5 ? 0 : 1) }
        return PNG.indexed(
            rows: Array(repeating: row, count: 20),
            palette: [PNG.Color(red: 0.33, green: 0.33, blue: 0.33), PNG.Color(red: 0.27, green: 0.65, blue: 0.2)])
    }

    /// Draws a window with a sidebar.
    private static var screenshot: Data {
        let rows = (0..<540).map { y in
            (0..<960).map { x -> UInt8 in
                if y < 44 { return 1 }
                if x < 240 { return y % 56 > 46 ? 0 : 2 }
                return (y / 24) % 2 == 0 && x > 280 && x < 400 + (y / 24 * 173) % 480 ? 3 : 0
            }
        }
        return PNG.indexed(
            rows: rows,
            palette: [
                PNG.Color(red: 0.98, green: 0.98, blue: 0.98), PNG.Color(red: 0.85, green: 0.86, blue: 0.88),
                PNG.Color(red: 0.92, green: 0.93, blue: 0.95), PNG.Color(red: 0.6, green: 0.7, blue: 0.85),
            ])
    }
}
