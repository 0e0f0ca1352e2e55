import Foundation

/// Owners whose picture is invalid or excessive. The raw value is the login.
enum BadPicture: String, CaseIterable {
    case page = "broken-picture"
    case garbage = "garbage-picture"
    case bomb = "picture-bomb"
    case truncated = "truncated-picture"
    case vector = "svg-picture"
    case missing = "missing-picture"

    init?(ownerID: Int) {
        guard let picture = Self.allCases.first(where: { SampleOwner.id(of: $0.rawValue) == ownerID }) else {
            return nil
        }
        self = picture
    }

    var answer: APIResponse {
        switch self {
        case .page:
            APIResponse(
                status: 200, body: Data("<html><body>Not a picture</body></html>".utf8), contentType: "text/html")
        case .garbage:
            APIResponse(
                status: 200, body: Data((0..<2_000).map { UInt8(truncatingIfNeeded: Seed($0).value) }),
                contentType: "image/png")
        case .bomb: APIResponse(status: 200, body: Self.bombFile, contentType: "image/png")
        case .truncated:
            APIResponse(status: 200, body: PictureFile.avatar(0).prefix(600), contentType: "image/png")
        case .vector:
            APIResponse(
                status: 200,
                body: Data(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><circle r=\"9\"/></svg>".utf8),
                contentType: "image/svg+xml")
        case .missing: APIResponse(status: 404, body: Data("Not Found".utf8), contentType: "text/plain; charset=utf-8")
        }
    }

    /// A valid PNG of 20,000 by 20,000 black pixels, compressed to zeros between these ends.
    private static let bombFile: Data = {
        let start = """
            iVBORw0KGgoAAAANSUhEUgAATiAAAE4gAQAAAADLC3uUAAC9p0lEQVR4Ae3AgQAAAACAoP2pF6mqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\
            qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqgI=
            """
        let end = "BmtVAAHMk40oAAAAAElFTkSuQmCC"
        return (Data(base64Encoded: start) ?? Data()) + Data(count: 48_468) + (Data(base64Encoded: end) ?? Data())
    }()
}
