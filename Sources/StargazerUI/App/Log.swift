import Foundation
import GtkBridge
import Logging

/// The program's own log, on standard error: warnings and worse, or the level that `STARGAZER_LOG` sets (`debug`,
/// `info` …). It never receives secrets.
enum Log {
    static var logger: Logger {
        var logger = Logger(label: "stargazer", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = ProcessInfo.processInfo.environment["STARGAZER_LOG"].flatMap { Logger.Level($0) } ?? .warning
        return logger
    }

    /// Logs at the level `trace` how long the main thread is busy at a time. At other levels it does nothing.
    @MainActor static func watchMainThread() -> MainLoopMonitor? {
        let logger = logger
        guard logger.logLevel == .trace else { return nil }
        return MainLoopMonitor(over: .milliseconds(10)) { busy, passed in
            logger.trace("main thread", metadata: ["busy": "\(busy)", "passed": "\(passed)"])
        }
    }

    /// Logs at the level `trace` how long each frame of the window takes. At other levels it does nothing.
    @MainActor static func watchFrames(of window: Handle) {
        let logger = logger
        guard logger.logLevel == .trace else { return }
        FrameTimeMonitor.start(window) { logger.trace("frame", metadata: ["passed": "\($0)"]) }
    }
}
