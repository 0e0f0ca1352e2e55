import Foundation
import Synchronization
import TestSupport
import Testing

/// How waiting in a test ends when what it waits for never comes.
struct EventuallyTests {
    @Test func `what never comes fails with its name once everything is asleep`() async {
        await withKnownIssue {
            await eventually("the reply") { false }
        } matching: { issue in
            issue.comments.map(\.rawValue) == ["the reply never came true, and everything in this process is asleep"]
        }
    }

    @Test func `a thread that works is not asleep`() {
        let isOver = Mutex(false)
        let started = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            started.signal()
            while !isOver.withLock({ $0 }) {}
            ended.signal()
        }
        started.wait()
        for _ in 0..<100 { #expect(!OtherThreads.areAsleep) }
        isOver.withLock { $0 = true }
        ended.wait()
    }
}
