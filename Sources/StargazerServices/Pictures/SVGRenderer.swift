import Foundation
import Logging

/// Draws each SVG in a sandboxed process of its own, `stargazer-svg`, and limits its time and its output.
package struct SVGRenderer: Sendable {
    enum Result: Equatable {
        /// A PNG that states the natural size.
        case picture(Data)
        /// It reached a limit of time, or the task was cancelled.
        case stopped
        /// It is damaged, needs too much memory, or is fully transparent.
        case failed
    }

    /// Bytes of PNG, as in `main.c`.
    static let maxOutput = 8 << 20

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
    /// - Parameter milliseconds: of processor time; nil for the limit of the sandbox, two seconds.
    func draw(_ svg: Data, isDark: Bool, milliseconds: Int?) async -> Result {
        let arguments = [isDark ? "dark" : "light"] + (milliseconds.map { ["\($0)"] } ?? [])
        return await WorkerProcess.onThread("picture") { cancellation in draw(svg, arguments, cancellation) }
    }

    /// What a limit of time ends a process with.
    private static let stops = [SIGPROF, SIGXCPU, SIGALRM, SIGKILL].map { 128 + $0 }

    private func draw(_ svg: Data, _ arguments: [String], _ cancellation: WorkerCancellation) -> Result {
        if cancellation.isRequested { return .stopped }
        guard let process = WorkerProcess(path, arguments: arguments, environment: environment) else { return .failed }
        let png = process.output(for: svg, limit: Self.maxOutput, deadline: deadline, cancellation)
        let status = process.end()
        if png == nil || status != 0 {
            Logger(label: "picture").info("the worker failed", metadata: ["status": "\(status)"])
        }
        if Self.stops.contains(status) { return .stopped }
        guard status == 0, let png = png.map({ Data($0) }), PictureFile.isPicture(png) else { return .failed }
        return .picture(png)
    }
}
