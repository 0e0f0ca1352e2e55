import Foundation
public import Observation

/// Finds words in a document, and walks from one place where they are to the next.
@MainActor @Observable public final class DocumentFind {
    /// A place where the words are.
    public struct Hit: Sendable, Hashable {
        public let block: Int
        /// Which of the block's texts.
        public let text: Int
        /// In Unicode scalars of that text.
        public let range: Range<Int>
    }

    /// In the order they are read.
    public private(set) var hits: [Hit] = []
    /// The one that was walked to last.
    public private(set) var current: Int?
    /// As typed.
    public private(set) var words = ""

    @ObservationIgnored private var document = Document(blocks: [])
    @ObservationIgnored private var looking: Task<Void, Never>?

    /// More would be no help to anybody.
    nonisolated static let most = 1_000

    public init() {}

    isolated deinit { looking?.cancel() }

    /// What is looked through from now on.
    public func look(in document: Document) {
        guard document != self.document else { return }
        self.document = document
        look(for: words, from: nil)
    }

    public func look(for words: String) {
        guard words != self.words else { return }
        look(for: words, from: current.map { hits[$0] })
    }

    /// The next place, or the one before; after the last comes the first.
    public func walk(forward: Bool) {
        guard !hits.isEmpty else { return }
        let next = (current ?? (forward ? -1 : hits.count)) + (forward ? 1 : -1)
        current = (next + hits.count) % hits.count
    }

    private func look(for words: String, from place: Hit?) {
        self.words = words
        looking?.cancel()
        guard !words.allSatisfy(\.isWhitespace) else {
            (hits, current) = ([], nil)
            return
        }
        let document = document
        looking = Task { [weak self] in
            let hits = await Self.hits(of: words, in: document)
            guard !Task.isCancelled, let self else { return }
            self.hits = hits
            current = hits.firstIndex { place == nil || ($0.block, $0.text) >= (place?.block ?? 0, place?.text ?? 0) }
        }
    }

    /// Case and accents are no matter.
    @concurrent nonisolated static func hits(of words: String, in document: Document) async -> [Hit] {
        var hits: [Hit] = []
        for (block, content) in document.blocks.enumerated() {
            if hits.count == most || block.isMultiple(of: 500) && Task.isCancelled { break }
            for (place, text) in content.texts.enumerated() {
                var start = text.startIndex
                var offset = 0
                while hits.count < most,
                    let found = text.range(
                        of: words, options: [.caseInsensitive, .diacriticInsensitive], range: start..<text.endIndex),
                    !found.isEmpty
                {
                    let scalars = text.unicodeScalars
                    let lower = offset + scalars.distance(from: start, to: found.lowerBound)
                    let upper = lower + scalars.distance(from: found.lowerBound, to: found.upperBound)
                    hits.append(Hit(block: block, text: place, range: lower..<upper))
                    (start, offset) = (found.upperBound, upper)
                }
            }
        }
        return hits
    }
}
