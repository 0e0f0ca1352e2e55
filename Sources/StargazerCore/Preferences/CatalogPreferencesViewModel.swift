import Foundation
public import Observation

/// Why a number of results per page is not valid.
public enum BatchSizeProblem: Error, Sendable, Hashable {
    /// Empty, or with characters other than the digits 0 to 9.
    case notANumber
    /// A number outside the catalog's range.
    case outOfRange
}

/// The search preferences of one catalog.
/// A rating takes effect immediately. A number takes effect when it is valid and applied; until then it is not saved.
@MainActor @Observable public final class CatalogPreferencesViewModel {
    /// The typed text, or the number in use.
    public var batchSizeText: String { draft ?? String(batchSize) }
    /// Nil while the typed number is valid.
    public var batchSizeProblem: BatchSizeProblem? {
        if case .failure(let problem) = typedBatchSize { problem } else { nil }
    }
    /// Whether a valid number is typed that is not in use yet.
    public var canApplyBatchSize: Bool {
        if case .success(let size) = typedBatchSize { size != batchSize } else { false }
    }
    /// The valid numbers.
    public var batchSizes: ClosedRange<Int> { catalog.batchSizes }
    /// The ratings to choose from, strictest first; empty when the catalog has none.
    public var ratings: [ContentRating] { catalog.ratings }
    /// The rating in use; nil when the catalog has none.
    public var rating: ContentRating? { current.value.rating(for: catalog) }
    private var batchSize: Int { current.value.batchSize(for: catalog) }

    /// The typed text; nil when it equals the number in use.
    private var draft: String?
    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let catalog: CatalogProfile

    public init(current: CurrentPreferences, catalog: CatalogProfile) {
        self.current = current
        self.catalog = catalog
    }

    // MARK: User actions

    public func batchSizeTyped(_ text: String) {
        draft = text == String(batchSize) ? nil : text
    }

    /// Applies the typed number. Does nothing while it is not valid.
    public func applyBatchSize() {
        guard case .success(let size) = typedBatchSize else { return }
        draft = nil
        current.change { [catalog] in $0.batchSizes[catalog.kind] = size }
    }

    /// Sets the least strict rating, from the next search on.
    public func allow(_ rating: ContentRating) { current.change { [catalog] in $0.ratings[catalog.kind] = rating } }

    private var typedBatchSize: Result<Int, BatchSizeProblem> {
        guard let draft else { return .success(batchSize) }
        // White space around a pasted number is not an error.
        let digits = draft.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .failure(.notANumber)
        }
        guard let size = Int(digits), catalog.batchSizes.contains(size) else { return .failure(.outOfRange) }
        return .success(size)
    }
}
