import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// The worker's limits, and the document after a limit ends the worker. The tests run one after another: parallel
/// workers that compute up to their limits would delay each other.
@Suite(.serialized) struct MarkdownWorkerTests {
    @Test("Every text becomes a document within its limits", arguments: MarkdownBomb.every)
    func bomb(_ bomb: MarkdownBomb) async throws {
        let document = try #require(await MarkdownReader().document(bomb.text, baseURLs: .sample))
        #expect(document.blocks.count <= DocumentBuilder.Limit.blocks)
        #expect(!document.blocks.isEmpty || !document.isUnformatted)
        #expect(document.anchors.values.allSatisfy(document.blocks.indices.contains))
    }

    @Test func `its limits are set before it reads`() async throws {
        let process = try ChildProcess(MarkdownWorker.installed.path, input: .open)
        defer { process.kill() }
        let limits = {
            let text = try? String(contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
            let lines = (text ?? "").split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            return ["Max address space", "Max cpu time", "Max open files", "Max core file size"].map { name in
                let words = name.split(separator: " ").map(String.init)
                return lines.first { $0.starts(with: words) }.flatMap { Int($0[words.count]) }
            }
        }
        await eventually("the worker's limits") { limits() == [100 << 20, 2, 0, 0] }
        let isFiltered = {
            let status = try? String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
            return status?.contains("\nSeccomp:\t2\n") == true
        }
        await eventually("the worker's filter for system calls") { isFiltered() }
    }

    @Test func `a text that takes too much memory is shown unformatted`() async throws {
        let bomb = try #require(MarkdownBomb.every.first { $0.name.hasPrefix("a table whose short rows") })
        let document = try #require(await MarkdownReader().document(bomb.text, baseURLs: .sample))
        #expect(document.isUnformatted)
        #expect(outline(document).hasPrefix("code ||a|a|a"))
    }

    /// Only older versions of cmark-gfm need so much time, or write so many events, for these texts.
    @Test(arguments: ["![[]()", "one long reference"])
    func `a text that the worker does not end in time or size is shown unformatted`(name: String) async throws {
        let bomb = try #require(MarkdownBomb.every.first { $0.name.contains(name) })
        let events = MarkdownWorker.installed.events(of: bomb.text, WorkerCancellation())
        let document = try #require(await MarkdownReader().document(bomb.text, baseURLs: .sample))
        #expect(document.isUnformatted == (events == nil))
    }

    /// cmark sorts them, for which the C library wants to know the size of the memory.
    @Test(arguments: ["footnotes", "many references"])
    func `the sandbox lets the worker read`(name: String) throws {
        let bomb = try #require(MarkdownBomb.every.first { $0.name == name })
        #expect(MarkdownWorker.installed.events(of: bomb.text, WorkerCancellation()) != nil)
    }

    @Test func `only the start of a long unformatted text is shown`() async throws {
        let line = "|" + String(repeating: "a|", count: 500) + "\n"
        let table = line + "|" + String(repeating: "-|", count: 500) + "\n" + String(repeating: "x\n", count: 400_000)
        let document = try #require(await MarkdownReader().document(table, baseURLs: .sample))
        #expect(document.isUnformatted && document.isCut)
        let shown = document.blocks.reduce(0) { $0 + $1.texts.joined().utf8.count }
        #expect(shown <= DocumentBuilder.Limit.unformattedBytes)
    }

    @Test func `without a worker the text is shown unformatted`() async throws {
        let reader = MarkdownReader(worker: MarkdownWorker(path: "/nonexistent/stargazer-markdown"))
        let document = try #require(await reader.document("---\na: b\n---\n# Title", baseURLs: .sample))
        #expect(document.isUnformatted)
        #expect(outline(document) == "code |---⏎a: b⏎---⏎# Title")
    }

    @Test(arguments: ["exit 0", "printf Z; exit 1", "printf 'GT'", "cat", "kill -9 $$"])
    func `after a worker failure the text is shown unformatted`(_ script: String) async throws {
        let worker = try FakeWorker(script)
        let document = try #require(await MarkdownReader(worker: worker.worker).document("text", baseURLs: .sample))
        #expect(document.isUnformatted)
        #expect(outline(document) == "code |text")
    }

    @Test func `cancelling kills the worker`() async throws {
        let fake = try FakeWorker("echo $$ > \"$0.pid\"; exec sleep 1000")
        let start = SuspendingClock.now
        let reading = Task { await MarkdownReader(worker: fake.patient).document("text", baseURLs: .sample) }
        let process = try await fake.processID()
        reading.cancel()
        #expect(await reading.value == nil)
        #expect(start.duration(to: .now) < fake.patient.deadline, "stopped by the deadline")
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }

    @Test func `a worker that is stopped before it starts reads nothing`() throws {
        let fake = try FakeWorker("cat")
        let cancellation = WorkerCancellation()
        cancellation.request()
        #expect(fake.worker.events(of: "text", cancellation) == nil)
        #expect(fake.worker.events(of: "text", WorkerCancellation()) == Array("text".utf8))
    }

    @Test func `a hundred hanging workers do not block other documents`() async throws {
        let fake = try FakeWorker("exec sleep 1000")
        let reader = MarkdownReader(worker: fake.worker)
        let tasks = (0..<100).map { _ in Task { await reader.document("text", baseURLs: .sample) } }
        // This one is answered while the others hang.
        #expect(await MarkdownReader().document("*a*", baseURLs: .sample).map(outline) == "p *a*")
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == nil) }
    }
}
