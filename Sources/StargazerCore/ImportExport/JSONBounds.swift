import Foundation
import StargazerLibrary

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
