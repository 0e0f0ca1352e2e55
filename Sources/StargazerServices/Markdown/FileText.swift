import Foundation

/// Reads a file of unknown encoding: by its byte order mark, as UTF-8, or as Windows-1252, where all bytes are valid.
enum FileText {
    /// - Parameter isCut: whether the file goes on, so that the last character can be incomplete.
    /// - Returns: the text without its byte order mark; nil for a binary file.
    static func decoded(_ bytes: Data, isCut: Bool = false) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2)) { UInt16($1) << 8 | UInt16($0) } }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2)) { UInt16($0) << 8 | UInt16($1) } }
        if bytes.starts(with: byteOrderMark) {
            return String(decoding: complete(bytes.dropFirst(byteOrderMark.count), isCut), as: UTF8.self)
        }
        // Like Git: a file with a zero byte near its beginning is binary.
        guard !bytes.prefix(8_000).contains(0) else { return nil }
        let complete = complete(bytes, isCut)
        if let text = String(validating: complete, as: UTF8.self) { return text }
        return isMostlyUTF8(complete) ? String(decoding: complete, as: UTF8.self) : windows1252(bytes)
    }

    /// Returns a text that a server has decoded, without its byte order mark.
    static func withoutByteOrderMark(_ text: String) -> String {
        text.utf8.starts(with: byteOrderMark) ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns UTF-8 without the beginning of a character at its end.
    private static func complete(_ bytes: Data, _ isCut: Bool) -> Data {
        guard isCut, let start = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
        let length =
            switch bytes[start] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        return bytes.endIndex - start < length ? bytes[..<start] : bytes
    }

    /// Whether more characters of several bytes are valid than not, as in a text with a few damaged ones.
    private static func isMostlyUTF8(_ bytes: Data) -> Bool {
        var (valid, invalid) = (0, 0)
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let character): if character.count > 1 { valid += 1 }
            case .error: invalid += 1
            case .emptyInput: return valid > invalid
            }
        }
    }

    private static func utf16(_ bytes: Data, _ unit: (UInt8, UInt8) -> UInt16) -> String {
        let bytes = [UInt8](bytes)
        return String(
            decoding: stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) },
            as: UTF16.self)
    }

    private static func windows1252(_ bytes: Data) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append((0x80...0x9F).contains(byte) ? windowsCharacters[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(text)
    }

    /// The characters from 0x80 to 0x9F. Where Windows-1252 has none, browsers keep the control character.
    private static let windowsCharacters = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
