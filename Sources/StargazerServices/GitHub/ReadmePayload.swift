import Foundation

/// A file of a repository on the wire.
struct ReadmePayload: Decodable {
    let path: String
    let encoding: String?
    let content: String?
    let htmlUrl: String?
    let downloadUrl: String?

    private enum CodingKeys: String, CodingKey {
        case path, encoding, content
        case htmlUrl = "html_url"
        case downloadUrl = "download_url"
    }

    /// The file itself; nil when it is not in the answer, or not as it is said to be.
    var bytes: Data? {
        guard let content, encoding == "base64" else { return nil }
        return Data(base64Encoded: content, options: .ignoreUnknownCharacters)
    }
}
