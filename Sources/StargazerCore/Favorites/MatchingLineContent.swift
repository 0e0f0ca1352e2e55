/// A line of a document, clean, on one line, in parts that match a search or not.
public struct MatchingLineContent: Equatable, Sendable {
    public struct Part: Equatable, Sendable {
        public let text: String
        public let isMatch: Bool
    }

    public let parts: [Part]

    public var text: String { parts.map(\.text).joined() }

    init(_ line: DocumentLine) {
        var parts: [Part] = []
        var isAtStart = true
        func add(_ range: Range<String.Index>, isMatch: Bool) {
            let text = CleanText.passage(String(line.text[range]), isAtStart: &isAtStart).replacing("\n", with: " ")
            if !text.isEmpty { parts.append(Part(text: text, isMatch: isMatch)) }
        }
        var end = line.text.startIndex
        for word in line.words where word.lowerBound >= end {
            add(end..<word.lowerBound, isMatch: false)
            add(word, isMatch: true)
            end = word.upperBound
        }
        add(end..<line.text.endIndex, isMatch: false)
        self.parts = parts
    }
}
