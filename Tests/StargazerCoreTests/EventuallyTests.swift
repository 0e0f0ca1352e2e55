import Foundation
import Synchronization
import TestSupport
import Testing

/// How a wait in a test ends when its condition never becomes true.
struct EventuallyTests {
    @Test func `a wait that can never end fails with its name once all threads sleep`() async {
        await withKnownIssue {
            await eventually("the reply") { false }
        } matching: { issue in
            issue.comments.map(\.rawValue) == ["the reply never came true, and everything in this process is asleep"]
        }
    }

    @Test func `a working thread does not count as asleep`() {
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
