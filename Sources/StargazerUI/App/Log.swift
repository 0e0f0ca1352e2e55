import Foundation
import GtkBridge
import Logging

/// The program's own log, on the standard error: warnings and worse, or what `STARGAZER_LOG` says (`debug`, `info` …).
/// Nothing secret is ever handed to it.
enum Log {
    static var logger: Logger {
        var logger = Logger(label: "stargazer", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = ProcessInfo.processInfo.environment["STARGAZER_LOG"].flatMap { Logger.Level($0) } ?? .warning
        return logger
    }

    /// Tells at the level `trace` how long the main thread worked in one stretch; else nothing is watched.
    @MainActor static func watchMainThread() -> MainLoopMonitor? {
        let logger = logger
        guard logger.logLevel == .trace else { return nil }
        return MainLoopMonitor(over: .milliseconds(10)) { busy, passed in
            logger.trace("main thread", metadata: ["busy": "\(busy)", "passed": "\(passed)"])
        }
    }

    /// Tells at the level `trace` how long each frame of the window took; else nothing is watched.
    @MainActor static func watchFrames(of window: Handle) {
        let logger = logger
        guard logger.logLevel == .trace else { return }
        FrameTimeMonitor.start(window) { logger.trace("frame", metadata: ["passed": "\($0)"]) }
    }
}
