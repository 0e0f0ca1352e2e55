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

    @Test(arguments: [
        "start a process", "run a program", "trace its parent", "read its parent's memory", "signal its parent",
        "make a socket", "connect", "open a file to write", "create a file", "make a folder", "rename a file",
        "remove a file", "make memory executable", "write elsewhere", "outlive its parent",
    ])
    func `a worker that draws is killed when it tries to`(_ action: String) throws {
        let process = try ChildProcess(Self.program, ["renderer", action])
        #expect(process.wait() == 128 + SIGSYS)
    }

    @Test(
        arguments: [("start a thread", 0), ("open a file", 0), ("map executable memory", 3), ("take memory", 3)]
            as [(String, Int32)])
    func `a worker that draws can open files and start threads`(action: String, status: Int32) throws {
        let process = try ChildProcess(Self.program, ["renderer", action])
        #expect(process.wait() == status)
    }

    @Test func `a worker that draws ends after two seconds of processor time`() throws {
        let process = try ChildProcess(Self.program, ["renderer", "compute"])
        #expect([128 + SIGKILL, 128 + SIGXCPU, 128 + SIGALRM].contains(process.wait()))
    }

    @Test func `a worker can use memory, read and write`() throws {
        let process = try ChildProcess(Self.program, ["work"], output: .pipe)
        #expect(process.readToEnd() == Data("worked".utf8))
        #expect(process.wait() == 0)
    }

    @Test(arguments: [MarkdownWorker.installed.path, SVGRenderer.installed.path])
    func `without a filter for system calls a worker reads nothing`(path: String) throws {
        let process = try ChildProcess(Self.program, ["refused", path], output: .pipe)
        #expect(process.readToEnd().isEmpty)
        #expect(process.wait() == 4)
    }
}
