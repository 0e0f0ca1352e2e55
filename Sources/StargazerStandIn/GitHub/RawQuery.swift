import Foundation

/// A parsed query string. `URLComponents.queryItems` cannot distinguish `+` (here a space) from `%2B`.
struct RawQuery: Sendable {
    private(set) var pairs: [(name: String, value: String)]

    init(_ raw: String) {
        pairs = raw.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decode(halves[0]), halves.count > 1 ? Self.decode(halves[1]) : "")
        }
    }

    /// The last value counts when a name is repeated.
    subscript(name: String) -> String? { pairs.last { $0.name == name }?.value }

    /// Returns the query with one value changed, in the form of GitHub's links: parameters in the client's order, `+`
    /// for a space.
    func setting(_ name: String, _ value: String) -> String {
        var changed = pairs
        if let place = changed.firstIndex(where: { $0.name == name }) {
            changed[place].value = value
        } else {
            changed.append((name, value))
        }
        return changed.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
    }

    private static func decode(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let code = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._ ")

    private static func encode(_ text: String) -> String {
        (text.addingPercentEncoding(withAllowedCharacters: plain) ?? "").replacing(" ", with: "+")
    }
}
