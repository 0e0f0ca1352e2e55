import Foundation

/// Matches items whose names contain all of the words, anywhere. Case and accents do not matter.
struct ItemFilter {
    private let words: [String]

    init(_ text: String) { words = Self.folded(text).split(whereSeparator: \.isWhitespace).map(String.init) }

    /// Whether there are no words.
    var isBlank: Bool { words.isEmpty }

    func matches(_ item: ItemContent) -> Bool { matches("\(item.title)\n\(item.name)\n\(item.context)") }

    func matches(_ names: String) -> Bool {
        let names = Self.folded(names)
        return words.allSatisfy { names.contains($0) }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
