import Foundation

/// The shape of a sample picture, with the size of its GIF in pixels.
enum PictureShape: Int, CaseIterable {
    case wide, square, tall

    var size: (width: Int, height: Int) {
        switch self {
        case .wide: (360, 202)
        case .square: (280, 280)
        case .tall: (240, 320)
        }
    }
}

/// The embedded picture files. Each is in one size, whatever size was requested.
enum PictureFile {
    static func avatar(_ ownerID: Int) -> Data { Data(avatars[ownerID % avatars.count]) }

    static func photo(_ picture: SamplePicture) -> Data { one(of: photos, for: picture) }

    static func gif(_ picture: SamplePicture) -> Data { one(of: gifs, for: picture) }

    /// Returns a GIF's first frame.
    static func still(_ picture: SamplePicture) -> Data {
        let gif = gif(picture)
        return gif[..<secondFrame(gif)] + [gifEnd]
    }

    /// A GIF of four frames and 24 by 18 pixels, without a delay between them.
    static var hastyGIF: Data {
        Data(PackageResources.blink_gif).replacing(frameStart + [4, 4, 0], with: frameStart + [4, 0, 0])
    }

    /// The same GIF with 5,002 frames and short delays.
    static var endlessGIF: Data {
        let gif = Data(PackageResources.blink_gif)
        let start = secondFrame(gif)
        return gif[..<start] + repeatElement(gif[start..<gif.endIndex - 1], count: 1_667).joined() + [gifEnd]
    }

    /// The number of frames in each sample GIF.
    static let frameCount = 10
    static let screenshot = Data(PackageResources.screenshot_png)
    static let badge = Data(PackageResources.badge_png)

    /// Begins the block before each frame of a GIF, followed by flags and the delay.
    private static let frameStart: [UInt8] = [0x21, 0xF9, 4]
    private static let gifEnd: UInt8 = 0x3B

    private static func secondFrame(_ gif: Data) -> Int {
        gif.ranges(of: frameStart).dropFirst().first?.lowerBound ?? gif.endIndex - 1
    }

    private static func one(of files: [[[UInt8]]], for picture: SamplePicture) -> Data {
        let variants = files[picture.shape.rawValue]
        return Data(variants[picture.number % variants.count])
    }

    private static let avatars = [
        PackageResources.avatar_1_png, PackageResources.avatar_2_png, PackageResources.avatar_3_png,
        PackageResources.avatar_4_png, PackageResources.avatar_5_png, PackageResources.avatar_6_png,
        PackageResources.avatar_7_png, PackageResources.avatar_8_png, PackageResources.avatar_9_png,
        PackageResources.avatar_10_png, PackageResources.avatar_11_png, PackageResources.avatar_12_png,
    ]
    private static let photos = [
        [PackageResources.photo_wide_1_jpg, PackageResources.photo_wide_2_jpg, PackageResources.photo_wide_3_jpg],
        [
            PackageResources.photo_square_1_jpg, PackageResources.photo_square_2_jpg,
            PackageResources.photo_square_3_jpg,
        ],
        [PackageResources.photo_tall_1_jpg, PackageResources.photo_tall_2_jpg, PackageResources.photo_tall_3_jpg],
    ]
    private static let gifs = [
        [PackageResources.gif_wide_1_gif, PackageResources.gif_wide_2_gif],
        [PackageResources.gif_square_1_gif, PackageResources.gif_square_2_gif],
        [PackageResources.gif_tall_1_gif, PackageResources.gif_tall_2_gif],
    ]
}

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

    var response: APIResponse {
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
