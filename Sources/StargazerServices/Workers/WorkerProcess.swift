import CSoup
import Foundation
import Synchronization

/// A program that turns bytes into other bytes. Their author may have taken it over, so nothing that it does is trusted:
/// not how much it writes, and not that it ends.
///
/// It has its own process group, and no file descriptors but two pipes. One thread uses an object of this class.
final class WorkerProcess {
    private let identifier: pid_t
    /// The end of the pipe that the program reads; -1 when it is closed.
    private var input: Int32
    private let output: Int32

    /// Starts a program; nil if that fails.
    /// - Parameter environment: all that the program learns of this one's.
    init?(_ path: String, arguments: [String] = [], environment: [String: String] = [:]) {
        // Writing to a dead program must not end this one.
        signal(SIGPIPE, SIG_IGN)
        guard let typed = Self.openPipe() else { return nil }
        guard let written = Self.openPipe() else {
            for end in typed { close(end) }
            return nil
        }
        let identifier = Self.spawn(path, arguments, environment, input: typed[0], output: written[1])
        for end in [typed[0], written[1]] { close(end) }
        guard let identifier else {
            for end in [typed[1], written[0]] { close(end) }
            return nil
        }
        (self.identifier, input, output) = (identifier, typed[1], written[0])
        for end in [input, output] { g_unix_set_fd_nonblocking(end, 1, nil) }
    }

    /// Returns the path of a worker of this installation: in `libexec` of the same prefix, or in the build folder.
    static func installed(_ name: String) -> String {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let libexec = folder.deletingLastPathComponent().appending(path: "libexec/stargazer")
        let paths = [libexec, folder].map { $0.appending(path: name).path }
        return paths.first(where: FileManager.default.isExecutableFile(atPath:)) ?? paths[0]
    }

    /// Runs work that blocks its thread on a thread of its own: Swift's task pool has only one thread per core.
    /// - Parameter work: stops soon after a cancellation, which is that of the calling task.
    static func onThread<Value: Sendable>(
        _ name: String, _ work: @escaping @Sendable (WorkerCancellation) -> Value
    ) async -> Value {
        let cancellation = WorkerCancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Thread.current.name = name
                    continuation.resume(returning: work(cancellation))
                }
            }
        } onCancel: {
            cancellation.request()
        }
    }

    /// Writes the input and reads the output until the program closes it. Needs memory for `limit` bytes at most.
    /// - Returns: nil if the output exceeds the limit or is still open at the deadline, or after a cancellation.
    func output(for input: Data, limit: Int, deadline: Duration, _ cancellation: WorkerCancellation) -> [UInt8]? {
        let (bytes, isComplete) = partialOutput(
            for: input, limit: limit, end: SuspendingClock.now + deadline, cancellation)
        return isComplete ? bytes : nil
    }

    /// The same, but returns what the program has written by then. It may exceed the limit by a byte.
    func partialOutput(
        for input: Data, limit: Int, end: SuspendingClock.Instant, _ cancellation: WorkerCancellation
    ) -> (bytes: [UInt8], isComplete: Bool) {
        guard let alarm = Self.openPipe() else { return ([], false) }
        cancellation.descriptor = alarm[1]
        defer {
            cancellation.descriptor = nil
            for end in alarm { close(end) }
        }
        var isComplete = false
        // Untouched capacity takes no memory. One more byte shows that the limit is exceeded.
        let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
            isComplete = input.withUnsafeBytes { input in
                exchange(input, UnsafeMutableRawBufferPointer(buffer), &count, end, alarm[0])
            }
        }
        return (bytes, isComplete)
    }

    /// Reads the output in pieces, without any input. Returns whether the program closed its output by the end.
    func readOutput(
        until end: SuspendingClock.Instant, _ cancellation: WorkerCancellation,
        each piece: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        guard let alarm = Self.openPipe() else { return false }
        cancellation.descriptor = alarm[1]
        defer {
            cancellation.descriptor = nil
            for end in alarm { close(end) }
        }
        return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            while true {
                var count = 0
                let isComplete = exchange(nothing, buffer, &count, end, alarm[0])
                if count > 0 { piece(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                if isComplete || count < buffer.count { return isComplete }
            }
        }
    }

    /// Kills the program and its children, and closes the pipes. Must be the last call.
    /// - Returns: the exit status, or 128 plus the number of the signal that ended it.
    func end() -> Int32 {
        closeInput()
        close(output)
        // The group includes its children. After its exit, which closed the output, a signal changes no status.
        for target in [identifier, -identifier] { kill(target, SIGKILL) }
        var word: Int32 = -1
        while waitpid(identifier, &word, 0) < 0, errno == EINTR {}
        let signal = word & 0x7F
        return signal == 0 ? (word >> 8) & 0xFF : 128 + signal
    }

    /// The same for a program that ends by itself after its output, which it may close a little earlier.
    func end(waitingUntil limit: SuspendingClock.Instant) -> Int32 {
        var info = siginfo_t()
        while SuspendingClock.now < limit,
            waitid(P_PID, id_t(identifier), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo == 0
        {
            poll(nil, 0, 2)
        }
        return end()
    }

    /// - Parameter alarm: readable after a cancellation.
    /// - Returns: whether the program closed its output within the limits.
    private func exchange(
        _ bytes: UnsafeRawBufferPointer, _ buffer: UnsafeMutableRawBufferPointer, _ count: inout Int,
        _ end: SuspendingClock.Instant, _ alarm: Int32
    ) -> Bool {
        var unwritten = bytes
        while count < buffer.count {
            if unwritten.isEmpty { closeInput() }
            let rest = SuspendingClock.now.duration(to: end)
            guard rest > .zero else { return false }
            var descriptors = [
                pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: alarm, events: Int16(POLLIN), revents: 0),
            ]
            let milliseconds = Int32(clamping: Int64((rest / .milliseconds(1)).rounded(.up)))
            if poll(&descriptors, nfds_t(descriptors.count), milliseconds) <= 0 { continue }
            if descriptors[2].revents != 0 { return false }
            if descriptors[0].revents != 0 {
                let written = write(input, unwritten.baseAddress, unwritten.count)
                if written >= 0 {
                    unwritten = UnsafeRawBufferPointer(rebasing: unwritten.dropFirst(written))
                } else if errno != EAGAIN {
                    // It reads no more, but may still write.
                    unwritten = UnsafeRawBufferPointer(rebasing: unwritten.suffix(0))
                }
            }
            if descriptors[1].revents != 0 {
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                let got = read(output, room.baseAddress, room.count)
                if got == 0 { return true }
                if got > 0 { count += got } else if errno != EAGAIN { return false }
            }
        }
        return false
    }

    private func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
    }

    /// Opens a pipe that no other program inherits.
    private static func openPipe() -> [Int32]? {
        var ends: [Int32] = [-1, -1]
        return g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0 ? ends : nil
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String], input: Int32, output: Int32
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Swift's threads block signals, and the program would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var identifier: pid_t = 0
        let failure = path.withCString { path in
            let others = arguments.map { strdup($0) }
            let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
            defer { for text in others + settings { free(text) } }
            return posix_spawn(
                &identifier, path, &actions, &attributes, [UnsafeMutablePointer(mutating: path)] + others + [nil],
                settings)
        }
        return failure == 0 ? identifier : nil
    }
}

/// Stops a worker, from any thread.
final class WorkerCancellation: Sendable {
    private struct State {
        var isRequested = false { didSet { signal() } }
        var descriptor: Int32? { didSet { signal() } }

        private func signal() {
            if isRequested, let descriptor { write(descriptor, [0], 1) }
        }
    }

    private let state = Mutex(State())

    /// Whether the caller no longer wants the output.
    var isRequested: Bool { state.withLock(\.isRequested) }

    /// The end of a pipe that becomes readable with the request, or at once after it; nil while nothing waits for it.
    fileprivate var descriptor: Int32? {
        get { state.withLock(\.descriptor) }
        set { state.withLock { $0.descriptor = newValue } }
    }

    func request() { state.withLock { $0.isRequested = true } }
}
