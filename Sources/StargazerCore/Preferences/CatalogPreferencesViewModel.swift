import Foundation
public import Observation

/// Why a number of results per page is refused.
public enum BatchSizeProblem: Error, Sendable, Hashable {
    /// Anything but the digits 0 to 9, or nothing.
    case notANumber
    /// A number, but outside what the catalog gives.
    case outOfRange
}

/// The preferences of searching in one catalog. A rating acts at once; a number acts when it is valid and applied, and
/// until then nothing of it is kept.
@MainActor @Observable public final class CatalogPreferencesViewModel {
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
    public var rating: ContentRating? { current.value.rating(for: catalog) }
    private var batchSize: Int { current.value.batchSize(for: catalog) }

    /// What is typed; nil when it is just the number in use.
    private var draft: String?
    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let catalog: CatalogProfile

    public init(current: CurrentPreferences, catalog: CatalogProfile) {
        self.current = current
        self.catalog = catalog
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

    /// The next search finds nothing that is less strict.
    public func allow(_ rating: ContentRating) { current.change { [catalog] in $0.ratings[catalog.kind] = rating } }

    private var typedBatchSize: Result<Int, BatchSizeProblem> {
        guard let draft else { return .success(batchSize) }
        // The blanks around a pasted number are nobody's mistake.
        let digits = draft.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .failure(.notANumber)
        }
        guard let size = Int(digits), catalog.batchSizes.contains(size) else { return .failure(.outOfRange) }
        return .success(size)
    }
}
