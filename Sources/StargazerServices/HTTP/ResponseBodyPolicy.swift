import Foundation

/// What to do with a body, decided when the headers arrive.
enum ResponseBodyPolicy: Equatable {
    /// Read it; a larger body is a failure.
    case read(limit: Int)
    /// The same, as long as its first bytes can be those of a picture.
    case readPicture(limit: Int)
    /// Read up to this many bytes of an error response. A body that ends early is one too.
    case truncate(at: Int)
    /// Read up to this many bytes.
    case readBeginning(limit: Int)
    /// Do not read it.
    case ignore
    case reject(HTTPFailure)

    init(status: Int, contentType: String?, expects: HTTPBodyKind, limits: HTTPLimits) {
        let limit = limits.allowance(for: expects).bytes
        switch status {
        case 204, 205, 304: self = .read(limit: limit)
        case 200..<300 where expects.isPicture: self = .readPicture(limit: limit)
        case 200..<300 where expects.allows(contentType):
            self = expects == .file ? .readBeginning(limit: limit) : .read(limit: limit)
        case 200..<300: self = .reject(.wrongContentType(contentType))
        case 300..<400: self = .ignore
        default: self = .truncate(at: limits.errorBytes)
        }
    }
}

extension HTTPBodyKind {
    /// Whether a successful response may have this content type.
    func allows(_ contentType: String?) -> Bool {
        let type = Self.type(contentType)
        switch self {
        case .json: return type == "application/json" || type.hasSuffix("+json")
        case .text: return HTTPBodyKind.json.allows(contentType) || type.hasPrefix("text/")
        case .file: return type != "text/html"
        case .picture, .documentPicture, .largePicture, .none: return true
        }
    }

    /// Returns a content type without its parameters, in lowercase.
    static func type(_ contentType: String?) -> String {
        (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

/// Checks that a JSON body is complete: libsoup 3.2 reports a truncated chunked body as a success. The decoder checks
/// the structure of the whole document before it asks for the first value.
enum JSONValidator {
    /// Why a body is no complete JSON document; nil for one that is.
    static func failure(of body: Data) -> HTTPFailure? {
        if (try? JSONDecoder().decode(AnyJSONValue.self, from: body)) != nil { return nil }
        return structuralFailure(of: body)
    }

    /// A document that is cut off begins as one and never closes its first bracket.
    private static func structuralFailure(of body: Data) -> HTTPFailure {
        let byteOrderMark = Data([0xEF, 0xBB, 0xBF])
        let text = body.starts(with: byteOrderMark) ? body.dropFirst(byteOrderMark.count) : body
        guard let first = text.first(where: { !" \t\r\n".utf8.contains($0) }) else { return .truncated }
        if first == UInt8(ascii: "<") { return .markup }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return .notJSON }
        var closing: [UInt8] = []
        var (isInString, isEscaped) = (false, false)
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard closing.popLast() == byte, !closing.isEmpty else { return .notJSON }
            default: break
            }
        }
        return .truncated
    }

    private struct AnyJSONValue: Decodable {
        init(from decoder: any Decoder) {}
    }
}
