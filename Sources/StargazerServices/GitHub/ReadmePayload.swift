import Foundation

/// A file of a repository, as JSON.
struct ReadmePayload: Decodable {
    let path: String
    let sha: String?
    let encoding: String?
    let content: String?
    let htmlUrl: String?
    let downloadUrl: String?

    private enum CodingKeys: String, CodingKey {
        case path, sha, encoding, content
        case htmlUrl = "html_url"
        case downloadUrl = "download_url"
    }

    /// The file's contents; nil if missing or not in the stated encoding.
    var bytes: Data? {
        guard let content, encoding == "base64" else { return nil }
        return Data(base64Encoded: content, options: .ignoreUnknownCharacters)
    }
}
