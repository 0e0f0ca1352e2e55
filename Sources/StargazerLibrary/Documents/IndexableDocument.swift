import Foundation

/// A text that is ready to be written.
struct IndexableDocument: Sendable {
    let document: StoredDocument
    let compressed: Data
    let words: DocumentWords.TextWords

    /// Returns nil for a text that is too large.
    init?(_ document: StoredDocument) {
        guard document.text.utf8.count <= StoredDocument.maxSize else { return nil }
        var document = document
        document.text = Self.cut(document.text)
        guard let compressed = Deflate.compressed(Data(document.text.utf8)) else { return nil }
        self.document = document
        self.compressed = compressed
        words = DocumentWords.TextWords(document.text)
    }

    static func decompressed(_ bytes: Data) -> String? {
        Deflate.decompressed(bytes, atMost: StoredDocument.maxStoredSize).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func cut(_ text: String) -> String {
        let bytes = text.utf8
        guard bytes.count > StoredDocument.maxStoredSize else { return text }
        var end = bytes.index(bytes.startIndex, offsetBy: StoredDocument.maxStoredSize)
        while end > bytes.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = bytes.index(before: end)
        }
        return String(text[..<end])
    }
}
