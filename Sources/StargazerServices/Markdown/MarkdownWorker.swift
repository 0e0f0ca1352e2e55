import CSoup
import Foundation
import Synchronization

/// Parses Markdown in a process of its own, `stargazer-markdown`: no parser of C is linear on every text, and there the
/// operating system limits its memory (100 MB), its processor time (2 s) and its output (8 MB). One process reads one
/// text and ends.
struct MarkdownWorker: Sendable {
    /// The program's path.
    let path: String
    /// Kills a process that neither its own alarm nor its processor time has stopped.
    var deadline = Duration.seconds(10)

    /// The worker that belongs to this program: in `libexec` of the prefix that it is installed under, otherwise in the
    /// folder that it was built in.
    static var installed: MarkdownWorker {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let libexec = folder.deletingLastPathComponent().appending(path: "libexec/stargazer")
        let places = [libexec, folder].map { $0.appending(path: "stargazer-markdown").path }
        return MarkdownWorker(path: places.first(where: FileManager.default.isExecutableFile(atPath:)) ?? places[0])
    }

    /// Blocks the calling thread until the worker has ended.
    /// - Returns: the events; nil if the worker could not start, failed, or was stopped at a limit.
    func events(of text: String, _ cancellation: WorkerCancellation) -> [UInt8]? {
        // Writing to a worker that has died must not end this program.
        signal(SIGPIPE, SIG_IGN)
        // With open files to inherit, which the worker closes, GLib starts it without copying this process first.
        let flags =
            G_SUBPROCESS_FLAGS_STDIN_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue
            | G_SUBPROCESS_FLAGS_STDERR_SILENCE.rawValue | G_SUBPROCESS_FLAGS_INHERIT_FDS.rawValue
        let process = path.withCString { path in
            [path, nil].withUnsafeBufferPointer { arguments in
                g_subprocess_newv(arguments.baseAddress, GSubprocessFlags(flags), nil)
            }
        }
        guard let process else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(process)) }
        cancellation.begin(WorkerProcess(pointer: process))
        defer { cancellation.end() }
        let input = Array(text.utf8).withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(input) }
        var output: OpaquePointer?
        // Without a GCancellable: here GLib 2.74 lets go of one on two threads at once, and corrupts the heap.
        let isRead = g_subprocess_communicate(process, input, nil, &output, nil, nil) != 0
        defer { output.map(g_bytes_unref) }
        g_subprocess_force_exit(process)
        g_subprocess_wait(process, nil, nil)
        guard isRead, g_subprocess_get_successful(process) != 0, let output else { return nil }
        var count: gsize = 0
        let start = g_bytes_get_data(output, &count)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}

/// Stops a worker, from any thread.
final class WorkerCancellation: Sendable {
    private struct State {
        var process: WorkerProcess?
        var isStopped = false
        var isRequested = false
    }

    private let state = Mutex(State())

    /// The caller no longer wants the document.
    var isRequested: Bool { state.withLock(\.isRequested) }

    func request() {
        state.withLock { $0.isRequested = true }
        stop()
    }

    /// Kills the worker, also one that starts later; the caller still wants a document.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.process?.kill()
        }
    }

    fileprivate func begin(_ process: WorkerProcess) {
        state.withLock { state in
            state.process = process
            if state.isStopped { process.kill() }
        }
    }

    fileprivate func end() { state.withLock { $0.process = nil } }
}

/// A `GSubprocess` may be killed from any thread, also after it has ended.
private struct WorkerProcess: @unchecked Sendable {
    let pointer: OpaquePointer

    func kill() { g_subprocess_force_exit(pointer) }
}
