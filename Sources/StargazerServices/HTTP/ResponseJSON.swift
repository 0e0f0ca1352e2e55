import Foundation
import StargazerCore

/// Reading a body of JSON. Payloads name the wire's keys themselves: a decoder that turns snake case into
/// camel case turns every key that comes, and most of them nobody asks for.
enum ResponseJSON {
    /// - Parameter what: begins the code of the failure: `search` gives `search-items.3.name`.
    static func read<Payload: Decodable>(
        _ type: Payload.Type, from body: Data, what: String
    ) throws(CatalogFailure) -> Payload {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let failure as DecodingError {
            throw .unreadable(code: "\(what)-\(path(of: failure))")
        } catch {
            throw .unreadable(code: "\(what)-json")
        }
    }

    /// Where the body broke its promise. Names only keys that we ask for, never what the body holds.
    private static func path(of failure: DecodingError) -> String {
        let path: [any CodingKey]
        switch failure {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            path = context.codingPath
        @unknown default: path = []
        }
        let names = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return names.isEmpty ? "json" : names.joined(separator: ".")
    }
}
