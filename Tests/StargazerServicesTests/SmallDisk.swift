import Foundation
import TestSupport
import Testing

/// A full or read-only disk: a small tmpfs in its own mount namespace, where this test program runs one of its tests
/// again.
enum SmallDisk {
    /// The disk's folder, in the program that runs on it; nil in any other.
    static let folder = ProcessInfo.processInfo.environment["STARGAZER_SMALL_DISK"].map { URL(filePath: $0) }

    static let canBeMade: Bool = {
        (try? ChildProcess("/usr/bin/unshare", ["-rm", "true"]))?.wait() == 0
    }()

    /// - Parameters:
    ///   - url: an empty folder to use as mount point.
    ///   - size: as `mount` reads it.
    ///   - setUp: a shell command, run in the disk's folder, which contains an empty `stargazer`.
    static func run(
        _ test: String, at url: URL, size: String = "600k", setUp: String = "true",
        environment: [String: String] = [:]
    ) throws {
        let script = """
            mount -t tmpfs -o size=\(size) small "$STARGAZER_SMALL_DISK" && cd "$STARGAZER_SMALL_DISK" && mkdir stargazer
            \(setUp) 2>/dev/null
            exec "$0" --testing-library swift-testing --filter \(test)
            """
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        let process = try ChildProcess(
            "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", script, executable],
            environment: ProcessInfo.processInfo.environment
                .merging(environment) { $1 }.merging(["STARGAZER_SMALL_DISK": url.path]) { $1 },
            output: .pipe, joinsErrors: true)
        let said = String(decoding: process.readToEnd(), as: UTF8.self)
        #expect(process.wait() == 0 && said.contains("with 1 test in 1 suite passed"), "\(said)")
    }
}
