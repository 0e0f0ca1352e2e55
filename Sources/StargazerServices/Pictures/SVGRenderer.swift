import Foundation
import Logging

/// Draws each SVG in a sandboxed process of its own, `stargazer-svg`, and limits its time and its output.
package struct SVGRenderer: Sendable {
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
    /// - Returns: a PNG that states the natural size; nil if the picture could not be drawn or the task was cancelled.
    func png(of svg: Data) async -> Data? {
        await WorkerProcess.onThread("picture") { cancellation in png(of: svg, cancellation) }
    }

    private func png(of svg: Data, _ cancellation: WorkerCancellation) -> Data? {
        guard !cancellation.isRequested, let process = WorkerProcess(path, environment: environment) else {
            return nil
        }
        let png = process.output(for: svg, limit: Self.maxOutput, deadline: deadline, cancellation)
        let status = process.end()
        if png == nil || status != 0 {
            Logger(label: "picture").info("the worker failed", metadata: ["status": "\(status)"])
        }
        guard status == 0, let png = png.map({ Data($0) }), PictureFile.isPicture(png) else { return nil }
        return png
    }
}
