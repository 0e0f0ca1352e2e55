import Foundation

/// What to do with a body, decided when the headers arrive.
enum ResponseBodyPolicy: Equatable {
    /// Read it; a larger body is a failure.
    case read(limit: Int)
    /// Read up to this many bytes.
    case truncate(at: Int)
    /// Do not read it.
    case ignore
    case reject(HTTPFailure)

    init(status: Int, contentType: String?, expects: HTTPBodyKind, limits: HTTPLimits) {
        let limit = limits.allowance(for: expects).bytes
        switch status {
        case 204, 205, 304: self = .read(limit: limit)
        case 200..<300 where expects.allows(contentType): self = .read(limit: limit)
        case 200..<300: self = .reject(.wrongContentType(contentType))
        case 300..<400: self = .ignore
        default: self = .truncate(at: limits.errorBytes)
        }
    }
}

extension HTTPBodyKind {
    /// Whether a successful response may have this content type.
    func allows(_ contentType: String?) -> Bool {
        let type = (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        switch self {
        case .json: return type == "application/json" || type.hasSuffix("+json")
        case .text: return HTTPBodyKind.json.allows(contentType) || type.hasPrefix("text/")
        case .picture, .largePicture: return ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(type)
        case .none: return true
        }
    }
}

/// Checks that a JSON body is complete: libsoup 3.2 reports a truncated chunked body as a success. The decoder checks
/// the structure of the whole document before it asks for the first value.
enum JSONValidator {
    static func isComplete(_ body: Data) -> Bool {
        (try? JSONDecoder().decode(AnyJSONValue.self, from: body)) != nil
    }

    private struct AnyJSONValue: Decodable {
        init(from decoder: any Decoder) {}
    }
}
