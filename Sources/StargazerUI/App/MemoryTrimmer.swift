import CStargazer
import GtkBridge
import StargazerCore

/// Returns unused memory to the system when the content has not changed for a while. Parsing a long document takes many
/// times its size, and the allocator keeps that memory.
@MainActor final class MemoryTrimmer {
    private var observation: Observe?
    private var waiting: Task<Void, Never>?

    /// Longer than most views of a single item: trimming between two quick steps would only cause new allocations.
    private static let delay = Duration.seconds(2)

    init(_ model: WindowModel) {
        observation = Observe { [weak self, weak model] in
            guard let self, let model else { return }
            _ = (model.search.phase, model.favorites.phase, model.navigation.first.document.phase)
            _ = model.app.documentComparisons
            scheduleTrim()
        }
    }

    isolated deinit { waiting?.cancel() }

    private func scheduleTrim() {
        waiting?.cancel()
        waiting = Task.detached {
            do { try await Task.sleep(for: Self.delay) } catch { return }
            sgz_malloc_trim()
        }
    }
}
