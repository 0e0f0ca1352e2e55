import Foundation
import Observation
import StargazerLibrary

/// Waits for the pause in typing that starts a search, and for the rate limit to allow it.
@MainActor @Observable final class TypingDebouncer {
    /// The length of the pause.
    static let standardDelay = Duration.milliseconds(350)
    /// The length while signed out, when only a few searches a minute are allowed.
    static let signedOutDelay = Duration.milliseconds(700)
    /// The shortest text that is searched automatically while signed out.
    nonisolated static let minimumLetterCount = 3
    /// The searches reserved for Enter: with fewer left, no search starts automatically.
    nonisolated static let reservedSearches = 3
    /// The time after which the rate limit is looked at again when its end is unknown, in seconds.
    private static let unknownLimit: TimeInterval = 60

    private(set) var isRunning = false
    /// Whether the pause is over, and the search waits for the rate limit.
    private(set) var isLimited = false

    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var task: Task<Void, Never>?

    init(catalog: any Catalog, time: TimeSource) {
        self.catalog = catalog
        self.time = time
    }

    isolated deinit { task?.cancel() }

    /// - Parameter over: called after the pause, unless it was cancelled, with whether an automatic search is allowed. If
    ///   it is not, called again once it is.
    func begin(isSignedOut: Bool, over: @escaping @MainActor (_ maySearch: Bool) -> Void) {
        end()
        isRunning = true
        task = Task { [weak self, catalog, time] in
            var pause = isSignedOut ? Self.signedOutDelay : Self.standardDelay
            while true {
                do { try await time.sleep(pause) } catch { return }
                let left = await catalog.searchesLeft() ?? Self.reservedSearches
                guard left < Self.reservedSearches else { break }
                let wait = await catalog.searchLimitEnd()?.timeIntervalSince(time.now()) ?? Self.unknownLimit
                guard !Task.isCancelled, self?.limitReached(over) != nil else { return }
                pause = .seconds(max(1, wait))
            }
            guard let self, !Task.isCancelled else { return }
            end()
            over(true)
        }
    }

    private func limitReached(_ over: (_ maySearch: Bool) -> Void) {
        guard !isLimited else { return }
        (isRunning, isLimited) = (false, true)
        over(false)
    }

    func end() {
        task?.cancel()
        (isRunning, isLimited) = (false, false)
    }
}

extension String {
    /// Whether the text has enough letters to search for. One Chinese, Japanese or Korean character is enough.
    var isLongEnoughToSearch: Bool {
        count >= TypingDebouncer.minimumLetterCount || unicodeScalars.contains { $0.value >= 0x2E80 }
    }
}
