import Testing

@testable import StargazerCore

struct AnimationSelectionTests {
    private typealias Candidate = AnimationSelection.Candidate

    /// Pictures of 100 pixels, 100 pixels from each other.
    private func column(from top: Double, count: Int) -> [Candidate] {
        (0..<count).map { Candidate(top: top + 200 * Double($0), bottom: top + 200 * Double($0) + 100) }
    }

    @Test func `those out of view do not play`() {
        #expect(AnimationSelection.selected(of: column(from: -550, count: 6), height: 300) == [3, 4])
        #expect(AnimationSelection.selected(of: column(from: -300, count: 1), height: 300).isEmpty)
        #expect(AnimationSelection.selected(of: column(from: -100, count: 3), height: 300) == [1])
    }

    @Test func `at most four play, the upper ones first`() {
        #expect(AnimationSelection.selected(of: column(from: -50, count: 12), height: 2_000) == [0, 1, 2, 3])
    }

    @Test func `one that plays goes on, and one with attention plays in any case`() {
        var candidates = column(from: 0, count: 8)
        for index in 4..<8 { candidates[index].isSelected = true }
        #expect(AnimationSelection.selected(of: candidates, height: 2_000) == [4, 5, 6, 7])
        candidates[1].hasAttention = true
        #expect(AnimationSelection.selected(of: candidates, height: 2_000) == [1, 4, 5, 6])
    }
}
