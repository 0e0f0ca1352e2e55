import Foundation
import StargazerCore

/// The words that the index has of an item. They are computed from what is stored, when they are added and again when
/// they are removed.
struct DocumentWords: Equatable, Sendable {
    /// The columns of `field_words`, in order.
    var fields: [String]
    /// Each word once; nil without a text.
    var text: String?

    /// Maximum length of all fields in Unicode scalars.
    private static let maxFields = 8_000
    /// The size in bytes of the beginning of a text whose words count more than the others.
    private static let leadSize = 500

    init(_ fields: DocumentFields?, _ text: TextWords?) {
        var room = Self.maxFields
        self.fields = (fields?.columns ?? [[], [], [], []]).map { values in
            let value = String(
                String.UnicodeScalarView(values.joined(separator: "\n").unicodeScalars.prefix(room)))
            room -= value.unicodeScalars.count
            let words = SearchWords(SearchWords.folded(value))
            return (words.plain + words.marked).joined(separator: " ")
        }
        self.fields.append(text?.lead ?? "")
        self.text = text?.all
    }

    /// The words of a text. Marks and addresses of links are no words.
    struct TextWords: Equatable, Sendable {
        /// Each word once; nil if only the lead was requested.
        let all: String?
        /// The words of the beginning.
        let lead: String

        init(_ text: String, onlyLead: Bool = false) {
            var words = WordSet()
            var leadEnd: Int?
            var size = 0
            PlainTextLines.forEach(in: text) { line in
                TextFolding.withFolded(line) { folded in
                    WordScanner.scan(folded) { words.insert(UnsafeBufferPointer(rebasing: folded[$1])) }
                }
                size += line.count
                if leadEnd == nil, size >= DocumentWords.leadSize { leadEnd = words.text.count }
                return !onlyLead || leadEnd == nil
            }
            all = onlyLead ? nil : String(decoding: words.text, as: UTF8.self)
            lead = String(decoding: words.text.prefix(leadEnd ?? .max), as: UTF8.self)
        }
    }
}

extension DocumentFields {
    /// The values of the columns of `field_words`, except the beginning of the text.
    var columns: [[String]] { [[title], topics + tags, [description], [note]] }
}

/// Folds UTF-8 as `SearchWords.folded` does. ASCII, which most lines are, needs no strings.
enum TextFolding {
    static func withFolded<Value>(_ text: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Value)
        -> Value
    {
        if text.allSatisfy({ $0 < 0x80 }) {
            return text.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }.withUnsafeBufferPointer(body)
        }
        var folded = SearchWords.folded(String(decoding: text, as: UTF8.self))
        return folded.withUTF8(body)
    }
}
