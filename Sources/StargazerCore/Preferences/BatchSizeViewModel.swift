import Foundation
public import Observation

public enum BatchSizeProblem: Error, Sendable, Hashable {
    /// Empty, or with characters other than the digits 0 to 9.
    case notANumber
    case outOfRange
}

/// The results per page of one catalog. A typed number takes effect and is saved once it is valid and applied.
@MainActor @Observable public final class BatchSizeViewModel {
    /// The typed text, or the number in use.
    public var text: String { draft ?? String(size) }
    /// Nil while the typed number is valid.
    public var problem: BatchSizeProblem? {
        if case .failure(let problem) = typedSize { problem } else { nil }
    }
    /// Whether a valid number is typed that is not in use yet.
    public var canApply: Bool {
        if case .success(let typed) = typedSize { typed != size } else { false }
    }
    public var range: ClosedRange<Int> { catalog.batchSizes }
    private var size: Int { current.value.batchSize(for: catalog) }

    /// The typed text; nil when it equals the number in use.
    private var draft: String?
    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let catalog: CatalogProfile

    public init(current: CurrentPreferences, catalog: CatalogProfile) {
        self.current = current
        self.catalog = catalog
    }

    public func typed(_ text: String) { draft = text == String(size) ? nil : text }

    /// Discards the typed text.
    public func reset() { draft = nil }

    /// Applies the typed number. Does nothing while it is not valid.
    public func apply() {
        guard case .success(let size) = typedSize else { return }
        draft = nil
        current.change { [catalog] in $0.batchSizes[catalog.kind] = size }
    }

    private var typedSize: Result<Int, BatchSizeProblem> {
        guard let draft else { return .success(size) }
        // White space around a pasted number is not an error.
        let digits = draft.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .failure(.notANumber)
        }
        guard let size = Int(digits), catalog.batchSizes.contains(size) else { return .failure(.outOfRange) }
        return .success(size)
    }
}
