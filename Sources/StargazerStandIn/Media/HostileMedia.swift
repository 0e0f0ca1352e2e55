import Foundation

/// Invalid or excessive picture files, by the number of their sample picture. Their metadata is valid, so they appear
/// among the other pictures.
enum HostileMedia: Int, CaseIterable {
    /// An HTML page with a picture's content type.
    case page = 251
    /// 20,000 by 20,000 pixels.
    case bomb = 252
    case truncated = 253
    case vector = 254
    /// 5,000 frames.
    case endless = 255
    /// A delay of zero between frames.
    case hasty = 256
    case missing = 257

    var answer: APIResponse {
        switch self {
        case .page: BadPicture.page.answer
        case .bomb: BadPicture.bomb.answer
        case .vector: BadPicture.vector.answer
        case .missing: BadPicture.missing.answer
        case .truncated:
            APIResponse(
                status: 200, body: Self.gif(LandscapeImage.frameCount, delay: 8).prefix(3_000), contentType: "image/gif"
            )
        case .endless: APIResponse(status: 200, body: Self.gif(5_000, delay: 4), contentType: "image/gif")
        case .hasty:
            APIResponse(status: 200, body: Self.gif(LandscapeImage.frameCount, delay: 0), contentType: "image/gif")
        }
    }

    private static func gif(_ count: Int, delay: Int) -> Data {
        let scene = LandscapeImage(1, width: 24, height: 18)
        let once = scene.frames()
        return GIFEncoder.data(
            width: 24, height: 18, frames: (0..<count).map { once[$0 % once.count] }, palette: scene.palette,
            delay: delay)
    }
}
