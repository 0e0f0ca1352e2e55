import Foundation
public import Observation

/// Finds text in a document and moves from match to match.
@MainActor @Observable public final class DocumentSearch {
    public struct Match: Sendable, Hashable {
        public let block: Int
        /// The index in the block's texts.
        public let text: Int
        /// In Unicode scalars of that text.
        public let range: Range<Int>
    }

    /// In reading order.
    public private(set) var matches: [Match] = []
    /// The index of the selected match.
    public private(set) var current: Int?
    /// The search text as typed.
    public private(set) var words = ""

    @ObservationIgnored private var document = Document(blocks: [])
    @ObservationIgnored private var searchTask: Task<Void, Never>?

    nonisolated static let limit = 1_000

    public init() {}

    isolated deinit { searchTask?.cancel() }

    /// Sets the document to search.
    public func search(in document: Document) {
        let isSameText = document.recolored(from: self.document) != nil
        self.document = document
        if isSameText { return }
        search(for: words, from: nil)
    }

    public func search(for words: String) {
        guard words != self.words else { return }
        search(for: words, from: current.map { matches[$0] })
    }

    /// Selects the next or the previous match, wrapping around at the ends.
    public func selectMatch(forward: Bool) {
        guard !matches.isEmpty else { return }
        let next = (current ?? (forward ? -1 : matches.count)) + (forward ? 1 : -1)
        current = (next + matches.count) % matches.count
    }

    private func search(for words: String, from place: Match?) {
        self.words = words
        searchTask?.cancel()
        guard !words.allSatisfy(\.isWhitespace) else {
            (matches, current) = ([], nil)
            return
        }
        let document = document
        searchTask = Task { [weak self] in
            let matches = await Self.matches(of: words, in: document)
            guard !Task.isCancelled, let self else { return }
            self.matches = matches
            current = matches.firstIndex {
                place == nil || ($0.block, $0.text) >= (place?.block ?? 0, place?.text ?? 0)
            }
        }
    }

    /// Ignores case and accents.
    @concurrent nonisolated static func matches(of words: String, in document: Document) async -> [Match] {
        var matches: [Match] = []
        for (block, content) in document.blocks.enumerated() {
            if matches.count == limit || block.isMultiple(of: 500) && Task.isCancelled { break }
            for (index, text) in content.texts.enumerated() {
                var start = text.startIndex
                var offset = 0
                while matches.count < limit,
                    let found = text.range(
                        of: words, options: [.caseInsensitive, .diacriticInsensitive], range: start..<text.endIndex),
                    !found.isEmpty
                {
                    let scalars = text.unicodeScalars
                    let lower = offset + scalars.distance(from: start, to: found.lowerBound)
                    let upper = lower + scalars.distance(from: found.lowerBound, to: found.upperBound)
                    matches.append(Match(block: block, text: index, range: lower..<upper))
                    (start, offset) = (found.upperBound, upper)
                }
            }
        }
        return matches
    }
}
