import Foundation
import StargazerLibrary

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
