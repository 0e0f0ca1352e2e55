import CSoup
import Foundation
import StargazerCore
import Synchronization

/// Parses Markdown in a separate process, `stargazer-markdown`.
///
/// No C parser takes linear time for every input. The operating system limits the process's memory (100 MB), processor
/// time (2 s) and output (8 MB). A process reads one text and exits.
struct MarkdownWorker: Sendable {
    /// The program's path.
    let path: String
    /// Kills a process that its own alarm and processor limit did not stop.
    var deadline = Duration.seconds(10)

    /// The worker of this installation: in `libexec` of the same prefix, or in the build folder.
    static var installed: MarkdownWorker {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let libexec = folder.deletingLastPathComponent().appending(path: "libexec/stargazer")
        let places = [libexec, folder].map { $0.appending(path: "stargazer-markdown").path }
        return MarkdownWorker(path: places.first(where: FileManager.default.isExecutableFile(atPath:)) ?? places[0])
    }

    /// Runs the worker and blocks the calling thread until it ends.
    /// - Returns: the events; nil if the worker could not start, failed, or hit a limit.
    func events(of text: String, _ cancellation: WorkerCancellation) -> [UInt8]? {
        // Writing to a dead worker must not end this program.
        signal(SIGPIPE, SIG_IGN)
        // If the worker inherits file descriptors, which it closes itself, GLib starts it without forking this process.
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
        // No GCancellable: GLib 2.74 releases it on two threads at once here, and corrupts the heap.
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

    /// Whether the caller no longer wants the document.
    var isRequested: Bool { state.withLock(\.isRequested) }

    func request() {
        state.withLock { $0.isRequested = true }
        stop()
    }

    /// Kills the worker, even one that starts later. The caller still wants a document.
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

/// A `GSubprocess` can be killed from any thread, even after it has ended.
private struct WorkerProcess: @unchecked Sendable {
    let pointer: OpaquePointer

    func kill() { g_subprocess_force_exit(pointer) }
}

/// Reads GitHub-flavored Markdown. Each document has its own thread: Swift's task pool has one thread per core, and two
/// long documents would block it.
struct MarkdownReader: Sendable {
    private let worker: MarkdownWorker

    init(worker: MarkdownWorker = .installed) { self.worker = worker }

    /// Parses Markdown. Text that exceeds the worker's limits is shown unformatted (`Document.isUnformatted`).
    /// - Parameter text: cut off after a megabyte, which the document records.
    /// - Returns: nil if the task was cancelled, which stops the worker.
    func document(_ text: String, baseURLs: DocumentBaseURLs) async -> Document? {
        let (text, isCut) = Self.bounded(text, to: DocumentBuilder.Limit.bytes)
        return await onThread { [worker] cancellation in
            let events = worker.events(of: text, cancellation)
            if cancellation.isRequested { return nil }
            if let events {
                var converter = MarkdownConverter(events, baseURLs: baseURLs)
                let document = converter.document(isCut: isCut) { cancellation.isRequested }
                if let document { return document }
                if cancellation.isRequested { return nil }
            }
            let (start, isCutHere) = Self.bounded(text, to: DocumentBuilder.Limit.unformattedBytes)
            var document = Self.plainDocument(start, isCut: isCut || isCutHere, baseURLs)
            document.isUnformatted = true
            return document
        }
    }

    /// Returns text in another format, line by line and unformatted.
    /// - Returns: nil if the task was cancelled.
    func plain(_ text: String, baseURLs: DocumentBaseURLs) async -> Document? {
        let (text, isCut) = Self.bounded(text, to: DocumentBuilder.Limit.bytes)
        return await onThread { _ in Self.plainDocument(text, isCut: isCut, baseURLs) }
    }

    private func onThread(_ read: @escaping @Sendable (WorkerCancellation) -> Document?) async -> Document? {
        let cancellation = WorkerCancellation()
        let timer = Task { [deadline = worker.deadline] in
            try await Task.sleep(for: deadline)
            cancellation.stop()
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Thread.current.name = "document"
                    continuation.resume(returning: read(cancellation))
                }
            }
        } onCancel: {
            cancellation.request()
        }
    }

    private static func plainDocument(_ text: String, isCut: Bool, _ baseURLs: DocumentBaseURLs) -> Document {
        var builder = DocumentBuilder(baseURLs: baseURLs)
        if !text.trimmed.isEmpty { builder.add(code: text, language: "") }
        return builder.finish(isCut: isCut)
    }

    private static func bounded(_ text: String, to count: Int) -> (String, isCut: Bool) {
        guard text.utf8.count > count else { return (text, false) }
        let bytes = text.utf8.prefix(count)
        // Cut at the end of a line, which never splits a character.
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        return (String(decoding: bytes[..<end], as: UTF8.self), true)
    }
}
