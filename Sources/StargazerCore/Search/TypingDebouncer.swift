import Observation

/// The pause in typing that means a search.
@MainActor @Observable final class TypingDebouncer {
    /// How long it is.
    static let standardDelay = Duration.milliseconds(350)
    /// The same for who is not signed in where one can be, and so may search only a few times a minute.
    static let signedOutDelay = Duration.milliseconds(700)
    /// For them typing alone searches for no less than so many letters.
    nonisolated static let minimumLetterCount = 3
    /// Searches kept for the Enter key: with fewer left, typing alone asks nothing.
    nonisolated static let reservedSearches = 3

    /// Something was typed that is asked for at its end.
    private(set) var isRunning = false

    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var task: Task<Void, Never>?

    init(catalog: any Catalog, time: TimeSource) {
        self.catalog = catalog
        self.time = time
    }

    isolated deinit { task?.cancel() }

    /// - Parameter over: called at its end, unless it was ended before, with whether typing alone may search.
    func begin(isSignedOut: Bool, over: @escaping @MainActor (_ maySearch: Bool) -> Void) {
        end()
        isRunning = true
        task = Task { [weak self, catalog, time] in
            do { try await time.sleep(isSignedOut ? Self.signedOutDelay : Self.standardDelay) } catch { return }
            let left = await catalog.searchesLeft() ?? Self.reservedSearches
            guard let self, !Task.isCancelled else { return }
            end()
            over(left >= Self.reservedSearches)
        }
    }

    func end() {
        task?.cancel()
        isRunning = false
    }
}
