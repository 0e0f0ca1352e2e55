import Foundation

/// The byte ranges of a JSON text's values, so that they can be replaced without encoding the text again.
struct JSONValueRanges {
    enum Kind { case text, number, word, object, array }

    struct Node {
        /// Empty for an element of an array and for the whole text.
        var name: String
        /// Includes the quotes; nil for a value without a name.
        var key: Range<Int>?
        var value: Range<Int>
        /// Includes the name and one comma, so that removing it leaves valid JSON.
        var whole: Range<Int>
        var kind: Kind
    }

    private(set) var nodes: [Node] = []
    private let bytes: [UInt8]
    private var at = 0

    /// - Parameter bytes: valid JSON; other text has no ranges.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil else { return }
        skipBlanks()
        readValue(named: "", key: nil)
    }

    private var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

    private mutating func skipBlanks() { while [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 } }

    private mutating func readValue(named name: String, key: Range<Int>?) {
        let start = at
        let index = nodes.count
        nodes.append(Node(name: name, key: key, value: start..<start, whole: start..<start, kind: .word))
        switch byte {
        case UInt8(ascii: "{"): readMembers(index, until: UInt8(ascii: "}"), kind: .object)
        case UInt8(ascii: "["): readMembers(index, until: UInt8(ascii: "]"), kind: .array)
        case UInt8(ascii: "\""):
            readText()
            nodes[index].kind = .text
        default:
            if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) { nodes[index].kind = .number }
            while at < bytes.count, !Self.ends.contains(byte) { at += 1 }
        }
        nodes[index].value = start..<at
        nodes[index].whole = (key?.lowerBound ?? start)..<at
    }

    private mutating func readMembers(_ index: Int, until end: UInt8, kind: Kind) {
        nodes[index].kind = kind
        at += 1
        skipBlanks()
        var last: Int?
        while at < bytes.count, byte != end {
            let comma = at
            if byte == UInt8(ascii: ",") { at += 1 }
            skipBlanks()
            var (name, key) = ("", Range<Int>?.none)
            if kind == .object {
                let start = at
                readText()
                key = start..<at
                name = String(decoding: bytes[(start + 1)..<(at - 1)], as: UTF8.self)
                skipBlanks()
                at += 1
                skipBlanks()
            }
            let child = nodes.count
            readValue(named: name.isEmpty ? nodes[index].name : name, key: key)
            if last != nil { nodes[child].whole = comma..<at }
            last = last ?? child
            skipBlanks()
        }
        // The first value includes the comma after it, if there is one.
        if let last, at > nodes[last].whole.upperBound, bytes[nodes[last].whole.upperBound] == UInt8(ascii: ",") {
            nodes[last].whole = nodes[last].whole.lowerBound..<(nodes[last].whole.upperBound + 1)
        }
        at += 1
    }

    private mutating func readText() {
        at += 1
        while at < bytes.count, byte != UInt8(ascii: "\"") { at += byte == UInt8(ascii: "\\") ? 2 : 1 }
        at += 1
    }

    private static let ends = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D]
}
