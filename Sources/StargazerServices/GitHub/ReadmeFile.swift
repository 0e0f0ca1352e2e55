import Foundation
import StargazerCore
import StargazerLibrary

/// A README as REST returns it, which is the one that GitHub's page shows.
struct ReadmeFile {
    let payload: ReadmePayload
    /// The first megabyte of the text; nil if the file is none, such as a picture or a link that leads nowhere.
    let text: String?
    /// Whether the file is longer than the text.
    let isCut: Bool

    /// Loads a README, and one that is too large for JSON with a second request.
    /// - Parameters:
    ///   - version: the blob ID for which only the payload is needed.
    ///   - body: sends the request for the README and returns the body: JSON, or the file as it is.
    init(
        unless version: String? = nil, _ body: (_ isRaw: Bool) async throws(CatalogFailure) -> Data
    ) async throws(CatalogFailure) {
        payload = try ResponseJSON.read(ReadmePayload.self, from: try await body(false), what: "readme")
        guard payload.isFile, version == nil || payload.sha != version else {
            (text, isCut) = (nil, false)
            return
        }
        guard let bytes = payload.isTooLarge ? try await body(true) : payload.bytes else {
            throw .unreadable(code: "readme-content")
        }
        let isCutHere =
            payload.isTooLarge && payload.size.map { $0 > bytes.count } ?? (bytes.count >= StoredDocument.maxSize)
        guard let decoded = FileText.decoded(bytes, isCut: isCutHere) else {
            (text, isCut) = (nil, false)
            return
        }
        // The last line can be incomplete.
        let isLineOpen = isCutHere && decoded.utf8.last != UInt8(ascii: "\n")
        let size = isLineOpen ? decoded.utf8.count - 1 : decoded.utf8.count
        let (beginning, isTooLong) = MarkdownReader.bounded(decoded, to: max(0, min(size, StoredDocument.maxSize)))
        (text, isCut) = (beginning, isCutHere || isTooLong)
    }

    /// What is stored; nil without a text.
    var source: DocumentSource? {
        text.map {
            DocumentSource(
                text: $0, version: payload.sha ?? "unknown", path: payload.path, branch: payload.branch)
        }
    }
}

struct ReadmePayload: Decodable {
    let path: String
    var sha: String?
    /// In bytes.
    var size: Int?
    var type: String?
    var encoding: String?
    var content: String?
    var htmlUrl: String?
    var downloadUrl: String?

    private enum CodingKeys: String, CodingKey {
        case path, sha, size, type, encoding, content
        case htmlUrl = "html_url"
        case downloadUrl = "download_url"
    }

    /// False for a symbolic link that GitHub does not follow, and for a submodule.
    var isFile: Bool { type == nil || type == "file" }

    /// Whether only the raw media type has the contents, as for more than 1 MB.
    var isTooLarge: Bool { encoding == "none" }

    /// The file's contents; nil if missing or not in the stated encoding.
    var bytes: Data? {
        guard let content, encoding == "base64" else { return nil }
        return Data(base64Encoded: content, options: .ignoreUnknownCharacters)
    }

    /// The file's branch, which the address of its page has: `https://HOST/OWNER/NAME/blob/BRANCH/PATH`.
    var branch: String? {
        let root = DocumentBaseURLs.root(of: WebLink.url(htmlUrl), without: path)?.pathComponents ?? []
        return root.count > 4 && root[3] == "blob" ? root[4...].joined(separator: "/") : nil
    }
}
