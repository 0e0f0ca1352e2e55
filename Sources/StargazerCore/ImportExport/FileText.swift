import Foundation

/// The text of files that other programs wrote, in any usual encoding.
enum FileText {
    /// Decodes by the byte order mark, else by the character set that HTML names at its beginning, else as UTF-8, and as
    /// Windows-1252 what is not UTF-8. Never fails: unknown bytes become replacement characters.
    static func decoded(_ data: Data) -> String {
        if data.starts(with: [0xFF, 0xFE]) { return wide(data.dropFirst(2)) { UInt16(littleEndian: $0) } }
        if data.starts(with: [0xFE, 0xFF]) { return wide(data.dropFirst(2)) { UInt16(bigEndian: $0) } }
        if isWide(data) {
            return wide(data, data.first == 0 ? { UInt16(bigEndian: $0) } : { UInt16(littleEndian: $0) })
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if data.starts(with: mark) { return String(decoding: data.dropFirst(mark.count), as: UTF8.self) }
        if let encoding = encoding(named: data), let text = String(data: data, encoding: encoding) { return text }
        return String(validating: data, as: UTF8.self) ?? windows1252(data)
    }

    /// Whether the text has two bytes for each character, by its mark or its first character.
    static func isWide(_ data: Data) -> Bool {
        let start = [UInt8](data.prefix(2))
        guard start.count == 2 else { return false }
        return start == [0xFF, 0xFE] || start == [0xFE, 0xFF] || (start[0] == 0) != (start[1] == 0)
    }

    private static func wide(_ data: Data, _ order: (UInt16) -> UInt16) -> String {
        data.withUnsafeBytes { bytes in
            let count = bytes.count / 2
            let units = (0..<count).lazy.map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self) }
            return withoutActuallyEscaping(order) { order in String(decoding: units.map(order), as: UTF16.self) }
        }
    }

    /// Returns the encoding of `charset=` in the first kilobyte of HTML; nil for UTF-8 and for an unknown one.
    private static func encoding(named data: Data) -> String.Encoding? {
        let start = String(decoding: data.prefix(1_024), as: UTF8.self).lowercased()
        guard start.contains("<"), let found = start.firstMatch(of: /charset\s*=\s*["']?\s*([a-z0-9_\-:]+)/) else {
            return nil
        }
        return encodings[String(found.1)]
    }

    private static let encodings: [String: String.Encoding] = [
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "shift_jis": .shiftJIS, "shift-jis": .shiftJIS,
        "x-sjis": .shiftJIS,
    ]

    /// Decodes Windows-1252, which browsers also take ISO-8859-1 for. Unassigned bytes stay control characters.
    private static func windows1252(_ data: Data) -> String {
        var text = String.UnicodeScalarView()
        text.reserveCapacity(data.count)
        for byte in data {
            let scalar = (0x80...0x9F).contains(byte) ? special[Int(byte) - 0x80] : UInt32(byte)
            text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        }
        return String(text)
    }

    private static let special: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

/// Several JSON lists one after the other, as command-line tools write the pages of a list.
enum JSONLists {
    /// Makes one list of them. Any other text stays as it is.
    static func join(_ data: inout Data) {
        guard data.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else { return }
        var joints: [(end: Int, start: Int)] = []
        data.withUnsafeBytes { bytes in
            var (depth, end) = (0, -1)
            var (isInText, isEscaped) = (false, false)
            for (index, byte) in bytes.enumerated() {
                if isInText {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInText = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    if depth == 0, end >= 0, byte == UInt8(ascii: "[") { joints.append((end, index)) }
                    depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth -= 1
                    if depth == 0 { end = index }
                default: break
                }
            }
        }
        for joint in joints {
            let isEmpty =
                data[data.index(data.startIndex, offsetBy: joint.start)...].dropFirst()
                .first { $0 > 0x20 } == UInt8(ascii: "]")
            let wasEmpty =
                data[..<data.index(data.startIndex, offsetBy: joint.end)].last { $0 > 0x20 } == UInt8(ascii: "[")
            data[data.startIndex + joint.end] = UInt8(ascii: isEmpty || wasEmpty ? " " : ",")
            data[data.startIndex + joint.start] = UInt8(ascii: " ")
        }
    }
}
