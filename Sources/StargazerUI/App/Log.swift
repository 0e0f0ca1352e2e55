import Foundation
import Logging

/// The program's own log, on the standard error: warnings and worse, or what `STARGAZER_LOG` says (`debug`, `info` …).
/// Nothing secret is ever handed to it.
enum Log {
    static var logger: Logger {
        var logger = Logger(label: "stargazer", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = ProcessInfo.processInfo.environment["STARGAZER_LOG"].flatMap { Logger.Level($0) } ?? .warning
        return logger
    }
}
