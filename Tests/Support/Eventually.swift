import CDispatch
import Testing

/// Lets the other tasks run until the condition holds, and fails the test when it never does.
///
/// It returns soon after the condition holds, so no result depends on a time limit. A failure does not depend on time
/// either: it is recorded when nothing in this process can make the condition true any more, because all threads sleep
/// (`IdleDetector`). On a busy machine a thread that waits for a processor does not sleep, and while other tests run,
/// this function keeps waiting.
public nonisolated(nonsending) func eventually(
    _ what: String = "the condition", fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ condition: () -> Bool
) async {
    // Work that needs no thread of its own ends within these turns.
    for turn in 0..<1_200 {
        if condition() { return }
        if turn < 200 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    ticks.enter()
    defer { ticks.leave() }
    var asleep = 0
    // The limit, five minutes when nothing else runs, is for a process that never sleeps.
    for _ in 0..<15_000 {
        if condition() { return }
        // Both return only after the main actor and the thread pool have started all work queued before.
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

/// Lets all runnable work run, before a test checks that nothing happened.
///
/// It does not depend on speed. A round ends when the main actor has run the work in its queue and all other tasks
/// sleep. Work that switches between the two at most as often as there are rounds has ended then. Tasks that wait for a
/// clock, a file or a thread count as asleep.
public func settle() async {
    for _ in 0..<30 {
        await Task { @MainActor in }.value
        await waitForOtherTasks()
    }
}

/// Waits for the tasks outside the main actor. Swift runs them on a concurrent queue for each priority, where a barrier
/// waits for all work that was queued before, and for the work that is running.
@concurrent private func waitForOtherTasks() async {
    let queue = dispatch_get_current_queue()
    await withCheckedContinuation { continuation in
        dispatch_barrier_async(queue) { continuation.resume() }
    }
}
