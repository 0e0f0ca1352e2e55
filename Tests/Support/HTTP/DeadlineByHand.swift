public import StargazerCore
import Foundation
import Synchronization

/// A time in which nothing passes until the test says that every deadline has.
public final class DeadlineByHand: Sendable {
    /// The durations that were asked for.
    public let asked = Tally<Duration>()
    private let fired = Tally<Void>()

    public init() {}

    public func fire() { fired.add(()) }

    public var time: TimeSource {
        TimeSource(
            now: { Date(timeIntervalSince1970: 0) },
            sleep: { [asked, fired] duration in
                asked.add(duration)
                let end = Tally<Void>()
                // Whoever comes first ends the waiting; the other only adds to a list nobody reads.
                Task {
                    await fired.wait()
                    end.add(())
                }
                await withTaskCancellationHandler {
                    _ = await end.wait()
                } onCancel: {
                    end.add(())
                }
                try Task.checkCancellation()
            })
    }
}
