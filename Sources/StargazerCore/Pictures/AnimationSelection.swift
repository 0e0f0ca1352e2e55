/// Selects the animations of a page that play: those in view, at most four.
public struct AnimationSelection: Sendable {
    public struct Candidate: Sendable {
        /// The edges of the picture, from the top of what is visible of the page.
        public var top: Double
        public var bottom: Double
        /// Whether it was selected before.
        public var isSelected: Bool
        /// Whether the pointer is over it, or the focus is on it.
        public var hasAttention: Bool

        public init(top: Double, bottom: Double, isSelected: Bool = false, hasAttention: Bool = false) {
            self.top = top
            self.bottom = bottom
            self.isSelected = isSelected
            self.hasAttention = hasAttention
        }
    }

    static let limit = 4

    /// Returns the indices of the selected candidates. One with attention comes first, then those selected before, so
    /// that they play on, then the upper ones.
    /// - Parameter height: the height of what is visible of the page.
    public static func selected(of candidates: [Candidate], height: Double) -> Set<Int> {
        let visible = candidates.indices.filter { candidates[$0].bottom > 0 && candidates[$0].top < height }
        let ordered = visible.sorted { rank(candidates[$0]) < rank(candidates[$1]) }
        return Set(ordered.prefix(limit))
    }

    private static func rank(_ candidate: Candidate) -> (Int, Double) {
        (candidate.hasAttention ? 0 : candidate.isSelected ? 1 : 2, candidate.top)
    }
}
