import Foundation
public import Observation

/// Why a number of results per page is refused.
public enum BatchSizeProblem: Error, Sendable, Hashable {
    /// Anything but the digits 0 to 9, or nothing.
    case noNumber
    /// A number, but outside `Preferences.batchSizes`.
    case outOfRange
}

/// What became of the wish to clear the search history.
public enum HistoryOutcome: Sendable, Hashable {
    /// Gone, and to be had back with `undoClearHistory`.
    case cleared(count: Int)
    case notCleared(LibraryFailure)
}

/// The preferences of searching. Switches act at once; a number acts when it is valid and applied, and until then
/// nothing of it is kept.
@MainActor @Observable public final class PreferencesViewModel {
    public var preferences: Preferences { current.value }
    /// As typed, or the number in use.
    public var batchSizeText: String { draft ?? String(preferences.batchSize) }
    /// Nil while what is typed could be applied.
    public var batchSizeProblem: BatchSizeProblem? {
        if case .failure(let problem) = typedBatchSize { problem } else { nil }
    }
    /// A valid number is typed that is not in use yet.
    public var canApplyBatchSize: Bool {
        if case .success(let size) = typedBatchSize { size != preferences.batchSize } else { false }
    }
    public var historyCount: Int { history.queries.count }
    /// The last wish to clear; nil until there was one.
    public private(set) var historyOutcome: HistoryOutcome?

    /// What is typed; nil when it is just the number in use.
    private var draft: String?
    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let history: SearchHistory
    @ObservationIgnored private var cleared: [String] = []

    public init(current: CurrentPreferences, history: SearchHistory) {
        self.current = current
        self.history = history
    }

    // MARK: Intents

    public func batchSizeTyped(_ text: String) {
        draft = text == String(preferences.batchSize) ? nil : text
    }

    /// Does nothing while what is typed is no valid number.
    public func applyBatchSize() {
        guard case .success(let size) = typedBatchSize else { return }
        draft = nil
        current.change { $0.batchSize = size }
    }

    public func searchWhileTyping(_ isOn: Bool) { current.change { $0.searchesWhileTyping = isOn } }

    /// Off, nothing new is noted; what was noted stays until it is cleared.
    public func keepHistory(_ isOn: Bool) { current.change { $0.keepsHistory = isOn } }

    public func clearHistory() {
        let queries = history.queries
        guard !queries.isEmpty else { return }
        history.clear { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .success:
                cleared = queries
                historyOutcome = .cleared(count: queries.count)
            case .failure(let failure): historyOutcome = .notCleared(failure)
            }
        }
    }

    /// Puts back what was cleared last, under what was searched for since.
    public func undoClearHistory() {
        history.putBack(cleared)
        cleared = []
        historyOutcome = nil
    }

    // MARK: The number

    private var typedBatchSize: Result<Int, BatchSizeProblem> {
        guard let draft else { return .success(preferences.batchSize) }
        // The blanks around a pasted number are nobody's mistake.
        let digits = draft.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .failure(.noNumber)
        }
        guard let size = Int(digits), Preferences.batchSizes.contains(size) else { return .failure(.outOfRange) }
        return .success(size)
    }
}
