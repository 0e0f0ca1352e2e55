import Foundation
public import Observation
import StargazerLibrary

/// The service's search terms: trending searches, loaded once an hour, and searches related to a typed text.
/// Terms that cannot be loaded are omitted without a message.
@MainActor @Observable public final class SearchTermsViewModel {
    /// The current trending searches, clean for display; empty until loaded.
    public private(set) var trending: [String] = []

    private static let maxCount = 10
    private static let maxLength = 60
    private static let maxRead = 100
    private static let hour: TimeInterval = 3_600
    private static let afterFailure: TimeInterval = 300
    private static let maxCached = 100

    @ObservationIgnored private let terms: any SearchTerms
    @ObservationIgnored private let time: TimeSource
    /// When the trending searches were answered or failed last, and the seconds until they are loaded again.
    @ObservationIgnored private var last: (at: Date, delay: TimeInterval)?
    @ObservationIgnored private var isAsking = false
    @ObservationIgnored private var cached: [String: [String]] = [:]

    init(_ terms: any SearchTerms, time: TimeSource) {
        self.terms = terms
        self.time = time
    }

    /// Loads the trending searches if they are not loaded or out of date.
    /// - Parameter isForced: loads them in any case, for Refresh.
    func loadIfNeeded(isForced: Bool = false) {
        guard !isAsking, isForced || isOutdated else { return }
        isAsking = true
        Task { [weak self, terms] in
            // After a failure, the last ones stay and are loaded again after a while.
            let answer = try? await terms.trending()
            guard let self else { return }
            isAsking = false
            last = (time.now(), answer == nil ? Self.afterFailure : Self.hour)
            if let answer { trending = Self.shown(answer) }
        }
    }

    /// After the clock was set back, they are loaded again.
    private var isOutdated: Bool {
        last.map { !(0..<$0.delay).contains(time.now().timeIntervalSince($0.at)) } ?? true
    }

    /// Returns searches related to the text. Sends one request per text.
    func matching(_ typed: String) async -> [String] {
        let text = typed.lowercased()
        if let cached = cached[text] { return cached }
        // Suggestions that do not come are not missed, and the next letter asks again.
        guard let answer = try? await terms.matching(text) else { return [] }
        let shown = Self.shown(answer)
        if cached.count >= Self.maxCached { cached = [:] }
        cached[text] = shown
        return shown
    }

    private static func shown(_ answer: [String]) -> [String] {
        var (seen, shown): (Set<String>, [String]) = ([], [])
        for text in answer.prefix(maxRead) where shown.count < maxCount {
            let line = CleanText.line(text, limit: maxLength)
            if !line.isEmpty, seen.insert(line.lowercased()).inserted { shown.append(line) }
        }
        return shown
    }
}
