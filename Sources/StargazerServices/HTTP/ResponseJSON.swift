import Foundation
import StargazerCore
import StargazerLibrary

/// Payload types declare the JSON keys themselves: `convertFromSnakeCase` would convert keys that are never read.
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

    /// Returns the error's coding path, or nil. It has only keys that our payload types declare, nothing of the body.
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

/// An entry of a list; nil if it cannot be read.
struct ReadableEntry<Value: Decodable>: Decodable {
    let result: Result<Value, any Error>
    var value: Value? { try? result.get() }

    init(from decoder: any Decoder) { result = Result { try Value(from: decoder) } }
}

/// The readable entries of a list, and how many are not. A list with none is unreadable: the API has changed.
struct ReadableEntries<Value: Decodable>: Decodable {
    let values: [Value]
    let unreadable: Int

    init(from decoder: any Decoder) throws {
        let entries = try [ReadableEntry<Value>](from: decoder)
        values = entries.compactMap(\.value)
        unreadable = entries.count - values.count
        if values.isEmpty, let first = entries.first { _ = try first.result.get() }
    }
}
