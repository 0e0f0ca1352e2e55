import Dispatch
package import Foundation
import Glibc
import Synchronization

/// Notifies when files of a folder were written, moved or removed, such as those of the library by another process. It
/// needs no timer while nothing happens.
///
/// inotify reports a write to SQLite's write-ahead log. The commit becomes visible a little later, through shared memory,
/// which inotify does not report. Each event therefore starts a few checks at growing intervals. Our own writes also
/// cause events; a check is then one pragma that finds no change.
package final class FolderWatcher: Sendable {
    // Dispatch objects are thread-safe, but the overlay does not declare them `Sendable`.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Returns nil if the system has no free inotify instance. The list then shows only the application's own changes.
    /// - Parameter check: called on the watcher's own queue, never after the watcher is gone.
    package init?(folder: URL, after delays: [Double] = [0.02, 0.1, 0.5, 2.5], check: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { return nil }
        let written = IN_MODIFY | IN_CLOSE_WRITE
        let moved = IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        if inotify_add_watch(descriptor, folder.path, UInt32(written | moved)) < 0 {
            close(descriptor)
            return nil
        }
        let queue = DispatchQueue(label: "library.watch")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let round = CheckSchedule()
        source.setEventHandler {
            Self.drain(descriptor)
            round.begin(delays, on: queue, check)
        }
        source.setCancelHandler {
            round.end()
            close(descriptor)
        }
        source.activate()
    }

    deinit { source.cancel() }

    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}

/// Runs the checks after the latest event. A newer event restarts them. A large write causes thousands of events; those
/// before the second check of a round do not restart it.
private final class CheckSchedule: Sendable {
    private struct State {
        var number = 0
        var began: DispatchTime?
        var isOver = false
    }

    private let state = Mutex(State())

    func begin(_ delays: [Double], on queue: DispatchQueue, _ check: @escaping @Sendable () -> Void) {
        let number = state.withLock { state -> Int? in
            if let began = state.began, let second = delays.first, .now() < began + second { return nil }
            if state.isOver { return nil }
            state.began = .now()
            state.number += 1
            return state.number
        }
        guard let number else { return }
        check()
        for wait in delays {
            queue.asyncAfter(deadline: .now() + wait) { [weak self] in
                if self?.state.withLock({ $0.number == number && !$0.isOver }) == true { check() }
            }
        }
    }

    func end() { state.withLock { $0.isOver = true } }
}
