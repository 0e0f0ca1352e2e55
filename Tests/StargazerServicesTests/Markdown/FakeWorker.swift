import Foundation
import TestSupport
import Testing

@testable import StargazerServices

/// A script that replaces the worker. Its environment is empty, and it must keep its output open until it exits, so
/// the last command is not run by `exec`.
final class FakeWorker: Sendable {
    let worker: MarkdownWorker
    /// The worker with a deadline that no machine reaches.
    var patient: MarkdownWorker {
        var worker = worker
        worker.deadline = .seconds(1_000)
        return worker
    }
    private let folder: URL

    init(_ script: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "worker-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "worker")
        // Another process writes it: a program that another test starts now would inherit this one's descriptor, and
        // the kernel runs no file that is open for writing.
        let writer = try ChildProcess(
            "sh", ["-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$2" && chmod 700 "$2""#, "sh", script, file.path])
        try #require(writer.wait() == 0)
        worker = MarkdownWorker(path: file.path)
    }

    /// Waits until the script has written its process ID.
    func processID() async throws -> pid_t {
        let file = folder.appending(path: "worker.pid")
        while true {
            if let text = try? String(contentsOf: file, encoding: .utf8), text.hasSuffix("\n"),
                let number = pid_t(text.dropLast())
            {
                return number
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
