import Foundation
public import Observation

/// Why a number of results per page is refused.
public enum BatchSizeProblem: Error, Sendable, Hashable {
    /// Anything but the digits 0 to 9, or nothing.
    case noNumber
    /// A number, but outside what the catalog gives.
    case outOfRange
}

/// What became of the wish to clear the search history.
public enum HistoryOutcome: Sendable, Hashable {
    /// Gone, and to be had back with `undoClearHistory`.
    case cleared(searches: Int, viewed: Int)
    case notCleared(LibraryFailure)
}

/// The preferences of searching. Switches act at once; a number acts when it is valid and applied, and until then
/// nothing of it is kept.
@MainActor @Observable public final class PreferencesViewModel {
    public var preferences: Preferences { current.value }
    /// As typed, or the number in use.
    public var batchSizeText: String { draft ?? String(batchSize) }
    /// Nil while what is typed could be applied.
    public var batchSizeProblem: BatchSizeProblem? {
        if case .failure(let problem) = typedBatchSize { problem } else { nil }
    }
    /// A valid number is typed that is not in use yet.
    public var canApplyBatchSize: Bool {
        if case .success(let size) = typedBatchSize { size != batchSize } else { false }
    }
    /// What may be typed.
    public var batchSizes: ClosedRange<Int> { catalog.batchSizes }
    /// What may be found at the most, the strictest first; empty where the catalog rates nothing.
    public var ratings: [ContentRating] { catalog.ratings }
    /// The one in use; nil where the catalog rates nothing.
    public var rating: ContentRating? { preferences.rating(for: catalog) }
    private var batchSize: Int { preferences.batchSize(for: catalog) }
    /// Searches that are kept, in all catalogs.
    public var historyCount: Int { histories.reduce(0) { $0 + $1.queries.count } }
    /// The same of what was viewed.
    public var viewedCount: Int { histories.reduce(0) { $0 + $1.viewed.count } }
    /// The last wish to clear; nil until there was one.
    public private(set) var historyOutcome: HistoryOutcome?

    /// What is typed; nil when it is just the number in use.
    private var draft: String?
    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let histories: [SearchHistory]
    @ObservationIgnored private let catalog: CatalogProfile
    /// What was cleared last, to be put back where it was.
    @ObservationIgnored private var cleared: [(history: SearchHistory, entries: SearchHistory.Entries)] = []

    public init(current: CurrentPreferences, histories: [SearchHistory], catalog: CatalogProfile) {
        self.current = current
        self.catalog = catalog
        self.histories = histories
    }

    // MARK: Intents

    public func batchSizeTyped(_ text: String) {
        draft = text == String(batchSize) ? nil : text
    }

    /// Does nothing while what is typed is no valid number.
    public func applyBatchSize() {
        guard case .success(let size) = typedBatchSize else { return }
        draft = nil
        current.change { [catalog] in $0.batchSizes[catalog.kind] = size }
    }

    public func searchWhileTyping(_ isOn: Bool) { current.change { $0.searchesWhileTyping = isOn } }

    /// The next search finds nothing that is less strict.
    public func allow(_ rating: ContentRating) { current.change { [catalog] in $0.ratings[catalog.kind] = rating } }

    /// Off, nothing new is noted; what was noted stays until it is cleared.
    public func keepHistory(_ isOn: Bool) { current.change { $0.keepsHistory = isOn } }

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
        for (history, entries) in cleared { history.putBack(entries) }
        cleared = []
        historyOutcome = nil
    }

    // MARK: The number

    private var typedBatchSize: Result<Int, BatchSizeProblem> {
        guard let draft else { return .success(batchSize) }
        // The blanks around a pasted number are nobody's mistake.
        let digits = draft.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .failure(.noNumber)
        }
        guard let size = Int(digits), catalog.batchSizes.contains(size) else { return .failure(.outOfRange) }
        return .success(size)
    }
}
