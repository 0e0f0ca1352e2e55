import CDispatch
import Testing

/// Lets the other tasks run until the condition holds; a failure of the test when it never does. It returns the moment
/// the condition is true, so nothing depends on how long that takes: the limit only ends a test that is wrong. It
/// counts turns, a minute of them where nothing else runs, since on a busy machine each turn takes longer.
public nonisolated(nonsending) func eventually(
    _ what: String = "the condition", fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ condition: () -> Bool
) async {
    var round = 0
    while !condition() {
        guard round < 60_000 else {
            let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
            Issue.record("\(what) never came true", sourceLocation: place)
            return
        }
        round += 1
        if round < 200 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

/// Lets everything run that can, before a test says that nothing happened. No speed is involved: a round ends when the
/// main actor has run what stood in its line and the other tasks are all asleep, so what needs as many turns between the
/// two, or fewer, has ended. Who waits for a clock, a file or a thread is asleep as well.
public func settle() async {
    for _ in 0..<30 {
        await Task { @MainActor in }.value
        await othersSleep()
    }
}

/// Swift runs what is not the main actor's on a concurrent queue for each priority. A barrier there waits for all that
/// was put on it before, and for what runs at the moment.
@concurrent private func othersSleep() async {
    let queue = dispatch_get_current_queue()
    await withCheckedContinuation { continuation in
        dispatch_barrier_async(queue) { continuation.resume() }
    }
}
