import Foundation
import TestSupport
import Testing

@testable import StargazerServices

/// The sandbox of the worker, from within: `stargazer-misbehaves` enters it and does one thing.
struct WorkerSandboxTests {
    private static let program = URL(filePath: MarkdownWorker.installed.path).deletingLastPathComponent()
        .appending(path: "stargazer-misbehaves").path

    @Test(arguments: [
        "start a thread", "start a process", "run a program", "trace its parent", "read its parent's memory",
        "signal its parent", "make a socket", "connect", "open a file", "rename a file", "remove a file",
        "make memory executable", "map executable memory", "write elsewhere", "outlive its parent",
    ])
    func `a worker is killed when it tries to`(_ action: String) throws {
        let process = try ChildProcess(Self.program, [action])
        #expect(process.wait() == 128 + SIGSYS)
    }

    @Test func `a worker can use memory, read and write`() throws {
        let process = try ChildProcess(Self.program, ["work"], output: .pipe)
        #expect(process.readToEnd() == Data("worked".utf8))
        #expect(process.wait() == 0)
    }

    @Test func `without a filter for system calls the worker reads nothing`() throws {
        let process = try ChildProcess(Self.program, ["refused", MarkdownWorker.installed.path], output: .pipe)
        #expect(process.readToEnd().isEmpty)
        #expect(process.wait() == 4)
    }
}
