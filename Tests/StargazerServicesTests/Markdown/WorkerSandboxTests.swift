import Foundation
import TestSupport
import Testing

@testable import StargazerServices

/// The sandbox of the worker, from within: `stargazer-misbehaves` enters it and does one thing.
struct WorkerSandboxTests {
    private static let program = URL(filePath: MarkdownWorker.installed.path).deletingLastPathComponent()
        .appending(path: "stargazer-misbehaves").path

    /// What becomes of each action of a parser (Markdown) and a renderer (SVG, code).
    private static let expected = """
        start a thread                  killed    works
        start 20 threads                killed    denied
        start a thread in a namespace   killed    killed
        make a namespace                killed    killed
        start a process                 killed    killed
        run a program                   killed    killed
        trace its parent                killed    killed
        read its parent's memory        killed    killed
        signal its parent               killed    killed
        make a socket                   killed    killed
        connect                         killed    killed
        open an installed file          killed    works
        open a font of the home         killed    works
        open a file of the home         killed    denied
        list the home                   killed    denied
        open /etc/passwd                killed    denied
        open a device                   killed    denied
        open its parent's memory        killed    denied
        open its own memory             killed    denied
        open a file to write            killed    killed
        create a file                   killed    killed
        make a folder                   killed    killed
        rename a file                   killed    killed
        remove a file                   killed    killed
        make memory executable          killed    killed
        map executable memory           killed    denied
        take 120 MB                     denied    works
        take 400 MB                     denied    works
        take 600 MB                     denied    denied
        write elsewhere                 killed    killed
        outlive its parent              killed    killed
        """

    /// As this user, and as another one if root runs the tests.
    @Test(arguments: getuid() == 0 ? [0, 65534] : [getuid()])
    func `a worker can do its work and nothing else`(user: uid_t) throws {
        let home = try TemporaryFolder(".local/share/fonts")
        try FileManager.default.createDirectory(at: home.location, withIntermediateDirectories: true)
        try Data().write(to: home.location.appending(path: "font"))
        try Data().write(to: home.root.appending(path: "file"))
        // Another user may not be able to read the build folder. Another process writes the copy, as in `FakeWorker`.
        let copy = home.root.appending(path: "stargazer-misbehaves").path
        _ = try ChildProcess.output("cp", [Self.program, copy])
        let identity = ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"]
        let process = try ChildProcess(
            user == getuid() ? copy : "setpriv", (user == getuid() ? [] : identity + [copy]) + ["table"],
            environment: ["HOME": home.root.path, "PATH": "/usr/bin:/bin"], output: .pipe)
        let lines = String(decoding: process.readToEnd(), as: UTF8.self).split(separator: "\n").map(String.init)
        try #require(process.wait() == 0 && lines.count > 4)
        #expect(lines[0] == "user: \(user)")
        let (hasLandlock, isCounted) = (lines[1] == "Landlock: yes", lines[2].hasSuffix(": yes"))
        if !hasLandlock { NSLog("not tested which files a worker opens: this kernel has no Landlock") }
        let rows = Self.expected.split(separator: "\n").map(String.init)
        try #require(lines.count == 4 + rows.count)
        for (result, row) in zip(lines.dropFirst(4), rows) {
            // Nothing counts the threads of root alone, whose workers have less memory.
            if !isCounted, row.hasPrefix("start 20 threads") { continue }
            if !hasLandlock, row.hasPrefix("open") || row.hasPrefix("list"), row.hasSuffix("denied") { continue }
            let hasLess = !isCounted && row.hasPrefix("take 400 MB")
            #expect(result == (hasLess ? row.replacing("works", with: "denied") : row))
        }
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
