public import Observation

/// What became of the wish to clear the search history.
public enum ClearHistoryResult: Sendable, Hashable {
    /// Gone, and to be had back with `undoClearHistory`.
    case cleared(searches: Int, viewed: Int)
    case notCleared(LibraryFailure)
}

/// The preferences of searching in all catalogs; they act at once.
@MainActor @Observable public final class PreferencesViewModel {
    public var preferences: Preferences { current.value }
    /// Searches that are kept, in all catalogs.
    public var historyCount: Int { histories.reduce(0) { $0 + $1.queries.count } }
    /// The same of what was viewed.
    public var viewedCount: Int { histories.reduce(0) { $0 + $1.viewed.count } }
    /// The last wish to clear; nil until there was one.
    public private(set) var historyOutcome: ClearHistoryResult?

    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let histories: [SearchHistory]
    /// What was cleared last, to be put back where it was.
    @ObservationIgnored private var cleared: [(history: SearchHistory, entries: SearchHistory.Entries)] = []

    public init(current: CurrentPreferences, histories: [SearchHistory]) {
        self.current = current
        self.histories = histories
    }

    // MARK: Intents

    public func searchWhileTyping(_ isOn: Bool) { current.change { $0.searchesWhileTyping = isOn } }

    /// Off, nothing new is noted; what was noted stays until it is cleared.
    public func setSavesHistory(_ isOn: Bool) { current.change { $0.savesHistory = isOn } }

    /// Off, the pictures of a document are loaded when the user asks for them.
    public func loadDocumentPictures(_ isOn: Bool) { current.change { $0.loadsDocumentPictures = isOn } }

    public func clearHistory() {
        let full = histories.filter { !$0.entries.isEmpty }
        var answers: [(SearchHistory, Result<SearchHistory.Entries, LibraryFailure>)] = []
        for history in full {
            history.clear { [weak self] answer in
                answers.append((history, answer))
                if answers.count == full.count { self?.cleared(answers) }
            }
        }
    }

    private func cleared(_ answers: [(SearchHistory, Result<SearchHistory.Entries, LibraryFailure>)]) {
        cleared = answers.compactMap { history, answer in (try? answer.get()).map { (history, $0) } }
        for case (_, .failure(let failure)) in answers { return historyOutcome = .notCleared(failure) }
        historyOutcome = .cleared(
            searches: cleared.reduce(0) { $0 + $1.entries.queries.count },
            viewed: cleared.reduce(0) { $0 + $1.entries.viewed.count })
    }

    /// Puts back what was cleared last, under what was searched for since.
    public func undoClearHistory() {
        for (history, entries) in cleared { history.restore(entries) }
        cleared = []
        historyOutcome = nil
    }
}
