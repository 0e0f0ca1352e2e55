import Foundation
import StargazerCore

/// Decodes JSON bodies.
///
/// Payload types declare the JSON keys themselves: `convertFromSnakeCase` would convert every key received, and most of
/// them are never read.
enum ResponseJSON {
    /// - Parameter what: starts the code of a failure: `search` gives `search-items.3.name`.
    static func read<Payload: Decodable>(
        _ type: Payload.Type, from body: Data, what: String
    ) throws(CatalogFailure) -> Payload {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let failure as DecodingError {
            throw .unreadable(code: "\(what)-\(path(of: failure) ?? form(of: body))")
        } catch {
            throw .unreadable(code: "\(what)-json")
        }
    }

    /// What the whole body is, where no part of it is to blame.
    private static func form(of body: Data) -> String {
        switch JSONValidator.failure(of: body) {
        case .markup: "markup"
        case .truncated: "cut"
        default: "json"
        }
    }

    /// Returns the coding path of the error, or nil. It names only keys that our payload types declare, never the body's
    /// contents.
    private static func path(of failure: DecodingError) -> String? {
        let path: [any CodingKey]
        switch failure {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            path = context.codingPath
        @unknown default: path = []
        }
        let names = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return names.isEmpty ? nil : names.joined(separator: ".")
    }
}
