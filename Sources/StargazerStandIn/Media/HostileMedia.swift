import Foundation

/// Pictures that no server ought to send, by the number of the sample picture that has them. What is said of each is
/// sound, so that they stand among the others.
enum HostileMedia: Int, CaseIterable {
    /// A page, under the type of one.
    case page = 251
    /// 20,000 by 20,000 pixels.
    case bomb = 252
    case truncated = 253
    case vector = 254
    /// 5,000 pictures one after the other.
    case endless = 255
    /// No time between its pictures.
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
