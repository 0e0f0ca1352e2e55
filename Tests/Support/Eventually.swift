import CDispatch
import Testing

/// Lets the other tasks run until the condition holds, and fails the test when it never does. It returns soon after the
/// condition holds, so no result depends on a limit.
///
/// A failure is not a matter of time either: it comes when nothing in this process can make the condition true any more,
/// because all of it is asleep (`IdleDetector`). On a busy machine a thread that waits for a processor is not asleep, and while
/// other tests run, this goes on waiting.
public nonisolated(nonsending) func eventually(
    _ what: String = "the condition", fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ condition: () -> Bool
) async {
    // What takes no thread of its own ends within these.
    for turn in 0..<1_200 {
        if condition() { return }
        if turn < 200 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    ticks.enter()
    defer { ticks.leave() }
    var asleep = 0
    // The limit, five minutes where nothing else runs, is for a process that never sleeps.
    for _ in 0..<15_000 {
        if condition() { return }
        // Both come back only when the main actor and the pool have begun what was to run before.
        await Task { @MainActor in }.value
        await waitForThreadPool()
        asleep = await ticks.next() ? asleep + 1 : 0
        if asleep == IdleDetector.requiredTicks { break }
    }
    let why = asleep < IdleDetector.requiredTicks ? "" : ", and everything in this process is asleep"
    Issue.record(
        "\(what) never came true\(why)",
        sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

@concurrent private func waitForThreadPool() async {}

private let ticks = IdleDetector()

/// Lets everything run that can, before a test says that nothing happened. No speed is involved: a round ends when the
/// main actor has run what stood in its line and the other tasks are all asleep, so what needs as many turns between the
/// two, or fewer, has ended. Who waits for a clock, a file or a thread is asleep as well.
public func settle() async {
    for _ in 0..<30 {
        await Task { @MainActor in }.value
        await waitForOtherTasks()
    }
}

/// Swift runs what is not the main actor's on a concurrent queue for each priority. A barrier there waits for all that
/// was put on it before, and for what runs at the moment.
@concurrent private func waitForOtherTasks() async {
    let queue = dispatch_get_current_queue()
    await withCheckedContinuation { continuation in
        dispatch_barrier_async(queue) { continuation.resume() }
    }
}
