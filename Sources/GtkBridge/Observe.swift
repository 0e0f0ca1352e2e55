import Observation

/// Runs `render` at once, and again after anything it read has changed, until this instance is deallocated. Changes
/// made before the main actor is free again cause one run together.
@MainActor public final class Observe {
    private let render: @MainActor () -> Void
    private var isCancelled = false

    public init(_ render: @escaping @MainActor () -> Void) {
        self.render = render
        run()
    }

    public func cancel() { isCancelled = true }

    private func run() {
        guard !isCancelled else { return }
        withObservationTracking {
            render()
        } onChange: { [weak self] in
            Task { @MainActor in self?.run() }
        }
    }
}
