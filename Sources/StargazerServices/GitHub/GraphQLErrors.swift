import Foundation
import StargazerCore

/// The `errors` of a GraphQL response, which come with status 200.
struct GraphQLErrors: Decodable {
    struct Entry: Decodable {
        /// Such as `NOT_FOUND`; nil for errors of the query itself.
        let type: String?
        let message: String
        /// The alias of the part that failed; nil when the whole query did.
        let alias: String?

        private enum Key: CodingKey { case type, message, path }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            type = try? fields.decode(String.self, forKey: .type)
            message = (try? fields.decode(String.self, forKey: .message)) ?? ""
            var path = try? fields.nestedUnkeyedContainer(forKey: .path)
            alias = try? path?.decode(String.self)
        }
    }

    private let errors: [Lenient<Entry>]?

    var entries: [Entry] { errors?.compactMap(\.value) ?? [] }

    /// Whether the server ran out of time or resources, so that a smaller query may succeed.
    var isTooMuch: Bool {
        entries.contains { entry in
            let message = entry.message.lowercased()
            return entry.type?.hasPrefix("RESOURCE_LIMIT") == true
                || ["something went wrong", "resource limits", "timeout", "timed out"].contains(where: message.contains)
        }
    }

    /// Returns the rate limit that a response reports; nil for every other response.
    static func limit(in response: HTTPResponse) -> GitHubErrorResponse? {
        // The status and the headers explain an error.
        guard response.status == 200, let errors = try? JSONDecoder().decode(GraphQLErrors.self, from: response.body)
        else { return nil }
        for entry in errors.entries {
            if ["RATE_LIMIT", "RATE_LIMITED"].contains(entry.type) { return .limitExhausted }
            if entry.message.lowercased().contains("secondary rate limit") { return .slowDown }
        }
        return nil
    }
}
