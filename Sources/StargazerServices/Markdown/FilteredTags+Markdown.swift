import StargazerCore
import StargazerLibrary

extension FilteredTags {
    /// Returns what becomes of each tag in a paragraph, heading or table cell, in order. Does not count those in a script
    /// or style that is left out.
    /// - Parameters:
    ///   - events: the events after the one that begins it.
    ///   - showsAll: it is a heading or cell, which would be empty without a tag.
    static func outcomes(in events: MarkdownEvents, showsAll: Bool) -> [Outcome] {
        var (tags, events) = (FilteredTags(), events)
        reading: while let event = events.next() {
            switch event {
            case .text(let text), .code(let text): tags.add(lines: text)
            case .softBreak, .lineBreak: tags.addLineBreak()
            case .html(let html):
                for case .filtered(let name, let source) in HTMLTokens.all(in: html, filtersTags: true) {
                    tags.addTag(name, isClosing: source.hasPrefix("</"))
                }
            case .endParagraph, .endHeading, .endCell: break reading
            default: break
            }
        }
        return tags.outcomes(showsAll: showsAll)
    }
}
