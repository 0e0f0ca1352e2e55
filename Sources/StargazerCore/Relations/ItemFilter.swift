import Foundation
import StargazerLibrary

/// Matches items whose rows contain all of the words, anywhere. Case and accents do not matter.
struct ItemFilter {
    private let words: [String]

    init(_ text: String) { words = Self.folded(text).split(whereSeparator: \.isWhitespace).map(String.init) }

    var isBlank: Bool { words.isEmpty }

    func matches(_ item: ItemContent) -> Bool {
        let shown = [item.title, item.name, item.context, item.aside, item.summary] + item.more.shownWords
        return matches(shown.joined(separator: "\n"))
    }

    func matches(_ text: String) -> Bool {
        let text = Self.folded(text)
        return words.allSatisfy { text.contains($0) }
    }

    static func folded(_ text: String) -> String {
        // Much faster, and enough for most texts.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
