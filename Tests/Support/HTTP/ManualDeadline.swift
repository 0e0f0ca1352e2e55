import Foundation
public import StargazerLibrary
import Synchronization

/// A deadline that expires only when the test fires it.
public final class ManualDeadline: Sendable {
    /// The requested durations.
    public let requestedDurations = EventRecorder<Duration>()
    private let state = Mutex<(hasFired: Bool, gates: [EventRecorder<Void>])>((false, []))

    public init() {}

    public var time: TimeSource {
        TimeSource(now: { Date(timeIntervalSince1970: 0) }, sleep: { try await self.sleep($0) })
    }

    public func expire() {
        let gates = state.withLock { state in
            state.hasFired = true
            defer { state.gates = [] }
            return state.gates
        }
        for gate in gates { gate.add(()) }
    }

    private func sleep(_ duration: Duration) async throws {
        requestedDurations.add(duration)
        let gate = EventRecorder<Void>()
        state.withLock { if $0.hasFired { gate.add(()) } else { $0.gates.append(gate) } }
        defer { state.withLock { $0.gates.removeAll { $0 === gate } } }
        await withTaskCancellationHandler {
            _ = await gate.wait()
        } onCancel: {
            gate.add(())
        }
        try Task.checkCancellation()
    }
}
