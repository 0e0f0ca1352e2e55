import CStargazer
import GtkBridge
import StargazerCore

/// Gives back to the system, once nothing new has been shown for a while, what was needed to get there: reading a long
/// text takes many times its size, and the allocator keeps that.
@MainActor final class MemoryTrimmer {
    private var observation: Observe?
    private var waiting: Task<Void, Never>?

    /// Longer than most looks at one thing: whoever goes on at once would only have it taken again.
    private static let delay = Duration.seconds(2)

    init(_ model: WindowModel) {
        observation = Observe { [weak self, weak model] in
            guard let self, let model else { return }
            _ = (model.search.phase, model.favorites.phase, model.navigation.first.document.phase)
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
