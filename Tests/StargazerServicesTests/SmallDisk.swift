import Foundation
import Testing

/// A full disk and a read-only one, as the kernel makes them: a small tmpfs in a mount namespace of its own, in which
/// this very test program runs one of its tests again.
enum SmallDisk {
    /// Where the disk is, in the program that runs on it; nil in any other.
    static let folder = ProcessInfo.processInfo.environment["STARGAZER_SMALL_DISK"].map { URL(filePath: $0) }

    static let canBeMade: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-rm", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// - Parameters:
    ///   - place: an empty folder to mount it at.
    ///   - setUp: a line for the shell, in the disk's folder, where there is an empty `stargazer`.
    static func run(_ test: String, at place: URL, setUp: String = "true", environment: [String: String] = [:]) throws {
        let script = """
            mount -t tmpfs -o size=600k small "$STARGAZER_SMALL_DISK" && cd "$STARGAZER_SMALL_DISK" && mkdir stargazer
            \(setUp) 2>/dev/null
            exec "$0" --testing-library swift-testing --filter \(test)
            """
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        let itself = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        process.arguments = ["-rm", "/bin/sh", "-c", script, itself]
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { $1 }.merging(["STARGAZER_SMALL_DISK": place.path]) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && said.contains("with 1 test in 1 suite passed"), "\(said)")
    }
}
