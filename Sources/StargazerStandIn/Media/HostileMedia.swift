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
    /// More than 5,000 frames.
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
                status: 200, body: Data(PackageResources.gif_wide_1_gif.prefix(3_000)), contentType: "image/gif")
        case .endless: APIResponse(status: 200, body: PictureFile.endlessGIF, contentType: "image/gif")
        case .hasty: APIResponse(status: 200, body: PictureFile.hastyGIF, contentType: "image/gif")
        }
    }
}
