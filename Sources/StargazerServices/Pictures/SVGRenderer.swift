import Foundation
import Logging

/// Draws each SVG in a sandboxed process of its own, `stargazer-svg`, and limits its time and its output.
package struct SVGRenderer: Sendable {
    enum Result: Equatable {
        /// A PNG that states the natural size.
        case picture(Data)
        /// It used up its processor time.
        case stopped
        /// It is damaged, needs too much memory, or is fully transparent.
        case failed
        /// The worker could not run to its end, which says nothing about the picture. Or the task was cancelled.
        case unavailable
    }

    /// Bytes of SVG and of PNG, as in `main.c`.
    static let maxSource = 8 << 20
    static let maxOutput = 8 << 20
    /// Milliseconds of processor time. At the two seconds of the sandbox the kernel kills the process, as it does
    /// without memory; a little earlier, a signal of its own tells the two apart.
    static let maxMilliseconds = 1_800

    /// The program's path.
    let path: String
    /// Where fontconfig looks for the user's fonts and settings.
    var environment = ProcessInfo.processInfo.environment.filter { name, _ in
        ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].contains(name)
    }
    /// Kills a process that its own alarm and processor limit did not stop.
    var deadline = Duration.seconds(10)

    package static var installed: SVGRenderer { SVGRenderer(path: WorkerProcess.installed("stargazer-svg")) }

    /// Draws a picture at twice its natural size, within limits.
    /// - Parameter milliseconds: of processor time.
    func draw(_ svg: Data, isDark: Bool, milliseconds: Int = maxMilliseconds) async -> Result {
        let arguments = [isDark ? "dark" : "light", "\(milliseconds)"]
        return await WorkerProcess.onThread("picture") { cancellation in draw(svg, arguments, cancellation) }
    }

    /// What a process ends with that used up its processor time.
    private static let stops = [SIGPROF, SIGXCPU].map { 128 + $0 }
    /// What it ends with without a sandbox (`SANDBOX_REFUSED`), at a limit of elapsed time, and when it is killed.
    private static let interruptions = [4, 128 + SIGALRM, 128 + SIGKILL]

    private func draw(_ svg: Data, _ arguments: [String], _ cancellation: WorkerCancellation) -> Result {
        if cancellation.isRequested { return .unavailable }
        guard let process = WorkerProcess(path, arguments: arguments, environment: environment) else {
            return .unavailable
        }
        let png = process.output(for: svg, limit: Self.maxOutput, deadline: deadline, cancellation)
        let status = process.end()
        if png == nil || status != 0 {
            Logger(label: "picture").info("the worker failed", metadata: ["status": "\(status)"])
        }
        if Self.stops.contains(status) { return .stopped }
        guard let png, !Self.interruptions.contains(status) else { return .unavailable }
        return status == 0 && PictureFile.isPicture(Data(png)) ? .picture(Data(png)) : .failed
    }
}
