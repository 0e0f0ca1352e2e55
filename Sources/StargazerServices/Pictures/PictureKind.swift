import Foundation
import StargazerLibrary

/// What a body is by its first bytes, as browsers decide. Servers often name another type, or none.
enum PictureKind: Equatable {
    case raster(PictureFormat)
    case svg
    /// The text that Git has in place of a large file.
    case gitLFSPointer

    /// The length of a beginning that shows the kind.
    static let prefixLength = 16 << 10

    /// Nil for anything else, and for a beginning that is too short to tell.
    init?(_ data: Data) {
        let beginning = data.prefix(Self.prefixLength)
        if let format = PictureFormat(beginning) {
            self = .raster(format)
        } else if Self.pointers.contains(where: { beginning.starts(with: Data($0.utf8)) }) {
            self = .gitLFSPointer
        } else if Self.isSVG(beginning) {
            self = .svg
        } else {
            return nil
        }
    }

    /// The first lines of the format's versions.
    private static let pointers = [
        "version https://git-lfs.github.com/spec/", "version https://hawser.github.com/spec/",
    ]

    /// Whether the first element of an XML text is `svg`.
    private static func isSVG(_ data: Data) -> Bool {
        let isUTF16 = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
        let decoded = isUTF16 ? String(data: data.prefix(data.count & ~1), encoding: .utf16) : nil
        var text = (decoded ?? String(decoding: data, as: UTF8.self))[...]
        func skip(past end: String) -> Bool {
            guard let range = text.firstRange(of: end) else { return false }
            text = text[range.upperBound...]
            return true
        }
        while true {
            text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            guard text.first == "<" else { return false }
            let isSkipped: Bool
            if text.hasPrefix("<!--") {
                isSkipped = skip(past: "-->")
            } else if text.hasPrefix("<?") {
                isSkipped = skip(past: "?>")
            } else if text.hasPrefix("<!") {
                // A document type can declare entities in brackets.
                let declaration = text.prefix { $0 != ">" }
                let isHTML = declaration.lowercased().hasPrefix("<!doctype html")
                isSkipped = !isHTML && (!declaration.contains("[") || skip(past: "]")) && skip(past: ">")
            } else {
                let name = text.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
                return name.split(separator: ":").last == "svg"
            }
            if !isSkipped { return false }
        }
    }
}

extension HTTPBodyKind {
    /// Whether a picture of this kind is read.
    func allows(_ kind: PictureKind) -> Bool { self != .largePicture || kind != .svg }
}
