import Foundation

/// The body of an error response. Every field is optional: the body can be HTML or have another structure.
struct ErrorPayload: Decodable {
    struct Block: Decodable {
        let reason: String?
        let htmlUrl: String?

        private enum CodingKeys: String, CodingKey {
            case reason
            case htmlUrl = "html_url"
        }
    }

    private struct Detail: Decodable {
        let message: String?
    }

    private enum Key: CodingKey {
        case message, errors, block
    }

    let message: String?
    let block: Block?
    /// GitHub's message about the first error.
    let firstDetail: String?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        message = try? fields.decode(String.self, forKey: .message)
        block = try? fields.decode(Block.self, forKey: .block)
        let details = try? fields.decode([Detail].self, forKey: .errors)
        let sentences = try? fields.decode([String].self, forKey: .errors)
        firstDetail = details?.lazy.compactMap(\.message).first ?? sentences?.first
    }

    private init() {
        message = nil
        block = nil
        firstDetail = nil
    }

    /// Decodes a body; one that cannot be decoded gives an empty payload.
    static func read(_ body: Data) -> ErrorPayload {
        (try? JSONDecoder().decode(ErrorPayload.self, from: body)) ?? ErrorPayload()
    }
}
