import Foundation

/// A text file with an address in each line.
struct AddressList {
    let codecs: ItemCodecs

    /// - Returns: nil for a file without an address of an item.
    func file(_ data: Data) throws(FileFailure) -> ImportFile? {
        let isUTF16 = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
        // JSON has no address of its own.
        guard let first = data.first(where: { $0 > 0x20 }), !"{[\"".utf8.contains(first) else { return nil }
        guard let text = isUTF16 ? String(data: data, encoding: .utf16) : String(decoding: data, as: UTF8.self) else {
            return nil
        }
        var builder = ImportFileBuilder(.addresses)
        do {
            for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
                // The end of a long address says nothing.
                let start = String(decoding: line.prefix(4 * AppLink.maxLength), as: UTF8.self)
                let line = start.trimmingCharacters(in: .whitespaces.union(["\u{FEFF}"]))
                if line.isEmpty || line.hasPrefix("#") { continue }
                if let target = codecs.importTarget(ofLink: line) {
                    try builder.add(target)
                } else {
                    try builder.skip(.otherLink)
                }
            }
        } catch let failure as FileFailure {
            // Another file can have any number of lines.
            guard failure == .cancelled || !builder.file.entries.isEmpty else { return nil }
            throw failure
        } catch {
            return nil
        }
        return builder.file.entries.isEmpty ? nil : builder.file
    }
}

/// The limits of a JSON text, which are checked before it is decoded: the decoder holds all values of a text at once.
enum JSONBounds {
    /// The most elements of one list or object.
    static let maxElements = 1_000_000
    /// The most elements of all lists and objects together.
    private static let maxValues = 10_000_000
    /// The longest text in bytes, as it is written.
    static let maxTextLength = 1 << 20
    /// As in the decoder, which refuses what is deeper.
    private static let maxDepth = 512

    /// - Throws: `.tooManyEntries`, `.textTooLong`, or `.cancelled` if the task was.
    static func check(_ data: Data) throws(FileFailure) {
        let failure = data.withUnsafeBytes(Self.failure)
        if let failure { throw failure }
    }

    private static func failure(in bytes: UnsafeRawBufferPointer) -> FileFailure? {
        var counts: [Int] = []
        var (total, textStart, place) = (0, -1, 0)
        while place < bytes.count {
            if place & 0xF_FFFF == 0, Task.isCancelled { return .cancelled }
            let byte = bytes[place]
            place += 1
            if textStart >= 0 {
                if byte == UInt8(ascii: "\\") {
                    place += 1
                } else if byte == UInt8(ascii: "\"") {
                    textStart = -1
                }
                if textStart >= 0, place - textStart > maxTextLength { return .textTooLong(limit: maxTextLength) }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): textStart = place
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if counts.count < maxDepth { counts.append(0) }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = counts.popLast()
            case UInt8(ascii: ","):
                total += 1
                if counts.isEmpty { counts.append(0) }
                counts[counts.count - 1] += 1
                if counts[counts.count - 1] >= maxElements || total >= maxValues {
                    return .tooManyEntries(limit: maxElements)
                }
            default: break
            }
        }
        return nil
    }
}

/// Recognizes a file by its content and decodes it. The name of the file does not matter.
struct ImportFileReader {
    let codecs: ItemCodecs
    /// The date for favorites whose file does not say when they were added.
    let now: Date

    func file(_ data: Data) throws(FileFailure) -> ImportFile {
        guard !data.starts(with: Data("SQLite format 3\0".utf8)) else { throw .otherFormat }
        if let text = BookmarksFile.text(data) {
            return try BookmarksFile(codecs: codecs).file(text)
        }
        if let addresses = try AddressList(codecs: codecs).file(data) { return addresses }
        try JSONBounds.check(data)
        let decoder = JSONDecoder()
        decoder.userInfo[DecodedFavorite.codecs] = codecs
        decoder.userInfo[.importDate] = now
        do {
            return try decoder.decode(AnyFile.self, from: data).file
        } catch let failure as FileFailure {
            throw failure
        } catch {
            throw FileFailure(error)
        }
    }

    private struct AnyFile: Decodable {
        let file: ImportFile

        init(from decoder: any Decoder) throws {
            if let own = try FavoritesJSONFormat.file(from: decoder) {
                file = own
                return
            }
            let codecs = decoder.userInfo[DecodedFavorite.codecs] as? ItemCodecs
            for format in codecs?.importFormats ?? [] {
                guard let found = try format.file(from: decoder) else { continue }
                file = found
                return
            }
            throw FileFailure.otherFormat
        }
    }
}
