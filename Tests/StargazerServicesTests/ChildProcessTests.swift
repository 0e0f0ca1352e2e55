import Foundation
import TestSupport
import Testing

/// Child processes must not inherit files and sockets that other tests have open.
@Suite(.timeLimit(.minutes(25))) struct ChildProcessTests {
    /// Returns the targets of a process's file descriptors, except the first three.
    private static func open(in process: String) -> [String] {
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { Int($0).map { $0 > 2 } ?? true }.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
    }

    @Test func `a program has its first three descriptors and no other`() throws {
        let server = try FaultServer { $0.waitForDisconnect() }
        let others = try (0..<8).map { _ in try ChildProcess("sleep", ["600"], output: .pipe) }
        let listing = try ChildProcess(
            "sh", ["-c", "echo; exec ls /proc/self/fd"], output: .pipe, joinsErrors: true)
        let said = String(decoding: listing.readToEnd(), as: UTF8.self)
        // `ls` itself opens the folder.
        #expect(said.split(separator: "\n") == ["0", "1", "2", "3"])
        withExtendedLifetime((server, others)) {}
    }

    @Test func `a program's output ends when the program ends`() throws {
        let first = try ChildProcess("sh", ["-c", "echo one"], output: .pipe)
        let second = try ChildProcess("sleep", ["600"], output: .pipe)
        #expect(first.readToEnd() == Data("one\n".utf8))
        #expect(first.wait() == 0)
        second.kill()
        #expect(second.wait() == 128 + 9)
    }

    @Test(.oneExitTestAtATime) func `an exit test inherits no socket and no pipe of another test`() async throws {
        // This process inherited these itself; they belong to no test.
        let inherited = Set(Self.open(in: "self"))
        let server = try FaultServer { $0.waitForDisconnect() }
        let others = try (0..<8).map { _ in try ChildProcess("sleep", ["600"], output: .pipe) }
        let here = Set(Self.open(in: "self").filter { $0.hasPrefix("pipe:") || $0.hasPrefix("socket:") })
        let opened = here.subtracting(inherited)
        #expect(opened.count >= 9)
        await #expect(processExitsWith: .success) { [opened = opened as Set<String>] in
            #expect(opened.intersection(ChildProcessTests.open(in: "self")) == [])
        }
        withExtendedLifetime((server, others)) {}
    }
}
