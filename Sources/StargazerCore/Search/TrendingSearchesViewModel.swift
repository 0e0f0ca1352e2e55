import Foundation
public import Observation

/// Words that a service offers to search for: what many search for, asked once an hour, and what a typed text may mean.
/// What cannot be had is not there, and nobody is told.
@MainActor @Observable public final class TrendingSearchesViewModel {
    /// What many search for just now, ready to be shown; empty until it is known.
    public private(set) var trending: [String] = []

    private static let most = 10
    private static let longest = 60
    /// What comes after these is not looked at.
    private static let maxRead = 100
    private static let hour: TimeInterval = 3_600
    private static let afterFailure: TimeInterval = 300
    /// Texts whose answers are kept.
    private static let maxCached = 100

    @ObservationIgnored private let terms: any TrendingSearches
    @ObservationIgnored private let time: TimeSource
    /// Not before then is what is trending asked for again.
    @ObservationIgnored private var next = Date.distantPast
    @ObservationIgnored private var isAsking = false
    @ObservationIgnored private var known: [String: [String]] = [:]

    init(_ terms: any TrendingSearches, time: TimeSource) {
        self.terms = terms
        self.time = time
    }

    /// Somebody looks at what is trending.
    func loadIfNeeded() {
        guard !isAsking, time.now() >= next else { return }
        isAsking = true
        Task { [weak self, terms] in
            let answer = try? await terms.trending()
            guard let self else { return }
            isAsking = false
            next = time.now() + (answer == nil ? Self.afterFailure : Self.hour)
            if let answer { trending = Self.shown(answer) }
        }
    }

    /// Asked once for each text.
    func matching(_ typed: String) async -> [String] {
        let text = typed.lowercased()
        if let known = known[text] { return known }
        guard let answer = try? await terms.matching(text) else { return [] }
        let shown = Self.shown(answer)
        if known.count >= Self.maxCached { known = [:] }
        known[text] = shown
        return shown
    }

    private static func shown(_ answer: [String]) -> [String] {
        var (seen, shown): (Set<String>, [String]) = ([], [])
        for text in answer.prefix(maxRead) where shown.count < most {
            let line = CleanText.line(text, limit: longest)
            if !line.isEmpty, seen.insert(line.lowercased()).inserted { shown.append(line) }
        }
        return shown
    }
}
