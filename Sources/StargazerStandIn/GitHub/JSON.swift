import Foundation

/// JSON that keeps the order of its members, as GitHub's answers do. (`JSONEncoder` shuffles or sorts them.)
enum JSON: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case string(String)
    case array([JSON])
    case object(JSONObject)
    /// Encoded JSON. A page of a hundred repositories is assembled from encoded parts, not from one large tree.
    case written(Data)

    static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }

    var data: Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(6 * 1024)
        write(to: &bytes)
        return Data(bytes)
    }

    fileprivate func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): bytes.append(contentsOf: String(value).utf8)
        case .string(let value): Self.write(value, to: &bytes)
        case .written(let data): bytes.append(contentsOf: data)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20: bytes.append(contentsOf: String(format: "\\u%04x", Int(byte)).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

struct JSONObject: Sendable {
    fileprivate(set) var members: [(name: String, value: JSON)] = []

    mutating func set(_ name: String, _ value: JSON) { members.append((name, value)) }
    mutating func set(_ name: String, _ value: String) { members.append((name, .string(value))) }
    mutating func set(_ name: String, _ value: Int) { members.append((name, .int(value))) }
    mutating func set(_ name: String, _ value: Bool) { members.append((name, .bool(value))) }
}
