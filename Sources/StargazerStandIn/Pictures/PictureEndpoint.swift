import Foundation

/// `GET /avatars/u/{id}`.
enum PictureEndpoint {
    static func answer(_ call: Call) -> Answer? { nil }
}
