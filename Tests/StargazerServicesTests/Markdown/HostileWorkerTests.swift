import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// What this process does about a worker that a hostile text has taken over.
@Suite(.timeLimit(.minutes(25))) struct HostileWorkerTests {
    /// Stopped by the limit of its output, long before the deadline.
    private static let floods = [
        "writes for ever": "exec cat /dev/zero",
        "writes a gigabyte of valid events": "head -c 1000000000 /dev/zero | tr '\\0' S; printf Z",
    ]
    /// Stopped by the deadline. None of them reads the text, which is longer than a pipe holds.
    private static let delays = [
        "writes slowly": "while printf S; do sleep 0.01; done",
        "leaves a child that holds the pipe": "sleep 1000 & printf Z",
        // It ends with the file of the script, since nothing kills it.
        "leaves a child that holds the pipe in a session of its own":
            "setsid sh -c 'while [ -e \"$0\" ]; do sleep 0.1; done' \"$0\" & printf Z",
        "starts children": "for child in 1 2 3 4 5 6 7 8 9; do sleep 1000 & done; sleep 1000",
        "ignores signals and hangs": "trap '' TERM HUP INT; while :; do sleep 1000; done",
        "hangs with its output closed": "printf Z; exec >&-; exec sleep 1000",
    ]

    @Test(.oneExitTestAtATime, arguments: floods.keys.sorted() + delays.keys.sorted())
    func `it takes no memory and leaves nothing when it`(_ behavior: String) async throws {
        let fake = try FakeWorker(try #require(Self.floods[behavior] ?? Self.delays[behavior]))
        let milliseconds = Self.floods[behavior] == nil ? 100 : 1_000_000
        await #expect(processExitsWith: .success) {
            [path = fake.worker.path as String, milliseconds = milliseconds as Int] in
            var worker = MarkdownWorker(path: path)
            worker.deadline = .milliseconds(milliseconds)
            let reader = MarkdownReader(worker: worker)
            let text = String(repeating: "# Title\n", count: 100_000)
            _ = await reader.document(text, baseURLs: .sample)
            let before = ProcessFacts.resettingPeakMemory()
            for _ in 0..<3 {
                let document = try #require(await reader.document(text, baseURLs: .sample))
                #expect(document.isUnformatted)
                #expect(outline(document).hasPrefix("code |# Title"))
            }
            let after = ProcessFacts()
            #expect(after.descriptors == before.descriptors)
            #expect(after.peakMemory - before.memory < 30 << 20)
            #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "a child was not reaped")
        }
        withExtendedLifetime(fake) {}
    }

    @Test func `it can write exactly eight megabytes`() throws {
        let script = "head -c $((SIZE - 1)) /dev/zero | tr '\\0' S; printf Z"
        let full = try FakeWorker("SIZE=\(MarkdownWorker.maxOutput); \(script)")
        let events = try #require(full.patient.events(of: "", WorkerCancellation()))
        #expect(events.count == MarkdownWorker.maxOutput && events.last == UInt8(ascii: "Z"))
        let overfull = try FakeWorker("SIZE=\(MarkdownWorker.maxOutput + 1); \(script)")
        #expect(overfull.patient.events(of: "", WorkerCancellation()) == nil)
    }

    @Test func `its environment is empty`() throws {
        let fake = try FakeWorker("cat /proc/$$/environ")
        #expect(fake.patient.events(of: "", WorkerCancellation()) == [])
    }

    @Test func `it inherits no file descriptors`() throws {
        let other = open("/dev/zero", O_RDONLY)
        defer { close(other) }
        let fake = try FakeWorker("ls -l /proc/$$/fd | grep /dev/zero; echo end")
        #expect(fake.patient.events(of: "", WorkerCancellation()) == Array("end\n".utf8))
    }

    @Test func `its children are killed, too`() async throws {
        let fake = try FakeWorker("sleep 1000 & echo $! > \"$0.pid\"; sleep 1000")
        let reading = Task { await MarkdownReader(worker: fake.patient).document("text", baseURLs: .sample) }
        let child = try await fake.processID()
        reading.cancel()
        #expect(await reading.value == nil)
        await eventually("the end of the child") {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            return state?.contains(") Z ") != false
        }
    }
}

/// What the kernel says about this process.
private struct ProcessFacts {
    /// In bytes.
    let memory: Int
    let peakMemory: Int
    /// The number of open file descriptors.
    let descriptors: Int

    init() {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let bytes = { (name: String) in
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 << 10 } ?? 0
        }
        (memory, peakMemory) = (bytes("VmRSS:"), bytes("VmHWM:"))
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    static func resettingPeakMemory() -> ProcessFacts {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        return ProcessFacts()
    }
}
