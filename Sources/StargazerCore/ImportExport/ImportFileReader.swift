import Foundation

/// A text file with addresses, one in a line, also with other words around them: a list in Markdown, a table, or
/// `OWNER/NAME` at the beginning of lines.
struct AddressList {
    let codecs: ItemCodecs

    /// - Returns: nil for a file without an address of an item.
    func file(_ data: Data) throws(FileFailure) -> ImportFile? {
        // JSON has no address of its own, and HTML is read by its tags.
        guard let first = data.first(where: { $0 > 0x20 && $0 < 0x80 }),
            !"{[\"".utf8.contains(first) || Self.isLink(data)
        else { return nil }
        var builder = ImportFileBuilder(.addresses)
        var number = 0
        do {
            let text = FileText.decoded(data)
            for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                number += 1
                // The end of a long line says nothing.
                let start = String(decoding: line.prefix(4 * AppLink.maxLength), as: UTF8.self)
                let line = start.trimmingCharacters(in: .whitespacesAndNewlines.union(["\u{FEFF}"]))
                if line.isEmpty || line.hasPrefix("#") || Self.isRule(line) { continue }
                if let target = target(in: line) {
                    try builder.add(target)
                } else {
                    try builder.skip(.otherLink, SkippedLine(number: number, text: CleanText.line(line, limit: 80)))
                }
            }
        } catch let failure as FileFailure {
            // Another file can have any number of lines.
            guard failure == .cancelled || !builder.file.entries.isEmpty else { return nil }
            throw failure
        } catch {
            return nil
        }
        // In other texts, lines seldom begin like a name.
        let lines = builder.file.problems[.otherLink, default: 0] + builder.file.entries.count
        let isList = builder.file.entries.count * 4 >= lines || data.prefix(1 << 20).contains(Self.addressMark)
        return builder.file.entries.isEmpty || !isList ? nil : builder.file
    }

    private static let addressMark = Data("github.com".utf8)

    /// Whether a text that begins with a bracket is a link of Markdown and not JSON.
    private static func isLink(_ data: Data) -> Bool {
        data.first { $0 > 0x20 } == UInt8(ascii: "[") && data.prefix(1_000).contains(Data("](".utf8))
    }

    /// Whether a line only separates the head of a table from its rows, or is a heading's underline.
    private static func isRule(_ line: String) -> Bool { line.allSatisfy { "|-=:+ \t".contains($0) } }

    /// Returns the first address in a line, or the name that the line begins with.
    private func target(in line: String) -> ImportEntry.Target? {
        if let target = codecs.importTarget(ofLink: line) { return target }
        let words = line.split { $0.isWhitespace || "<>()[]{}|\"'`,;“”‘’«»".contains($0) }
        var first: Substring?
        for word in words {
            let word = word.trimmingPrefix { "*-+•·".contains($0) }
            let end = word.lastIndex { !".:!?*_~".contains($0) }
            guard let end else { continue }
            let text = String(word[...end])
            if text.contains("."), text.contains("/") || text.contains(":") {
                if let target = codecs.importTarget(ofLink: text) { return target }
            }
            // Bullets and numbers of a list come before.
            if first == nil, !text.allSatisfy({ $0.isNumber || ".)".contains($0) }) { first = Substring(text) }
        }
        return first.flatMap { codecs.importTarget(named: String($0)) }
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
        // The bounds are those of the text, whose characters have one byte or more.
        var data = FileText.isWide(data) ? Data(FileText.decoded(data).utf8) : data
        try JSONBounds.check(data)
        JSONLists.join(&data)
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
            if let bookmarks = try FirefoxBackup.file(from: decoder, codecs ?? ItemCodecs([])) {
                file = bookmarks
                return
            }
            for format in codecs?.importFormats ?? [] {
                guard let found = try format.file(from: decoder) else { continue }
                file = found
                return
            }
            throw FileFailure.otherFormat
        }
    }
}
