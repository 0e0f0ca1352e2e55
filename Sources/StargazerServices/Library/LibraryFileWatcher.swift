import Dispatch
import Foundation
import Glibc
import Synchronization

/// Tells when another process may have committed to the library, and when files of its folder were moved or removed,
/// without waking up while nothing happens.
///
/// inotify reports a write to the write-ahead log, but a commit becomes visible a little later, by a change to shared
/// memory that nobody reports. So each event is followed by a few looks that get further apart, then silence.
/// The events of our own writes come as well; a look is one pragma and finds nothing new then.
final class LibraryFileWatcher: Sendable {
    // Dispatch's objects are safe on every thread; only the overlay does not say so here.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Nil when the system gives no inotify instance: then the list is only brought up to date by own changes.
    /// - Parameter look: called on a queue of the watch's own, never after it is gone.
    init?(folder: URL, after delays: [Double] = [0.02, 0.1, 0.5, 2.5], check: @escaping @Sendable () -> Void) {
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

/// The looks after the newest event; a newer event begins them anew. A large write is thousands of events: one that
/// comes before the second look of a round is in good time for those that follow.
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
